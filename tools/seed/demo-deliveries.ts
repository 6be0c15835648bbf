import { deliveryId, messageId, type LeadEmailKind, type DeliveryState } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { decidedState } from '../../worker/src/deliveries/offer-outcome.ts'
import { recordedTemplate } from '../../worker/src/deliveries/emails/render-email.ts'

type Sent = {
  kind: LeadEmailKind
  contractorId: string | null
  at: Date
  state?: DeliveryState
  changedAt?: Date | null
}

/** The emails of a demo lead, each in a state in which no worker touches it. */
export function deliveriesOf(lead: LeadRecord): DeliveryRecord[] {
  const confirmation: Sent = { kind: 'confirmation', contractorId: null, at: lead.createdAt }
  const emails = [confirmation, ...lead.offers.flatMap(emailsOf)]
  return emails.map((email, place) => recordOf(lead._id, email, place))
}

function emailsOf({ contractorId, state, offeredAt, decidedAt }: Offer): Sent[] {
  const kind = 'offer'
  const offer = {
    kind,
    contractorId,
    at: offeredAt,
    state: decidedState(state) ?? 'sent',
    changedAt: decidedAt,
  } as const
  if (state !== 'accepted' || decidedAt === null) return [offer]
  const release = ['contact-details', 'accepted-notice'] as const
  return [offer, ...release.map((each) => ({ kind: each, contractorId, at: decidedAt }))]
}

function recordOf(leadId: number, sent: Sent, place: number): DeliveryRecord {
  const { kind, contractorId, at, state = 'sent', changedAt } = sent
  const createdAt = new Date(at.getTime() + 300)
  // Now and then a mailbox takes an email at the second try only.
  const attempts = (leadId + place * 7) % 23 === 0 ? 2 : 1
  const sentAt = new Date(createdAt.getTime() + (attempts === 1 ? 700 + place * 90 : 7_400))
  const rejected = state === 'failed'
  return {
    _id: deliveryId(leadId, kind, contractorId),
    leadId,
    kind,
    contractorId,
    state,
    round: 0,
    roundStartedAt: createdAt,
    attempts,
    attemptLog: Array.from({ length: attempts }, (_, index) => ({
      at: index === attempts - 1 ? new Date(sentAt.getTime() - 90) : createdAt,
      ms: 90,
      round: 0,
      ...answerOf(rejected, index === attempts - 1),
    })),
    messageId: messageId({ id: deliveryId(leadId, kind, contractorId) }, 'kerbside.example'),
    template: recordedTemplate(kind),
    nextTryAt: null,
    refused: rejected,
    lastError: rejected ? '550 5.1.1 Mailbox unavailable' : null,
    claimId: null,
    claimedUntil: null,
    createdAt,
    updatedAt: changedAt ?? sentAt,
    sentAt: rejected ? null : sentAt,
  }
}

function answerOf(rejected: boolean, isLast: boolean) {
  if (!isLast) return { code: 451, answer: '451 4.7.1 Greylisted, try again later' }
  return rejected
    ? { code: 550, answer: '550 5.1.1 Mailbox unavailable' }
    : { code: 250, answer: '250 2.0.0 Ok: queued' }
}
