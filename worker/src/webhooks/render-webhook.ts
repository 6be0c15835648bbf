import { deliveryId, isWebhookKind } from '@kerbside/schema/deliveries/delivery'
import { deliveryRows } from '@kerbside/schema/deliveries/delivery-kinds'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { jobName } from '@kerbside/schema/emails/email-texts'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { stopUndoableUntil } from '@kerbside/schema/manage/undo-stop'
import { extraWorkOf, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { createBlanker } from '@kerbside/schema/redaction/redact'

type Wanted = Pick<DeliveryRecord, '_id' | 'leadId' | 'kind' | 'contractorId' | 'createdAt'>

/**
 * What a firm's system is sent: docs/webhooks.md describes it. `blank` removes what is personal from its answer, which may
 * repeat what it was sent.
 */
export type WebhookMessage = { type: string; timestamp: string; data: Record<string, unknown> }
export type RenderedWebhook = { message: WebhookMessage; blank: (answer: string) => string }

/**
 * The message as of now, so that it has corrections made since, and nothing that was erased. Null when it is not wanted any
 * more, and until when it is held while the homeowner may undo that they stopped sharing.
 */
export async function renderWebhook(delivery: Wanted, at: Date): Promise<RenderedWebhook | { until: Date } | null> {
  const { _id, leadId, kind, contractorId, createdAt } = delivery
  if (!isWebhookKind(kind)) throw new Error(`No webhook: ${kind}`)
  const of = (lead: Pick<Lead, 'firstName' | 'lastName'>, data: Record<string, unknown>): RenderedWebhook => ({
    message: { type: deliveryRows[kind].event, timestamp: createdAt.toISOString(), data },
    blank: createBlanker(lead),
  })
  if (kind === 'webhook-ping') return of({ firstName: '', lastName: '' }, { message: 'A test from Kerbside' })
  const record = leadId === null ? null : await LeadModel.findById(leadId).lean()
  const lead = record && toLead(record)
  const offer = lead?.offers.findLast((each) => each.contractorId === contractorId)
  if (!lead || !offer) return null
  const { reference, sharingStoppedAt, erasedAt } = lead
  if (kind === 'webhook-withdrawn' && offer.state === 'released')
    return of(lead, { reference, withdrawn_at: offer.decidedAt })
  if (offer.state !== 'accepted') return null
  if (kind === 'webhook-erased') return erasedAt ? of(lead, { reference, erased_at: erasedAt }) : null
  if (kind === 'webhook-withdrawn')
    return sharingStoppedAt ? of(lead, { reference, withdrawn_at: sharingStoppedAt }) : null
  const until = stopUndoableUntil(lead, at)
  if (sharingStoppedAt && until) return { until }
  if (sharingStoppedAt || erasedAt) return null
  const details = { ...detailsOf(lead), accepted_at: offer.decidedAt }
  switch (kind) {
    case 'webhook-accepted':
      return of(lead, details)
    case 'webhook-corrected': {
      const correction = correctionOf(lead, delivery)
      return correction && of(lead, { ...details, ...correction })
    }
    case 'webhook-estimate-sent':
    case 'webhook-estimate-replaced':
    case 'webhook-estimate-chosen':
    case 'webhook-estimate-undone':
    case 'webhook-estimate-agreed':
    case 'webhook-estimate-declined':
    case 'webhook-estimate-cancelled':
    case 'webhook-estimate-withdrawn': {
      const estimate = lead.estimates?.find((each) => _id.startsWith(deliveryId(lead.id, kind, each.id)))
      return estimate ? of(lead, { reference, estimate: estimateData(estimate) }) : null
    }
  }
}

/** What a firm's system is told of its own price, as it is now. Amounts in pence or cents. */
const estimateData = (estimate: LeadEstimate) => ({
  id: estimate.id,
  number: estimate.number,
  variation_of: estimate.variationOf,
  extra_work: estimate.variationOf === null ? null : extraWorkOf(estimate),
  kind: estimate.kind,
  currency: estimate.currency,
  total: estimate.total,
  state: estimate.state,
  sent_at: estimate.sentAt,
  valid_until: estimate.validUntil,
  decided_at: estimate.decidedAt,
  reason: estimate.declinedBecause ?? estimate.withdrawnBecause ?? null,
  start_day: estimate.startDay ?? null,
})

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
