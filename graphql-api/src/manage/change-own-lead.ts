import { leadSubject } from '@kerbside/schema/audit/audit'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { byWebhook } from '@kerbside/schema/deliveries/delivery.model'
import { AppError } from '@kerbside/schema/errors'
import type { OutboxEvent } from '@kerbside/schema/events/event.jobs'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeAndRead, type LeadWrite } from '@kerbside/schema/leads/write-lead.model'
import { firmsWithDetails } from '@kerbside/schema/offers/offer'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { firmsWithWebhook } from '@kerbside/schema/webhooks/webhook.model'
import type { ClientSession } from 'mongoose'
import { recordAudit, type Audited } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { fromRequest } from '../events/publish-events.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'

/** A change by the homeowner, at the moment `at`. Nothing happens when the guard does not hold. */
export type OwnChange = Pick<LeadWrite, 'at' | 'guard' | 'set' | 'push' | 'arrayFilters'> & {
  event?: OutboxEvent
  /** Stored with it, and left to the worker's relay until it is due. */
  later?: OutboxEvent
  audited: Pick<Audited, 'action' | 'details'>
  /** The emails that it causes, by what is stored then. */
  emailsOf?: (after: LeadRecord, session: ClientSession) => StoredEmail[] | Promise<StoredEmail[]>
  /** Done in the same transaction. */
  alongside?: (after: LeadRecord, session: ClientSession) => Promise<void>
}

/** Of changes at the same moment one gets through each time. */
export const tries = 10

export const justChanged = new AppError('CONFLICT', 'Your request has just been changed. Please try once more.')

/** The guarded write of the homeowner's page: the change, its event, its emails and its entry of the audit trail, or nothing. */
export async function changeOwnLead(ctx: Context, { id, reference }: Lead, change: OwnChange): Promise<boolean> {
  const { at } = change
  const event = change.event && fromRequest(ctx, change.event)
  const emails = await inTransaction(async (session) => {
    const { set, push, arrayFilters } = change
    const guard = { erasedAt: null, ...change.guard }
    const events = [event, change.later && fromRequest(ctx, change.later)].filter((each) => each !== undefined)
    const write = { leadId: id, at, guard, set, push, arrayFilters, events, inc: { version: 1 } }
    const after = await writeAndRead(write, session)
    if (!after) return null
    await change.alongside?.(after, session)
    const caused = (await change.emailsOf?.(after, session)) ?? []
    for (const email of caused) await storeEmail(ctx, email, session)
    await recordAudit(ctx, { ...change.audited, subject: leadSubject(id, reference), by: null }, session)
    return caused
  })
  if (emails === null) return false
  if (event) ctx.publishEvent(id, event)
  await Promise.all(emails.map((email) => sendStoredEmail(ctx, email)))
  return true
}

/** What firms are told of what the homeowner did: the kind of the email, and of the message to a webhook. */
const webhookOf = {
  'correction-notice': 'webhook-corrected',
  'erase-notice': 'webhook-erased',
} as const

type About = { lead: Pick<LeadRecord, '_id' | 'offers'>; round?: number }

/**
 * An email to each firm that has the details, and a message to the webhooks of those that have one. `round` tells several
 * of a kind apart.
 */
export async function emailsToFirms(
  kind: keyof typeof webhookOf,
  { lead: { _id: leadId, offers }, round = 0 }: About,
  session: ClientSession,
): Promise<StoredEmail[]> {
  const firms = firmsWithDetails(offers).map(({ contractorId }) => contractorId)
  const webhook = webhookOf[kind]
  const emails = firms.map((contractorId): StoredEmail => {
    return { _id: deliveryId(leadId, kind, contractorId, round), kind, leadId, contractorId }
  })
  const messages = (await firmsWithWebhook(firms, session)).map((contractorId): StoredEmail => {
    return { _id: deliveryId(leadId, webhook, contractorId, round), kind: webhook, ...byWebhook, leadId, contractorId }
  })
  return [...emails, ...messages]
}
