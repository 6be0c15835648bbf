/** Why a mail is sent. Each lead has one mail per purpose and recipient. */
export const deliveryKinds = ['confirmation', 'offer', 'contact-details', 'accepted-notice'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * `queued → sending → sent → accepted | declined | expired`, or `failed`: given up, shown to staff, resent on demand.
 * `sending` whose claim has run out is sent again under the same Message-ID.
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
  /** Counts resends on demand; part of the job id, because a queue remembers finished ids. */
  round: number
  /** Tries at SMTP so far, in all rounds. */
  attempts: number
  /** What the mail server or the network said last, without addresses. */
  lastError: string | null
  claimedUntil: Date | null
  createdAt: Date
  updatedAt: Date
  sentAt: Date | null
}

export const deliveryId = (leadId: number, kind: DeliveryKind, contractorId: string | null = null) =>
  ['lead', leadId, kind, ...(contractorId ? [contractorId] : [])].join('-')

/** The same for every try, so that mailboxes fold the copies that a crash can cause. */
export const messageId = (delivery: Pick<Delivery, 'id'>, mailDomain: string) => `<${delivery.id}@${mailDomain}>`
