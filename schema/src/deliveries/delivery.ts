import { deliveryRows, type Recipient } from './delivery-kinds.ts'

type Rows = typeof deliveryRows
export type DeliveryKind = keyof Rows
type KindTo<To extends Recipient> = { [Kind in DeliveryKind]: Rows[Kind]['to'] extends To ? Kind : never }[DeliveryKind]

export const deliveryKinds = Object.keys(deliveryRows) as DeliveryKind[]

const isTo =
  <To extends Recipient>(...recipients: To[]) =>
  (kind: string): kind is KindTo<To> =>
    Object.hasOwn(deliveryRows, kind) && recipients.some((to) => to === deliveryRows[kind as DeliveryKind].to)

/** About one lead, by email. */
export type LeadEmailKind = KindTo<'homeowner' | 'homeowner-about-firm' | 'firm'>
export const leadEmailKinds = deliveryKinds.filter(isTo('homeowner', 'homeowner-about-firm', 'firm'))
export type ContractorEmailKind = KindTo<'contractor'>
export type HomeownerEmailKind = KindTo<'homeowner'>
/** Goes to the firm or tells the homeowner about it. */
export type FirmEmailKind = KindTo<'homeowner-about-firm' | 'firm'>
/** Whether such an email goes to the homeowner. */
export const goesToHomeowner = isTo('homeowner', 'homeowner-about-firm')

export type UserEmailKind = KindTo<'user'>
/** To staff about a lead: a colleague mentioned them in a note, or gave them the lead. */
export type StaffEmailKind = Extract<UserEmailKind, 'mention' | 'assignment'>
/** To managers about leads that nobody has answered: soon late, and late. */
export type PromiseAlertKind = Extract<UserEmailKind, `promise-${string}`>
/** To people about what was changed about signing in to their account. */
export type SecurityNoticeKind = Extract<
  UserEmailKind,
  'password-changed' | `email-changed${string}` | `two-step-${string}`
>

export type WebhookKind = KindTo<'webhook'>
export const isWebhookKind = isTo('webhook')
export const webhookKinds = deliveryKinds.filter(isWebhookKind)

export type PushKind = KindTo<'device'>
export const isPushKind = isTo('device')

export type EmailKind = Exclude<DeliveryKind, WebhookKind | PushKind>

/** The email to a firm with all offers of a day. */
export const digestKind = 'offer-digest'

/** Whether an email offers jobs to a firm. It is tried until its offers expire. */
export const offersJobs = (kind: DeliveryKind): boolean => kind === 'offer' || kind === digestKind
/** The same as a filter. */
export const offerEmailKinds = ['offer', digestKind] satisfies DeliveryKind[]

/**
 * `queued → sending → sent → accepted | declined | expired`, or `failed`: rejected for good, or not taken for 72 hours;
 * staff see it and can resend it, and an admin can discard it, which makes it `expired`. `bounced`: it was sent and came
 * back. An email in `sending` whose claim has expired is sent again under the same Message-ID.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'sent',
  'accepted',
  'declined',
  'expired',
  'failed',
  'bounced',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One try at SMTP, at a firm's webhook or at a push service, and what came of it. */
export type DeliveryAttempt = {
  at: Date
  /** Milliseconds until the other side answered or the try ended. */
  ms: number
  /** `Delivery.round` of that time: from 1 on staff had asked for the resend. */
  round: number
  /** The reply code of SMTP or the status of HTTP; null when no answer came. */
  code: number | null
  /** The server's answer or the network's error, without addresses. */
  answer: string
}

/** Attempts that a delivery keeps, the latest ones. */
export const keptAttempts = 20

/** That an email came back from a mail server on its way. */
export type DeliveryBounce = {
  at: Date
  /** The address takes no email (status 5.x.x). Otherwise it might later. */
  hard: boolean
  /** The status code of RFC 3463, like 5.1.1. */
  status: string
  /** What that mail server said, without addresses; may be empty. */
  reason: string
  /** The homeowner gets no more emails about this lead, until staff resend one that bounced. */
  pauses: boolean
}

/** `round`: how often the firm had been offered the job before. */
export type DigestOffer = { leadId: number; round: number }

/** The template of an email. `version`: the number of the words that an admin saved, or `built-in 1`. */
export type DeliveryTemplate = { name: string; version: string }

export type Delivery = {
  /** `lead-42-offer-<contractor id>`, so that the same email cannot be stored twice. */
  id: string
  /** Null of an email to a user about the account. */
  leadId: number | null
  /** The numbers of the leads that an email about several is about. */
  leadIds?: number[]
  /** The user that it goes to; null or missing of an email to a homeowner or firm. */
  userId?: string | null
  /** The user's email address before it was changed, if the email goes there; otherwise it goes to the present one. */
  formerAddress?: string
  kind: DeliveryKind
  /** The email as it stood in the editor, if this is an `email-test`. */
  tested?: { name: string; words: Record<'subject' | 'preheader' | 'title' | 'body', string> }
  /** How it goes out; missing of an email. `digest`: within the email of `digestId`, which sets its state. */
  channel?: 'webhook' | 'digest' | 'push' | null
  digestId?: string
  /** The device that a push goes to. */
  pushDeviceId?: string
  /** What a digest offers. Nothing is added once it is sealed, which is when it is first put together. */
  offers?: DigestOffer[]
  sealedAt?: Date
  /** The firm that it goes to or is about; null for the homeowner's confirmation, quotes and follow-ups. */
  contractorId: string | null
  state: DeliveryState
  /** Counts resends on demand. */
  round: number
  /** When this round began: the 72 hours count from here. Null: they count from `createdAt`. */
  roundStartedAt: Date | null
  /** Tries at SMTP so far, in all rounds. */
  attempts: number
  /** The latest of these tries, oldest first. Missing until the first. */
  attemptLog?: DeliveryAttempt[]
  /** As it was last sent. Null until it is tried at SMTP. */
  messageId?: string | null
  template?: DeliveryTemplate | null
  /** Missing or null unless it came back since it was last sent by hand. */
  bounce?: DeliveryBounce | null
  /** While `queued`, when it is tried next; null means now. */
  nextTryAt: Date | null
  /** The receiving server rejected this email at the last try: with `failed` for good, with `queued` the first time. */
  refused: boolean
  /** The last error of the mail server or the network, without addresses. */
  lastError: string | null
  /** While `sending`, the run that sends it, and until when; the sender renews the claim as long as it lives. */
  claimId: string | null
  claimedUntil: Date | null
  createdAt: Date
  updatedAt: Date
  sentAt: Date | null
}

/** Milliseconds after which a worker asks for an email itself, should its job have been lost. */
export const forgottenAfterMs = 60_000

/** Days for which the record of a push is kept. */
export const pushDays = 30

/** Hours for which an email is tried unless it is rejected. An offer's email is tried until the offer expires instead. */
export const giveUpHours = 72

/**
 * `about`: the firm's id, or that of a sent quote or follow-up. `round`: how often the firm was offered the job before, so that each
 * offer has an email of its own.
 */
export const deliveryId = (leadId: number, kind: LeadEmailKind | WebhookKind, about: string | null = null, round = 0) =>
  ['lead', leadId, kind, ...(about ? [about] : []), ...(round > 0 ? [round + 1] : [])].join('-')

/** `day`: YYYY-MM-DD by the firm's clock. */
export const digestId = (contractorId: string, day: string) => ['firm', contractorId, 'digest', day].join('-')

/** `hour`: since 1970, so that there is one an hour. */
export const contractorLinkId = (contractorId: string, hour: number) => ['firm', contractorId, 'link', hour].join('-')

/** `about` distinguishes emails of the same kind: the same twice is one email. */
export const userEmailId = (userId: string, kind: UserEmailKind, about: string | number) =>
  ['user', userId, kind, about].join('-')

/** `about` distinguishes notifications of one kind: the same twice is one on each device. */
export const pushId = (deviceId: string, kind: PushKind, about: string | number) => [kind, deviceId, about].join('-')

/** The Message-ID is the same for every try, so that mailboxes merge the copies that a crash can cause. */
export const messageId = (delivery: Pick<Delivery, 'id'>, mailDomain: string) => `<${delivery.id}@${mailDomain}>`
