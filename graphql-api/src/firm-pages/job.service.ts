import {
  isOutcomeAsked,
  latestOutcome,
  notGenuineReasons,
  outcomeKinds,
  type JobOutcome,
  type OutcomeKind,
} from '@kerbside/schema/offers/job-outcome'
import { startDayOf, type LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { questionsTo } from '@kerbside/schema/estimates/question'
import { canMove, isPending, type Lead, type LeadStatus } from '@kerbside/schema/leads/lead'
import { currencyOf, parseAmount, type Currency } from '@kerbside/schema/amount'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { chosenOf } from '../estimates/confirm-estimate.ts'
import { moved } from '../leads/change-lead.ts'
import { contractorLinkEnded } from '../links/contractor-link.ts'
import { guardedWrite } from '../leads/write-lead.ts'
import { findOffer, openOfferPhoto, screenOf, type OfferScreen, type OwnOffer } from '../offers/offers.service.ts'

/** What the link of an accepted job shows. `report` is null when the firm has no job to report on. */
export type JobScreen = { screen: OfferScreen; report: JobReport | null; price: JobPrice }

/** What became of the firm's price, and what it was asked about it. */
export type JobPrice = {
  /** Chosen, and not confirmed yet. */
  chosen: LeadEstimate | null
  /** YYYY-MM-DD. */
  agreedStart: string | null
  questions: number
  unanswered: number
}

export function jobPriceOf({ lead, offer: { contractorId } }: OwnOffer): JobPrice {
  const questions = questionsTo(lead.questions, contractorId)
  return {
    chosen: chosenOf(lead, contractorId) ?? null,
    agreedStart: startDayOf(lead.estimates, contractorId),
    questions: questions.length,
    unanswered: questions.filter(({ answer }) => answer === null).length,
  }
}

/** `isOpen`: the firm may still report, or change what it reported. `isAsked`: it had the job for a day. */
export type JobReport = { latest: JobOutcome | null; isOpen: boolean; isAsked: boolean; currency: Currency }

/** The job for a firm that has taken it, from the link in its emails. Looking changes nothing. */
export async function viewJob(ctx: Context, token: string): Promise<JobScreen> {
  const own = await findJob(ctx, token)
  const screen = await screenOf(ctx, own)
  if (screen.kind !== 'accepted') return { screen, report: null, price: jobPriceOf(own) }
  const latest = latestOutcome(own.offer)
  const isOpen = mayReport(own.lead.status, latest?.kind)
  const isAsked = isOutcomeAsked(own.offer, ctx.now())
  return { screen, report: { latest, isOpen, isAsked, currency: currencyOf(own.lead) }, price: jobPriceOf(own) }
}

/** A photo of the job, from the page of the job. */
export async function openJobPhoto(ctx: Context, token: string, photoId: string): Promise<Response> {
  return openOfferPhoto((await viewJob(ctx, token)).screen, photoId)
}

const Amount = z.string().transform((text, issues) => {
  if (text.trim() === '') return null
  const amount = parseAmount(text)
  if (amount.ok) return amount.value
  issues.addIssue({ code: 'custom', message: amount.message })
  return z.NEVER
})

const Report = z
  .object({
    outcome: z.enum(outcomeKinds, 'Choose what became of the job'),
    amount: Amount.optional().transform((amount) => amount ?? null),
    reason: z.enum(notGenuineReasons, 'Choose a reason').nullable().default(null),
  })
  .refine(({ outcome, reason }) => outcome !== 'not-genuine' || reason !== null, {
    path: ['reason'],
    error: 'Choose a reason',
  })

/**
 * Stores what became of a job on the firm's own offer, and moves the lead on where its status allows. The same report
 * again changes nothing.
 */
export async function reportOutcome(ctx: Context, token: string, input: unknown): Promise<JobScreen> {
  const { lead, offer } = await findJob(ctx, token)
  const outcome = outcomeOf(lead, parse(Report, input), ctx.now())
  if (offer.state !== 'accepted') return viewJob(ctx, token)
  const { contractorId, contractorName } = offer
  const firm = { id: contractorId, name: contractorName }
  await guardedWrite(ctx, { id: String(lead._id), version: null }, (current) => {
    const own = current.offers.findLast((each) => each.contractorId === contractorId)
    const latest = own ? latestOutcome(own) : null
    const changes = own?.state === 'accepted' && mayReport(current.status, latest?.kind) && !isSame(latest, outcome)
    if (!changes) return { set: {}, activity: [] }
    const to = statusAfter(outcome.kind, current.status)
    const set = to ? moved(current, { status: to }, firm, outcome.at) : {}
    return { set, activity: [], report: { contractorId, contractorName, outcome } }
  })
  return viewJob(ctx, token)
}

/** The job of the link, whatever became of it, as long as a firm that has accepted may still open it. */
export async function findJob(ctx: Context, token: string): Promise<OwnOffer> {
  const own = await findOffer(ctx, 'lead', token)
  if (own.offer.state === 'accepted' && !own.isLinkGood) throw contractorLinkEnded('lead', own.firm.id, 'expired')
  return own
}

function outcomeOf(lead: Pick<Lead, 'postcode' | 'mobile'>, report: z.output<typeof Report>, at: Date): JobOutcome {
  const kind = report.outcome
  const amount = kind === 'quoted' ? report.amount : null
  const reason = kind === 'not-genuine' ? report.reason : null
  return { kind, at, amount, currency: amount === null ? null : currencyOf(lead), reason }
}

const isSame = (latest: JobOutcome | null, { kind, amount, reason }: JobOutcome) =>
  latest?.kind === kind && latest.amount === amount && latest.reason === reason

/**
 * Anything can be corrected while the lead is open. Once it is lost or converted, a firm can still report for the first
 * time, or the result of what it quoted: another firm's success closes the lead for staff, not for those figures.
 */
const mayReport = (status: LeadStatus, latest: OutcomeKind | undefined) =>
  isPending(status) || latest === undefined || latest === 'quoted'

/** Null when the status stays: one firm that lost, or cannot reach anybody, is not the end of the lead. */
function statusAfter(kind: OutcomeKind, status: LeadStatus): LeadStatus | null {
  const to = kind === 'quoted' ? 'quoted' : kind === 'won' ? 'converted' : null
  return to !== null && isPending(status) && canMove(status, to) ? to : null
}
