import { mayTakeJobs } from '@kerbside/schema/contractors/contractor'
import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { freePlaces, isNextInLine, type OfferState } from '@kerbside/schema/offers/offer'
import { formatDateTime } from '../../../ui/times.ts'
import type { LeadDetail } from '../../lead.queries.ts'
import { offerLabels } from '../../../ui/tone-chip.tsx'
import { asStatus, statusLabels } from '../../lead-labels.ts'
import type { Firm, MatchingNow } from './offers.queries.ts'

/** What matching says of each firm now, in the shape in which it is stored with a lead. */
export const reasonsOf = ({ firms }: Pick<MatchingNow, 'firms'>): LeadDetail['matching'] =>
  firms.map(({ outcome, ...firm }) => ({ ...firm, matched: outcome === 'OFFERED' || outcome === 'NEXT_IN_LINE' }))

type OfferedLead = Pick<
  LeadDetail,
  'status' | 'enoughQuotesAt' | 'sharingStoppedAt' | 'offers' | 'maximumFirms' | 'matching'
>

/** `blocked`: why the firm cannot be chosen. `notes`: what staff should know before they choose it. */
export type FirmChoice = { id: string; name: string; blocked: string | null; notes: string[]; isSuitable: boolean }

/** Why the lead can be offered to no firm now, and what to do about it; null when it can. */
export function whyNotOfferable(lead: OfferedLead): string | null {
  const { status, offers, maximumFirms } = lead
  if (lead.enoughQuotesAt || lead.sharingStoppedAt) return 'The homeowner wants no more firms to hear of this job.'
  if (!isOpenToFirms({ status: asStatus(status) })) {
    const label = statusLabels[status].label.toLowerCase()
    return `A ${label} lead is offered to no firm. Change its status first.`
  }
  const states = offers.map(({ state }) => ({ state: state.toLowerCase() as OfferState }))
  if (freePlaces({ offers: states, maximumFirms }) > 0) return null
  return offers.some(({ state }) => state === 'OFFERED')
    ? `All ${maximumFirms} places are taken. Withdraw an open offer to free one.`
    : `All ${maximumFirms} places are taken: ${maximumFirms} firms have accepted.`
}

/** Firms that can be chosen come first, suitable ones before the others; otherwise the order stays. */
export function firmChoices(firms: readonly Firm[], lead: OfferedLead, now = new Date()): FirmChoice[] {
  const rank = ({ blocked, isSuitable }: FirmChoice) => (blocked !== null ? 2 : isSuitable ? 0 : 1)
  return firms.map((firm) => choiceOf(firm, lead, now)).sort((a, b) => rank(a) - rank(b))
}

function choiceOf(firm: Firm, { offers, matching }: OfferedLead, now: Date): FirmChoice {
  const offer = offers.findLast(({ contractorId }) => contractorId === firm.id)
  const match = matching.find(({ contractorId }) => contractorId === firm.id)
  const blocked = whyBlocked(firm, offer?.state, now)
  const isPaused = firm.pausedUntil !== null && new Date(firm.pausedUntil) > now
  const saysPaused = match?.reasons.some((reason) => reason.includes('paused')) ?? false
  const notes = [
    offer && `Asked before: ${offerLabels[offer.state].label.toLowerCase()}`,
    ...(match ? match.reasons.filter(isStillSo) : ['Not known when the firms were matched']),
    isPaused && !saysPaused && 'The firm is paused',
  ].filter((note) => typeof note === 'string')
  return { id: firm.id, name: firm.name, blocked, notes, isSuitable: match?.matched === true && !offer && !isPaused }
}

/**
 * A firm for which no place was left is not kept from the one that is free now; and what became of its own offer is
 * another note.
 */
const isStillSo = (reason: string) => !isNextInLine(reason) && !reason.startsWith('Was offered this lead before')

/** The server applies the same rules (staff-offers.service.ts). */
function whyBlocked(firm: Firm, lastOffer: LeadDetail['offers'][number]['state'] | undefined, now: Date) {
  const verifiedUntil = firm.verifiedUntil === null ? null : new Date(firm.verifiedUntil)
  if (lastOffer === 'ACCEPTED') return 'Has accepted this job already'
  if (lastOffer === 'OFFERED') return 'Has an open offer for this job'
  if (!firm.active) return 'The firm is not active'
  if (verifiedUntil === null) return 'Never verified'
  if (!mayTakeJobs({ active: true, verifiedUntil }, now)) {
    return `Verification ran out ${formatDateTime(verifiedUntil.toISOString())}`
  }
  return null
}
