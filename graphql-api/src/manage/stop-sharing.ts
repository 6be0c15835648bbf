import type { Lead } from '@kerbside/schema/leads/lead'
import { closeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { endOffers } from '@kerbside/schema/leads/write-offers.model'
import type { Context } from '../deps.ts'
import { changeOwnLead, emailsToFirms } from './change-own-lead.ts'
import { findOwnLead } from './manage.service.ts'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Milliseconds for which a mail server that is slow to answer is waited for. */
const longest = 5_000

/**
 * Until nothing that the worker has begun to send still takes the homeowner's details to a firm. Called once the lead says
 * that sharing has stopped: what is begun after that is not sent, so the homeowner's answer is true when they read it.
 */
export async function detailsUnderWay({ now, log }: Pick<Context, 'now' | 'log'>, leadId: number): Promise<void> {
  const begun = { leadId, kind: { $in: ['contact-details', 'webhook-accepted'] as const }, state: 'sending' as const }
  for (let waited = 0; await DeliveryModel.exists({ ...begun, claimedUntil: { $gt: now() } }); waited += 50) {
    if (waited >= longest) return log.warn({ leadId }, 'details are still under way to a firm although sharing stopped')
    await sleep(50)
  }
}
