import { formatAmount, type Currency } from '../amount.ts'

/** What a firm reports of a job that it accepted. */
export const outcomeKinds = ['quoted', 'won', 'lost', 'will-not-price', 'cannot-reach', 'not-genuine'] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

/** Why a firm reports that a job is not genuine. */
export const notGenuineReasons = ['wrong-number', 'not-their-request', 'outside-area', 'spam', 'other'] as const
export type NotGenuineReason = (typeof notGenuineReasons)[number]

export type JobOutcome = {
  kind: OutcomeKind
  at: Date
  /** The price with `quoted`, in pence or cents; null when the firm did not give it. */
  amount: number | null
  currency: Currency | null
  /** Why it is `not-genuine`. */
  reason: NotGenuineReason | null
}

const kindTexts: Record<OutcomeKind, string> = {
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  'will-not-price': 'Will not price it',
  'cannot-reach': 'Cannot reach the homeowner',
  'not-genuine': 'Not genuine',
}

export const reasonTexts: Record<NotGenuineReason, string> = {
  'wrong-number': 'Wrong number',
  'not-their-request': 'Not their request',
  'outside-area': 'Outside our area',
  spam: 'Spam',
  other: 'Other',
}

/** 'Quoted £2,450.00', 'Not genuine: wrong number'. */
export function outcomeText({ kind, amount, currency, reason }: Omit<JobOutcome, 'at'>): string {
  if (amount !== null && currency !== null) return `${kindTexts[kind]} ${formatAmount({ amount, currency })}`
  return reason === null ? kindTexts[kind] : `${kindTexts[kind]}: ${reasonTexts[reason].toLowerCase()}`
}

type Reported = { outcomes?: readonly JobOutcome[] | null }

/** What the firm reported last. Null while it has reported nothing. */
export const latestOutcome = ({ outcomes }: Reported): JobOutcome | null => outcomes?.at(-1) ?? null

/** Milliseconds after its acceptance from which a firm is asked what became of a job. */
const askedAfterMs = 86_400_000

type Accepted = { decidedAt: Date | null; offeredAt: Date }
export const isOutcomeAsked = ({ decidedAt, offeredAt }: Accepted, now: Date): boolean =>
  now.getTime() >= (decidedAt ?? offeredAt).getTime() + askedAfterMs

/** What makes staff and the homeowner look whether the request is right. */
export const isDoubt = ({ kind }: Pick<JobOutcome, 'kind'>): boolean =>
  kind === 'cannot-reach' || kind === 'not-genuine'

/** What a firm reports, as a lead's change has it. */
export type FirmReport = { contractorId: string; contractorName: string; outcome: JobOutcome }

/** How many reports of one job are stored; the oldest give way. */
export const maximumOutcomes = 50
