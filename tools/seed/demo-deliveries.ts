import { deliveryId, type DeliveryKind, type DeliveryState } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/leads/offer'
import { decidedState } from '../../worker/src/deliveries/mirror-offer.ts'

type Sent = {
  kind: DeliveryKind
  contractorId: string | null
  at: Date
  state?: DeliveryState
  changedAt?: Date | null
}

/** The mails of a lead that has lived already, each in a state in which no worker touches it. */
export function deliveriesOf(lead: LeadRecord): DeliveryRecord[] {
  const mails: Sent[] = [
    { kind: 'confirmation', contractorId: null, at: lead.createdAt },
    ...lead.offers.flatMap((offer) => [offerMail(offer), ...releaseMails(offer)]),
  ]
  return mails.map((mail, place) => recordOf(lead._id, mail, place))
}

const offerMail = ({ contractorId, state, offeredAt, decidedAt }: Offer): Sent => ({
  kind: 'offer',
  contractorId,
  at: offeredAt,
  state: decidedState(state) ?? 'sent',
  changedAt: decidedAt,
})

function releaseMails({ state, contractorId, decidedAt }: Offer): Sent[] {
  if (state !== 'accepted' || decidedAt === null) return []
  return (['contact-details', 'accepted-notice'] as const).map((kind) => ({ kind, contractorId, at: decidedAt }))
}

function recordOf(
  leadId: number,
  { kind, contractorId, at, state = 'sent', changedAt }: Sent,
  place: number,
): DeliveryRecord {
  const createdAt = new Date(at.getTime() + 300)
  // Now and then a mailbox takes a mail at the second try only.
  const attempts = (leadId + place * 7) % 23 === 0 ? 2 : 1
  const sentAt = new Date(createdAt.getTime() + (attempts === 1 ? 700 + place * 90 : 7_400))
  const refused = state === 'failed'
  return {
    _id: deliveryId(leadId, kind, contractorId),
    leadId,
    kind,
    contractorId,
    state,
    round: 0,
    roundStartedAt: createdAt,
    attempts,
    nextTryAt: null,
    refused,
    lastError: refused ? '550 5.1.1 Mailbox unavailable' : null,
    claimId: null,
    claimedUntil: null,
    createdAt,
    updatedAt: changedAt ?? sentAt,
    sentAt: refused ? null : sentAt,
  }
}
