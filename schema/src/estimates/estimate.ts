import { sumsOf, type Currency, type Sum } from '../amount.ts'
import type { PriceFile } from '../quote-files/quote-file.ts'
import { firmsWithDetails, type Offer } from '../offers/offer.ts'
import type { Inclusion } from './checklist.ts'
import type { EstimateTotals } from './estimate-money.ts'

/** `fixed`: the price is what will be paid. `estimate`: it may change as the work shows what is needed. */
export const estimateKinds = ['fixed', 'estimate'] as const
export type EstimateKind = (typeof estimateKinds)[number]

export const kindTexts: Record<EstimateKind, string> = { fixed: 'Fixed price', estimate: 'Estimate' }

export const units = ['item', 'm²', 'm', 'm³', 'tonne', 'hour', 'day'] as const
export type Unit = (typeof units)[number]

/** How many lines a price has at most. */
export const estimateLineLimit = 60

export type EstimateLine = {
  text: string
  /** In thousandths of the unit. */
  quantity: number
  unit: Unit
  /** In pence or cents, without VAT. */
  unitPrice: number
  /** Of VAT, in hundredths of a percent; 0 of a firm that is not registered. */
  rate: number
  /** Why a rate applies that is not the usual one; null where the usual one does. */
  rateReason: string | null
  /** A sum set aside for what cannot be priced yet. */
  isProvisional: boolean
}

/** When a part of the price is due. `amount` in pence or cents, with VAT. */
export type PaymentStage = { text: string; amount: number }

/** What a firm says with its price. It never changes once it is sent; a correction is another version. */
export type EstimateContent = {
  kind: EstimateKind
  /** Null if not known: of a price that staff sent, whose one amount is all that the homeowner pays. */
  isVatRegistered: boolean | null
  lines: EstimateLine[]
  /** In pence or cents, with VAT; 0 for none. Stands before the stages. */
  deposit: number
  /** With the deposit they make up the whole price; empty if nothing is said. */
  stages: PaymentStage[]
  /** By the names of the trade's checklist; missing: not said. */
  checklist: Record<string, Inclusion>
  /** YYYY-MM-DD; null if nothing is said. */
  startDay: string | null
  /** Working days; null if nothing is said. */
  durationDays: number | null
  /** YYYY-MM-DD: the last day, in London, on which it can be chosen. */
  validUntilDay: string
  /** Years; null if nothing is said. */
  guaranteeYears: number | null
  insurer: string | null
  message: string | null
}

/** A price as it was sent: the record that is kept, and what its PDF and its digest are made from. */
export type Estimate = EstimateContent & {
  /** A UUID made on the device, so that it is sent once however often it is requested. */
  id: string
  leadId: number
  /** Null: our own, sent by staff. */
  contractorId: string | null
  contractorName: string
  /** The version: 1 for a firm's first price of the job or of one extra work, then rising. */
  number: number
  /** The chosen price to which this one adds extra work; null of a price of the job. */
  variationOf: string | null
  /** Which extra work of that agreed job, from 1 on; null of a price of the job. Missing of the first one of former releases. */
  extraWork?: number | null
  currency: Currency
  totals: EstimateTotals
  /** Of the content and totals, as 64 hexadecimal digits: see `digestOf`. */
  sha256: string
  /** What changed from the version before, in words; empty of the first. */
  changes: string[]
  sentAt: Date
  /** Who of the staff entered it for the firm, or sent our own; null when the firm sent it. */
  enteredBy: { id: string; name: string } | null
  /** Photos and PDFs that came with it. */
  files: PriceFile[]
}

/** The states of a price; what leads from one to another: schema/src/estimates/estimate-life.ts. */
export const estimateStates = ['sent', 'replaced', 'withdrawn', 'chosen', 'agreed', 'declined', 'cancelled'] as const
export type EstimateState = (typeof estimateStates)[number]

/** Why a homeowner takes none of the prices, or not this one. */
export const declineReasons = ['too-dear', 'too-late', 'changed-mind', 'another-firm', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]

export const declineReasonTexts: Record<DeclineReason, string> = {
  'too-dear': 'The prices are too high',
  'too-late': 'They could not start in time',
  'changed-mind': 'I changed my mind about the job',
  'another-firm': 'I chose another firm',
  other: 'Something else',
}

/**
 * What a lead stores of each price: all that decides about it, so that choosing one is a guarded write of one document. The
 * content is in the collection of estimates, under the same id.
 */
export type LeadEstimate = Pick<
  Estimate,
  'id' | 'contractorId' | 'contractorName' | 'number' | 'variationOf' | 'extraWork' | 'kind' | 'currency' | 'sentAt'
> & {
  state: EstimateState
  /** In pence or cents, with VAT: what the homeowner pays. */
  total: number
  /** The first moment at which it cannot be chosen any more. */
  validUntil: Date
  /** When the state was written last; null while it is `sent` for the first time. */
  decidedAt: Date | null
  /** Of a declined price. */
  declinedBecause?: DeclineReason | null
  /** Why staff or the firm withdrew it, or why its agreement was cancelled, in their words. */
  withdrawnBecause?: string | null
  /** When the homeowner's page showed it for the first time; missing until then. */
  seenAt?: Date | null
  /** Of a chosen price: the name that the homeowner typed. */
  chosenBy?: string | null
  /** Of a chosen price: what the other firms hear once it is agreed; missing of a variation. */
  othersBecause?: DeclineReason | null
  /** Of an agreed price: the day on which the firm starts, YYYY-MM-DD. */
  startDay?: string | null
}

/** How many quotes of one contractor a lead has room for, all versions and extra work included. */
export const maximumVersions = 20

/** Seconds between two versions of the same work that a contractor sends. */
export const versionPauseSeconds = 60

/** Milliseconds for which the email about another version waits, so that several within minutes are one. */
export const versionEmailDelayMs = 600_000

/** Days for which a price can be chosen where nobody says for how long. */
export const usualValidDays = 30

/** Hours in which the homeowner can undo a choice that the firm has not confirmed. */
export const undoHours = 24

/** Open to be chosen at this moment. */
export const canBeChosen = ({ state, validUntil }: Pick<LeadEstimate, 'state' | 'validUntil'>, now: Date): boolean =>
  state === 'sent' && validUntil > now

/** The contractors that have the job and an open or chosen quote of it. */
export const firmsWaiting = (
  { estimates = [], offers }: { estimates?: readonly LeadEstimate[]; offers: readonly Offer[] },
  now: Date,
): string[] =>
  firmsWithDetails(offers)
    .map(({ contractorId }) => contractorId)
    .filter((firm) =>
      estimates.some((each) => each.contractorId === firm && (each.state === 'chosen' || canBeChosen(each, now))),
    )

/** What screens say of a price: its state, or that its time is over. */
export type ShownState = EstimateState | 'expired'
export const shownState = ({ state, validUntil }: Pick<LeadEstimate, 'state' | 'validUntil'>, now: Date): ShownState =>
  state === 'sent' && validUntil <= now ? 'expired' : state

type Choosable = Pick<LeadEstimate, 'state' | 'variationOf'>

/** The price of the job that the homeowner has chosen, confirmed by the firm or not; undefined while there is none. */
export const chosenEstimate = <E extends Choosable>(estimates: readonly E[] = []): E | undefined =>
  estimates.find(({ state, variationOf }) => variationOf === null && (state === 'chosen' || state === 'agreed'))

/** The day on which a firm has agreed to start, YYYY-MM-DD; null while it has agreed to none. */
export const startDayOf = (estimates: readonly LeadEstimate[] = [], contractorId: string): string | null =>
  estimates.find((each) => each.contractorId === contractorId && each.state === 'agreed' && each.variationOf === null)
    ?.startDay ?? null

/** Chosen, confirmed by the contractor or not. */
export const isTaken = ({ state }: Pick<LeadEstimate, 'state'>): boolean => state === 'chosen' || state === 'agreed'

export type Work = Pick<LeadEstimate, 'contractorId' | 'variationOf' | 'extraWork'>

/** The number of an extra work; those of former releases are the first. */
export const extraWorkOf = ({ extraWork }: Pick<Work, 'extraWork'>): number => extraWork ?? 1

/** Whether both are versions of one thing: the job by one contractor, or one extra work of it. */
export const isSameWork = (one: Work, other: Work): boolean =>
  one.contractorId === other.contractorId &&
  one.variationOf === other.variationOf &&
  extraWorkOf(one) === extraWorkOf(other)

/** 'Extra work 2'; null of a price of the job itself. */
export const extraWorkName = (work: Pick<Work, 'variationOf' | 'extraWork'>): string | null =>
  work.variationOf === null ? null : `Extra work ${extraWorkOf(work)}`

/** The latest version of each extra work, in the order in which they were sent. */
export const latestExtraWork = <E extends Work>(estimates: readonly E[] = []): E[] =>
  estimates.filter(
    (each, place) => each.variationOf !== null && !estimates.slice(place + 1).some((later) => isSameWork(later, each)),
  )

type Versioned = Pick<LeadEstimate, 'contractorId' | 'variationOf'>

/** The latest price of each firm for the job, without variations, in the order in which the firms first sent one. */
export function latestEstimates<E extends Versioned>(estimates: readonly E[] = []): E[] {
  const main = estimates.filter(({ variationOf }) => variationOf === null)
  const firms = [...new Set(main.map(({ contractorId }) => contractorId))]
  return firms.flatMap((firm) => main.findLast(({ contractorId }) => contractorId === firm) ?? [])
}

/** The lowest open price: one of the firms can get the job. Undefined once one is chosen. */
export const lowestOpen = (estimates: readonly LeadEstimate[] = []): LeadEstimate | undefined =>
  chosenEstimate(estimates)
    ? undefined
    : latestEstimates(estimates)
        .filter(({ state }) => state === 'sent')
        .toSorted((a, b) => a.total - b.total)[0]

/** What a lead is worth: the chosen price with its extra work, or the lowest open one; null while it has neither. */
export function leadValue(estimates: readonly LeadEstimate[] = []): Sum | null {
  const open = lowestOpen(estimates)
  const decided = estimates.filter(({ state }) => state === 'chosen' || state === 'agreed')
  const counted = open ? [open] : chosenEstimate(estimates) ? decided : []
  return sumsOf(counted.map(({ currency, total }) => ({ currency, amount: total })))[0] ?? null
}

/** What the firm said with a price, without what was stored with it. */
export const contentOf = ({
  kind,
  isVatRegistered,
  lines,
  deposit,
  stages,
  checklist,
  startDay,
  durationDays,
  validUntilDay,
  guaranteeYears,
  insurer,
  message,
}: EstimateContent): EstimateContent => ({
  kind,
  isVatRegistered,
  lines,
  deposit,
  stages,
  checklist,
  startDay,
  durationDays,
  validUntilDay,
  guaranteeYears,
  insurer,
  message,
})
