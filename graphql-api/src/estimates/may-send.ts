import { AppError, invalid } from '@kerbside/schema/errors'
import {
  chosenEstimate,
  extraWorkName,
  extraWorkOf,
  isSameWork,
  isTaken,
  maximumVersions,
  versionPauseSeconds,
  type LeadEstimate,
  type Work,
} from '@kerbside/schema/estimates/estimate'
import { isActing } from '@kerbside/schema/contractors/contractor.model'
import { holdsJob } from '@kerbside/schema/offers/offer'
import type { ClientSession } from 'mongoose'
import { isPending, type Lead } from '@kerbside/schema/leads/lead'
import type { EstimateDraft } from '@kerbside/schema/estimates/estimate-request'

// What a lead must be for a quote to be sent. Asked of the lead as it is at the moment of the write.

/** A price that somebody sends. */
export type EstimateToSend = {
  leadId: number
  firm: { id: string; name: string }
  /** UUID made on the device: the same one again is the same price. */
  id: string
  draft: EstimateDraft
  /** The agreed price to which this one adds extra work. */
  variationOf?: string | null
  /** The number of the extra work that it is another version of; without it, it is extra work of its own. */
  extraWork?: number | null
  /** Who of the staff enters it for the firm; null when the firm sends it itself. */
  enteredBy: { id: string; name: string } | null
}

/** What the quote is for: the job, an extra work that was quoted before, or another one, which gets the next number. */
export function workToSend({ estimates = [] }: Lead, wanted: EstimateToSend): Work {
  const { firm, variationOf = null, extraWork = null } = wanted
  const contractorId = firm.id
  if (variationOf === null) return { contractorId, variationOf, extraWork: null }
  const known = estimates.filter((each) => each.contractorId === contractorId && each.variationOf === variationOf)
  const numbers = known.map(extraWorkOf)
  if (extraWork === null) return { contractorId, variationOf, extraWork: Math.max(0, ...numbers) + 1 }
  if (!numbers.includes(extraWork)) throw invalid('extraWork', `There is no extra work ${extraWork} yet.`)
  return { contractorId, variationOf, extraWork }
}

export function requireMaySend(lead: Lead, work: Work, at: Date): void {
  const { estimates = [], status } = lead
  if (work.contractorId !== null) requireJob(lead, work.contractorId)
  requireRoom(lead, work.contractorId)
  requireNothingTaken(lead, work, at)
  if (work.variationOf === null) {
    if (!isPending(status)) throw closed
    return
  }
  if (status === 'lost') throw closed
  const base = estimates.find(({ id }) => id === work.variationOf)
  if (base?.contractorId === work.contractorId && base.state === 'agreed') return
  throw invalid('variationOf', 'Extra work can be priced once your price is agreed.')
}

export const closed = new AppError('CONFLICT', 'This job is closed.')

/** What a contractor does with a quote needs the job, which the homeowner can give to another or stop at any moment. */
export function requireJob({ offers, sharingStoppedAt }: Lead, contractorId: string): void {
  if (sharingStoppedAt) throw new AppError('CONFLICT', 'The homeowner has asked for no further contact.')
  if (!holdsJob(offers, contractorId)) {
    throw new AppError('CONFLICT', 'This job is not with this contractor, or no longer. Open its page again.')
  }
}

/** The same of the contractor, in the transaction. */
export async function requireActing(contractorId: string, session: ClientSession): Promise<void> {
  if (await isActing(contractorId, session)) return
  throw new AppError(
    'CONFLICT',
    'This contractor no longer works with Kerbside, so nothing can be sent, chosen or confirmed.',
  )
}

/** What is chosen or agreed stays as it is: nothing takes its place unseen. */
function requireNothingTaken({ estimates = [] }: Lead, work: Work, at: Date): void {
  const taken =
    work.variationOf === null
      ? chosenEstimate(estimates)
      : estimates.find((each) => isTaken(each) && isSameWork(each, work))
  if (taken && !isToRenew(taken, work, at)) throw new AppError('CONFLICT', whyNot(taken, work))
}

/** Nobody can confirm any more what was chosen and is over: its own contractor sends a new version, which says so. */
export const isToRenew = (taken: LeadEstimate, work: Work, at: Date): boolean =>
  taken.state === 'chosen' && taken.validUntil <= at && isSameWork(taken, work)

function whyNot(taken: LeadEstimate, work: Work): string {
  const { number, state } = taken
  if (taken.contractorId !== work.contractorId) return 'The homeowner has chosen another contractor.'
  if (state === 'agreed') return `${extraWorkName(taken) ?? 'The job'} is agreed. Send what is new as extra work.`
  const which = [extraWorkName(taken), `version ${number}`].filter(Boolean).join(', ')
  return `The homeowner has chosen this (${which}). Confirm it, or ask them to undo the choice before you send another version.`
}

/** Each contractor has room of its own, so that none can use up that of the others. */
function requireRoom({ estimates = [] }: Lead, contractorId: string | null): void {
  const own = estimates.filter((each) => each.contractorId === contractorId)
  if (contractorId === null || own.length < maximumVersions) return
  throw new AppError('CONFLICT', `A contractor can send up to ${maximumVersions} quotes for a job. Please contact us.`)
}

/** What a contractor sends in haste waits a little: each version takes the place of what the homeowner may be reading. */
export function requirePause({ estimates = [] }: Lead, work: Work, at: Date): void {
  const last = estimates.findLast((each) => isSameWork(each, work))
  const seconds = last ? versionPauseSeconds - Math.floor((at.getTime() - last.sentAt.getTime()) / 1_000) : 0
  if (seconds <= 0) return
  const text = `You have just sent a version. You can send another one in ${seconds} seconds.`
  throw new AppError('RATE_LIMITED', text, { retryAfter: seconds })
}

/** What a quote that staff send needs of the lead, whoever it is from. */
export function requireRoomForPrice(lead: Lead, contractorId: string | null, at: Date): void {
  requireRoom(lead, contractorId)
  requireNothingTaken(lead, { contractorId, variationOf: null }, at)
}
