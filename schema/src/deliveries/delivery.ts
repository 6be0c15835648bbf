/** Why a mail is sent. Each lead has one mail per purpose and recipient. */
export const deliveryKinds = ['confirmation', 'offer', 'contact-details', 'accepted-notice'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * `queued → sending → sent → accepted | declined | expired`, or `failed`: refused for good by the receiving side, or not
 * taken for 72 hours; shown to staff, resent on demand. `sending` whose claim has run out is sent again under the same
 * Message-ID.
 */
export const deliveryStates = ['queued', 'sending', 'sent', 'accepted', 'declined', 'expired', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type Delivery = {
  /** `lead-42-offer-<contractor id>`: the same purpose can never be written down twice. */
  id: string
  leadId: number
  kind: DeliveryKind
  /** The firm it goes to, or that it tells about; null for the homeowner's confirmation. */
  contractorId: string | null
  state: DeliveryState
  /** Counts resends on demand. */
  round: number
  /** When this round began: the 72 hours count from here. Null in records of older releases: from `createdAt`. */
  roundStartedAt: Date | null
  /** Tries at SMTP so far, in all rounds. */
  attempts: number
  /** While `queued`: nobody asks for it before then. Null: at once. */
  nextTryAt: Date | null
  /** The receiving side refused this mail for good; with `failed`. */
  refused: boolean
  /** What the mail server or the network said last, without addresses. */
  lastError: string | null
  /** While `sending`: which run has it. Renewed for as long as the sender lives. */
  claimId: string | null
  claimedUntil: Date | null
  createdAt: Date
  updatedAt: Date
  sentAt: Date | null
}

/** Hours for which a mail is tried that nobody refused. An offer's mail is tried until the offer expires instead. */
export const giveUpHours = 72

/** `round`: how many times the firm had been offered the job before, so that an offer made again is a mail of its own. */
export const deliveryId = (leadId: number, kind: DeliveryKind, contractorId: string | null = null, round = 0) =>
  ['lead', leadId, kind, ...(contractorId ? [contractorId] : []), ...(round > 0 ? [round + 1] : [])].join('-')

/** The same for every try, so that mailboxes fold the copies that a crash can cause. */
export const messageId = (delivery: Pick<Delivery, 'id'>, mailDomain: string) => `<${delivery.id}@${mailDomain}>`
