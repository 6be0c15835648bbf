import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { byWebhook } from '@kerbside/schema/deliveries/delivery.model'
import { offersChanged } from '@kerbside/schema/events/event.jobs'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { firmsWithDetails } from '@kerbside/schema/leads/offer'
import { firmsWithWebhook } from '@kerbside/schema/webhooks/webhook.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import type { StoredMail } from '../events/stored-mail.ts'
import { withdrawOpenOffers } from '../leads/write-lead.ts'
import { changeOwnLead } from './change-own-lead.ts'
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
    mailsOf: (after, session) => mailsToFirms('stop-notice', after, session),
  })
}

/** What takes back whatever is on offer because the homeowner wants it. */
export function withdrawn(lead: Lead, at: Date) {
  const { offers, arrayFilters } = withdrawOpenOffers('by-homeowner', at)
  const set = { ...offers, enoughQuotesAt: lead.enoughQuotesAt ?? at }
  return { at, set, arrayFilters, event: offersChanged('offer.withdrawn', lead.id, at) }
}

const webhookOf = { 'stop-notice': 'webhook-withdrawn', 'erase-notice': 'webhook-erased' } as const

/** A mail to each firm that has the details, and a message to the webhooks of those that have one. */
export async function mailsToFirms(
  kind: 'stop-notice' | 'erase-notice',
  { _id: leadId, offers }: Pick<LeadRecord, '_id' | 'offers'>,
  session: ClientSession,
): Promise<StoredMail[]> {
  const firms = firmsWithDetails(offers).map(({ contractorId }) => contractorId)
  const storedOf = (contractorId: string, own: Pick<StoredMail, 'kind' | 'channel'>, id: string): StoredMail => ({
    _id: id,
    leadId,
    contractorId,
    ...own,
  })
  const webhook = webhookOf[kind]
  return [
    ...firms.map((id) => storedOf(id, { kind }, deliveryId(leadId, kind, id))),
    ...(await firmsWithWebhook(firms, session)).map((id) =>
      storedOf(id, { kind: webhook, ...byWebhook }, deliveryId(leadId, webhook, id)),
    ),
  ]
}
