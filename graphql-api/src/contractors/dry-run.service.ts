import { trades } from '@kerbside/schema/contractors/contractor'
import { checkFirms } from '@kerbside/schema/contractors/contractor.model'
import type { MatchReason } from '@kerbside/schema/contractors/matching'
import { invalid } from '@kerbside/schema/errors'
import { isOpenToFirms, type Lead, type Openness } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { firmsAsked, firmsToAsk } from '@kerbside/schema/offers/offer'
import { areaOf } from '@kerbside/schema/quotes/places'
import { parsePostcode } from '@kerbside/schema/quotes/postcode'
import { hasJobAlready, noPlaceLeft, offersOfJob, placesOfJob, type JobLead } from '@kerbside/schema/same-job/same-job'
import { findSameJob } from '@kerbside/schema/same-job/same-job.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'

/** `asked`: the firm had an offer for this lead and is not asked again. `next-in-line`: no place is free. */
export const dryRunOutcomes = ['offered', 'next-in-line', 'asked', 'not-suitable'] as const
export type DryRunFirm = Omit<MatchReason, 'matched'> & { outcome: (typeof dryRunOutcomes)[number] }

export type DryRun = {
  /** Null for an imagined lead. */
  reference: string | null
  trade: string
  /** As firms see it: South West London (SW1A); null without a postcode. */
  area: string | null
  /** Why the lead would be offered to nobody at all; null when it would. */
  closed: string | null
  /** Other leads of the homeowner that are the same job for firms. */
  sameJob: { id: number; reference: string }[]
  freePlaces: number
  firms: DryRunFirm[]
}

const text = z.string().trim().max(50, 'Write 50 characters at most').nullish()
const Input = z.strictObject({
  lead: text,
  postcode: text,
  trade: z.enum(trades, `Choose a trade: ${trades.join(', ')}`).nullish(),
})

type Imagined = Openness &
  Pick<Lead, 'trade' | 'postcode' | 'offers' | 'maximumFirms' | 'importId'> & { reference: string | null }

/**
 * Who would be offered a lead if it were matched now, and why not the others: by the rules of the worker, and without
 * writing anything. Of a real lead by its reference or number, or of one that is only imagined.
 */
export async function dryRunMatching(ctx: Context, input: unknown): Promise<DryRun> {
  requireCan(ctx.viewer, 'contractor:read')
  requireCan(ctx.viewer, 'lead:read')
  const given = parse(Input, input)
  const found = given.lead ? await findLead(given.lead) : null
  const lead = found ?? imagine(ctx, given)
  const others = found ? await findSameJob(found) : []
  const matching = await checkFirms(lead, ctx.now())
  const closed = whyClosed(lead)
  const { reference, trade, postcode } = lead
  return {
    reference,
    trade,
    area: areaOf(postcode),
    closed,
    sameJob: others.map(({ _id, reference: other }) => ({ id: _id, reference: other })),
    freePlaces: Math.max(0, placesOfJob(lead, others)),
    firms: outcomes(matching, { lead, others, closed }),
  }
}

async function findLead(wanted: string): Promise<LeadRecord> {
  const isNumber = /^\d{1,15}$/.test(wanted)
  const lead = await LeadModel.findOne(isNumber ? { _id: Number(wanted) } : { reference: wanted.toUpperCase() }).lean()
  if (!lead) throw invalid('lead', 'No lead has this reference or number.')
  return lead
}

function imagine({ settings }: Context, { postcode, trade }: z.output<typeof Input>): Imagined {
  if (!trade) throw invalid('trade', 'Choose a trade')
  const parsed = postcode ? parsePostcode(postcode) : null
  if (parsed && !parsed.ok) throw invalid('postcode', parsed.message)
  const maximumFirms = settings().firmsPerLead
  return { reference: null, trade, postcode: parsed?.value ?? null, offers: [], maximumFirms, status: 'new' }
}

function whyClosed(lead: Imagined): string | null {
  if (isOpenToFirms(lead)) return lead.importId ? 'An imported lead is offered to firms by hand only.' : null
  return lead.enoughQuotesAt || lead.sharingStoppedAt
    ? 'The homeowner wants no more firms to hear of this job.'
    : `A ${lead.status} lead is offered to nobody.`
}

type Job = { lead: Imagined; others: readonly JobLead[]; closed: string | null }

function outcomes(matching: readonly MatchReason[], { lead, others, closed }: Job): DryRunFirm[] {
  const { offers } = lead
  const toAsk = firmsToAsk(matching, offersOfJob(lead, others))
  const asked = firmsAsked(offers)
  const places = Math.max(0, placesOfJob(lead, others))
  const offered = new Set(closed === null ? toAsk.slice(0, places) : [])
  return matching.map(({ matched, ...reason }) => {
    const { contractorId, reasons } = reason
    if (asked.has(contractorId)) {
      const state = offers.findLast((offer) => offer.contractorId === contractorId)?.state
      return { ...reason, outcome: 'asked', reasons: [`Was offered this lead before: ${state}`] }
    }
    if (!matched) return { ...reason, outcome: 'not-suitable' }
    const already = hasJobAlready(contractorId, others)
    if (already) return { ...reason, outcome: 'asked', reasons: [already] }
    if (offered.has(contractorId)) return { ...reason, outcome: 'offered' }
    return { ...reason, outcome: 'next-in-line', reasons: [...reasons, closed ?? noPlaceLeft(lead, others)] }
  })
}
