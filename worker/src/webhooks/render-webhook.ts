import { deliveryId, isWebhookKind } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { jobName } from '@kerbside/schema/emails/email-texts'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { createBlanker } from '@kerbside/schema/redaction/redact'
import { webhookEvents } from '@kerbside/schema/webhooks/webhook'

type Wanted = Pick<DeliveryRecord, '_id' | 'leadId' | 'kind' | 'contractorId' | 'createdAt'>

/**
 * What a firm's system is sent: docs/webhooks.md describes it. `blank` removes what is personal from its answer, which may
 * repeat what it was sent.
 */
export type WebhookMessage = { type: string; timestamp: string; data: Record<string, unknown> }
export type RenderedWebhook = { message: WebhookMessage; blank: (answer: string) => string }

/**
 * The message as of now, so that it has corrections made since, and nothing that was erased. Null when it is not wanted any
 * more.
 */
export async function renderWebhook(delivery: Wanted): Promise<RenderedWebhook | null> {
  const { leadId, kind, contractorId, createdAt } = delivery
  if (!isWebhookKind(kind)) throw new Error(`No webhook: ${kind}`)
  const of = (lead: Pick<Lead, 'firstName' | 'lastName'>, data: Record<string, unknown>): RenderedWebhook => ({
    message: { type: webhookEvents[kind], timestamp: createdAt.toISOString(), data },
    blank: createBlanker(lead),
  })
  if (kind === 'webhook-ping') return of({ firstName: '', lastName: '' }, { message: 'A test from Kerbside' })
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  const lead = record && toLead(record)
  const offer = lead?.offers.findLast((each) => each.contractorId === contractorId)
  if (!lead || offer?.state !== 'accepted') return null
  const { reference, sharingStoppedAt, erasedAt } = lead
  if (kind === 'webhook-erased') return erasedAt ? of(lead, { reference, erased_at: erasedAt }) : null
  if (kind === 'webhook-withdrawn')
    return sharingStoppedAt ? of(lead, { reference, withdrawn_at: sharingStoppedAt }) : null
  if (sharingStoppedAt || erasedAt) return null
  const details = { ...detailsOf(lead), accepted_at: offer.decidedAt }
  if (kind === 'webhook-accepted') return of(lead, details)
  const correction = correctionOf(lead, delivery)
  return correction && of(lead, { ...details, ...correction })
}

/** When the homeowner corrected which answers. */
function correctionOf({ id, corrections = [] }: Lead, { _id, contractorId }: Wanted) {
  const isThis = (_: unknown, round: number) => deliveryId(id, 'webhook-corrected', contractorId, round) === _id
  const correction = corrections.find(isThis)
  return correction ? { corrected_at: correction.at, corrected: correction.changes.map(({ name }) => name) } : null
}

/** The same details as the email to the firm has. */
function detailsOf(lead: Lead): Record<string, unknown> {
  const { reference, trade, fullName, firstName, lastName, email, mobile, postcode, answers, createdAt } = lead
  return {
    reference,
    trade,
    job: jobName(lead),
    submitted_at: createdAt,
    contact: {
      name: fullName,
      first_name: firstName,
      last_name: lastName,
      email: email || null,
      phone: mobile || null,
      postcode,
    },
    answers: answers.map(({ name, label, value }) => ({ name, label, value })),
  }
}
