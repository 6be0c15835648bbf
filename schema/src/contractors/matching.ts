import { districtOf, type Place } from '../quotes/postcode.ts'
import type { Area, Contractor } from './contractor.ts'

/** Why a firm gets a lead or not, in sentences that staff can read out. */
export type MatchReason = { contractorId: string; contractorName: string; matched: boolean; reasons: string[] }

export type MatchableLead = { trade: string; postcode: string | null; county: string | null }
type Unmatched = 'version' | 'contacts' | 'workingHours' | 'timeZone'
export type MatchableContractor = Omit<Contractor, Unmatched> & { offersToday: number; offersThisWeek: number }

/** Every firm with its reasons: the matching ones first, longest since their last lead first. */
export function matchContractors(
  lead: MatchableLead,
  contractors: readonly MatchableContractor[],
  now: Date,
): MatchReason[] {
  const place = lead.postcode === null ? null : districtOf(lead.postcode)
  return contractors
    .map((contractor) => ({ contractor, reason: checkFirm(lead, place, contractor, now) }))
    .sort((a, b) => Number(b.reason.matched) - Number(a.reason.matched) || waited(a.contractor) - waited(b.contractor))
    .map(({ reason }) => reason)
}

const waited = ({ lastLeadAt }: MatchableContractor) => lastLeadAt?.getTime() ?? 0

function checkFirm(lead: MatchableLead, place: Place | null, contractor: MatchableContractor, now: Date): MatchReason {
  const area = contractor.areas.find((candidate) => covers(candidate, place, lead.county))
  const against = [
    !contractor.active && 'The firm is not active',
    contractor.pausedUntil && contractor.pausedUntil > now && 'The firm is paused',
    contractor.verifiedUntil && contractor.verifiedUntil <= now && 'The firm’s verification has run out',
    !contractor.trades.some((trade) => trade === lead.trade) && `Does not do ${lead.trade}`,
    !area &&
      (place ? `Does not work in ${place.district}` : 'No postcode given, and the firm does not work nationwide'),
    contractor.offersToday >= contractor.dailyCap && `Daily cap of ${contractor.dailyCap} reached`,
    contractor.weeklyCap !== null &&
      contractor.offersThisWeek >= contractor.weeklyCap &&
      `Weekly cap of ${contractor.weeklyCap} reached`,
  ].filter((reason) => typeof reason === 'string')
  const matched = against.length === 0
  const reasons = matched && area ? [`Does ${lead.trade}`, `Works in ${describe(area)}`] : against
  return { contractorId: contractor.id, contractorName: contractor.name, matched, reasons }
}

const describe = ({ kind, value }: Area) =>
  kind === 'nationwide' ? `all of ${value === 'IE' ? 'Ireland' : 'the UK'}` : value

/**
 * Whether an area covers a place. `SW1` covers SW1 and SW1A but not SW11, and `SW` the whole postcode area; `D6W` is not
 * `D06`. A lead without a postcode goes only to nationwide firms and to firms of its county.
 */
export function covers(area: Area, place: Place | null, county: string | null): boolean {
  if (area.kind === 'nationwide') return place === null || place.country === area.value
  if (area.kind === 'county') return county !== null && county.toLowerCase() === area.value.toLowerCase()
  if (place === null) return false
  if (area.kind === 'routing-key') return place.country === 'IE' && place.district === area.value
  if (place.country !== 'GB') return false
  if (/^[A-Z]+$/.test(area.value)) return /^[A-Z]+/.exec(place.district)?.[0] === area.value
  return place.district === area.value || (/[A-Z]$/.test(place.district) && place.district.slice(0, -1) === area.value)
}
