import { deliveryId, type DeliveryKind, type DeliveryState } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer, OfferState } from '@kerbside/schema/leads/offer'

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
  state: shown[state],
  changedAt: decidedAt,
})

/** What an offer's mail shows of its offer. */
const shown: Record<OfferState, DeliveryState> = {
  offered: 'sent',
  accepted: 'accepted',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'expired',
}

function releaseMails({ state, contractorId, decidedAt }: Offer): Sent[] {
  if (state !== 'accepted' || decidedAt === null) return []
  return (['contact-details', 'accepted-notice'] as const).map((kind) => ({ kind, contractorId, at: decidedAt }))
}

function recordOf(leadId: number, { kind, contractorId, at, state = 'sent', changedAt }: Sent, place: number) {
  const createdAt = new Date(at.getTime() + 300)
  // Now and then a mailbox takes a mail at the second try only.
  const attempts = (leadId + place * 7) % 23 === 0 ? 2 : 1
  const sentAt = new Date(createdAt.getTime() + (attempts === 1 ? 700 + place * 90 : 7_400))
  const record: DeliveryRecord = {
    _id: deliveryId(leadId, kind, contractorId),
    leadId,
    kind,
    contractorId,
    state,
    round: 0,
    attempts,
    lastError: null,
    claimedUntil: null,
    createdAt,
    updatedAt: changedAt ?? sentAt,
    sentAt,
  }
  return isBounced(leadId, kind, state) ? bounced(record) : record
}

/** One firm in a while has a full mailbox, lets its offer run out, and stays in the list of what failed. */
const isBounced = (leadId: number, kind: DeliveryKind, state: DeliveryState) =>
  kind === 'offer' && state === 'expired' && leadId % 17 === 0

const bounced = (record: DeliveryRecord): DeliveryRecord => ({
  ...record,
  state: 'failed',
  attempts: 1,
  lastError: '552 5.2.2 Mailbox full',
  updatedAt: new Date(record.createdAt.getTime() + 900),
  sentAt: null,
})
