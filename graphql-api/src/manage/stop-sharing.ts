import type { Lead } from '@kerbside/schema/leads/lead'
import { closeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { endOffers } from '@kerbside/schema/leads/write-offers.model'
import type { Context } from '../deps.ts'
import { changeOwnLead, emailsToFirms } from './change-own-lead.ts'
import { detailsUnderWay } from './details-under-way.ts'
import { findOwnLead } from './manage.service.ts'

/** No further firm is asked. Nobody is offered the job in place of what is withdrawn. */
export async function enoughQuotes(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const { set, ...withdrawal } = withdrawn(lead, ctx.now())
  await changeOwnLead(ctx, lead, {
    ...withdrawal,
    guard: { enoughQuotesAt: null },
    set,
    audited: { action: 'homeowner.had-enough' },
  })
}

/** The same, and the firms that have the details are asked to make no further contact. */
export async function stopSharing(ctx: Context, token: string): Promise<void> {
  const lead = await findOwnLead(ctx, token)
  const { set, ...withdrawal } = withdrawn(lead, ctx.now())
  await changeOwnLead(ctx, lead, {
    ...withdrawal,
    guard: { sharingStoppedAt: null },
    set: { ...set, sharingStoppedAt: withdrawal.at },
    audited: { action: 'homeowner.stopped-sharing' },
    emailsOf: (after, session) => emailsToFirms('stop-notice', { lead: after }, session),
    alongside: (after, session) => closeEstimates(after._id, withdrawal.at, session),
  })
  await detailsUnderWay(ctx, lead.id)
}

/** What takes back whatever is on offer because the homeowner wants it. */
export function withdrawn(lead: Lead, at: Date) {
  const { set, arrayFilters, event } = endOffers('homeowner stops', lead.id, at)
  return { at, set: { ...set, enoughQuotesAt: lead.enoughQuotesAt ?? at }, arrayFilters, event }
}
