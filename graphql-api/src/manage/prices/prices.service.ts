import { currencyOf } from '@kerbside/schema/amount'
import { publicRating } from '@kerbside/schema/contractors/rating'
import { areaOfJob } from '@kerbside/schema/contractors/matching'
import { countyOf } from '@kerbside/schema/quotes/places'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { AppError } from '@kerbside/schema/errors'
import { checklistOf } from '@kerbside/schema/estimates/checklist'
import {
  canBeChosen,
  chosenEstimate,
  isSameWork,
  latestEstimates,
  latestExtraWork,
  shownState,
  type Estimate,
  type LeadEstimate,
  type ShownState,
} from '@kerbside/schema/estimates/estimate'
import { countryOfCurrency } from '@kerbside/schema/estimates/estimate-request'
import { isUndoable, undoUntil } from '@kerbside/schema/estimates/estimate-life'
import { EstimateModel, toEstimate } from '@kerbside/schema/estimates/estimate.model'
import { holdsJob } from '@kerbside/schema/offers/offer'
import { isPending, type Lead } from '@kerbside/schema/leads/lead'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { markSeen } from '@kerbside/schema/leads/write-estimates.model'
import mongoose from 'mongoose'
import type { Context } from '../../deps.ts'
import { findOwnLead } from '../manage.service.ts'

/** A price as its homeowner sees it: what the firm said, and what became of it. */
export type ShownPrice = {
  content: Estimate
  own: LeadEstimate
  state: ShownState
  /** The whole request is closed, and may be opened again. */
  isClosed: boolean
  /** When it was looked at. */
  now: Date
  /** Whether it can be chosen now. */
  isOpen: boolean
  /** Whether its choice can be undone now, and until when if it is fresh. */
  isUndoable: boolean
  undoUntil: Date | null
  /** '4.6 of 5 stars, …', where it is published. */
  rating: string | null
  /** Which of the firm's areas the job lies in; null if that is not known. */
  area: string | null
}

export type PricesScreen = {
  lead: Lead
  now: Date
  token: string
  /** The latest of each firm for the job, in the order in which the firms first sent one. */
  prices: ShownPrice[]
  /** Extra work that the firms priced later, oldest first. */
  variations: ShownPrice[]
  checklist: ReturnType<typeof checklistOf>
}

export const unknownPrice = new AppError(
  'NOT_FOUND',
  'We do not know this price. Go back to your request and choose one there.',
)

/** How many firms' prices stand side by side. */
const maximumCompared = 5

/** Of more than that a price that is over gives way first, then the oldest one, and never the one that was chosen. */
function sideBySide(latest: LeadEstimate[]): LeadEstimate[] {
  const chosen = chosenEstimate(latest)
  const rank = (price: LeadEstimate) => (price === chosen ? 2 : price.state === 'sent' ? 1 : 0)
  const newest = latest.toReversed().toSorted((a, b) => rank(b) - rank(a))
  return latest.filter((price) => newest.indexOf(price) < maximumCompared)
}

/** The prices of the homeowner's request, to compare. */
export async function viewPrices(ctx: Context, token: string): Promise<PricesScreen> {
  const lead = await findOwnLead(ctx, token)
  const { estimates = [] } = lead
  const latest = sideBySide(latestEstimates(estimates))
  const shown = await shownPrices(ctx, lead, [...latest, ...latestExtraWork(estimates)])
  return {
    lead,
    now: ctx.now(),
    token,
    prices: shown.filter(({ own }) => own.variationOf === null),
    variations: shown.filter(({ own }) => own.variationOf !== null),
    checklist: checklistOf(lead.trade),
  }
}

export type PriceScreen = Omit<PricesScreen, 'prices' | 'variations'> & {
  price: ShownPrice
  /** All of this firm for the same work, the newest first. */
  versions: ShownPrice[]
}

/** One price with all that it says, and the versions of it. */
export async function viewPrice(ctx: Context, token: string, id: string): Promise<PriceScreen> {
  const lead = await findOwnLead(ctx, token)
  const { estimates = [] } = lead
  const wanted = estimates.find((each) => each.id === id)
  if (!wanted) throw unknownPrice
  const same = estimates.filter((each) => isSameWork(each, wanted))
  const versions = (await shownPrices(ctx, lead, same)).toReversed()
  const price = versions.find(({ own }) => own.id === id)
  if (!price) throw unknownPrice
  return { lead, now: ctx.now(), token, price, versions, checklist: checklistOf(lead.trade) }
}

async function shownPrices(ctx: Context, lead: Lead, wanted: readonly LeadEstimate[]): Promise<ShownPrice[]> {
  const now = ctx.now()
  const firmIds = wanted.flatMap(({ contractorId }) => contractorId ?? []).filter((id) => mongoose.isValidObjectId(id))
  const [records, firms] = await Promise.all([
    EstimateModel.find({ _id: { $in: wanted.map(({ id }) => id) }, leadId: lead.id })
      .read('primary')
      .lean(),
    ContractorModel.find({ _id: { $in: firmIds } }, 'ratings areas active').lean(),
  ])
  const contents = new Map(records.map((record) => [record._id, toEstimate(record)]))
  const known = new Map(firms.map((firm) => [String(firm._id), firm]))
  const { postcode } = lead
  return wanted.flatMap((own) => {
    const content = contents.get(own.id)
    if (!content) return []
    const firm = known.get(own.contractorId ?? '')
    return [
      {
        content,
        own,
        rating: firm ? publicRating(firm.ratings) : null,
        area: firm ? areaOfJob(firm.areas, postcode, countyOf(postcode)) : null,
        now,
        isClosed: lead.status === 'lost',
        state: shownState(own, now),
        isOpen: firm?.active === true && isOpen(lead, own, now),
        isUndoable: isUndoable(own, now, ctx.settings().unconfirmedDays),
        undoUntil: untilOf(own, now),
      },
    ]
  })
}

/** The rule of the write that chooses: the price itself, its contractor, no other one chosen, and the request still going on. */
function isOpen({ estimates, offers, status, sharingStoppedAt }: Lead, own: LeadEstimate, now: Date): boolean {
  if (own.contractorId === null || !canBeChosen(own, now) || sharingStoppedAt || status === 'lost') return false
  if (!holdsJob(offers, own.contractorId)) return false
  if (own.variationOf !== null) return true
  return isPending(status) && !chosenEstimate(estimates)
}

function untilOf({ state, decidedAt }: LeadEstimate, now: Date): Date | null {
  const until = state === 'chosen' && decidedAt ? undoUntil(decidedAt) : null
  return until && until > now ? until : null
}

/** The country whose rules apply to the contract. */
export const countryOfLead = (lead: Lead) => countryOfCurrency(currencyOf(lead))

/**
 * Stores that a person has looked at these prices, for staff. Only a browser that shows the page to somebody says so; what
 * tries the links of emails does not, and changes nothing.
 */
export async function seePrices(
  ctx: Context,
  { lead }: Pick<PricesScreen, 'lead'>,
  ids: readonly string[],
): Promise<void> {
  const unseen = ids.filter((id) => lead.estimates?.some((each) => each.id === id && !each.seenAt))
  if (unseen.length === 0) return
  const at = ctx.now()
  await writeGuarded({ leadId: lead.id, at, ...markSeen(unseen, at) })
}
