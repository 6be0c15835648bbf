import { districtOf, type PostcodeArea } from '../quotes/postcode.ts'
import { shortDayAndTimeIn } from '../time/zone-time.ts'
import { capsReached } from './caps.ts'
import type { Area, Contractor } from './contractor.ts'
import { byTurn } from './turns.ts'
import { heldUntil, passedOnUntil } from './working-hours.ts'

/** Why a firm gets a lead or not, in sentences that staff can read out. */
export type MatchReason = { contractorId: string; contractorName: string; matched: boolean; reasons: string[] }

export type MatchableLead = { trade: string; postcode: string | null; county: string | null }
export type MatchableContractor = Omit<Contractor, 'version' | 'contacts'> & {
  offersToday: number
  offersThisWeek: number
  /** See `turns.ts`; missing while the firm has had no lead. */
  turn?: number
}

/** Every firm with its reasons: the matching ones first, in the order of their turns. */
export function matchContractors(
  lead: MatchableLead,
  contractors: readonly MatchableContractor[],
  now: Date,
): MatchReason[] {
  const place = lead.postcode === null ? null : districtOf(lead.postcode)
  const checked = contractors.map((contractor) => ({ contractor, reason: checkFirm(lead, place, contractor, now) }))
  const inTurn = byTurn(checked.filter(({ reason }) => reason.matched).map(({ contractor }) => contractor))
  return checked
    .sort((a, b) => Number(b.reason.matched) - Number(a.reason.matched) || inTurn(a.contractor, b.contractor))
    .map(({ reason }) => reason)
}

function checkFirm(
  lead: MatchableLead,
  place: PostcodeArea | null,
  contractor: MatchableContractor,
  now: Date,
): MatchReason {
  const area = contractor.areas.find((candidate) => covers(candidate, place, lead.county))
  const passesOn = passedOnUntil(contractor, now)
  const against = [
    !contractor.active && 'The firm is not active',
    contractor.pausedUntil && contractor.pausedUntil > now && 'The firm is paused',
    contractor.addressBounce && 'Its address bounced: emails to it come back',
    contractor.verifiedUntil === null && 'The firm has never been verified',
    contractor.verifiedUntil && contractor.verifiedUntil <= now && 'The firm’s verification has run out',
    !contractor.trades.some((trade) => trade === lead.trade) && `Does not do ${lead.trade}`,
    !area &&
      (place ? `Does not work in ${place.district}` : 'No postcode given, and the firm does not work nationwide'),
    ...capsReached(contractor),
    passesOn && `Closed until ${shortDayAndTimeIn(contractor.timeZone, passesOn)}, and passes jobs on until then`,
  ].filter((reason) => typeof reason === 'string')
  const matched = against.length === 0
  const held = heldUntil(contractor, now)
  const reasons =
    matched && area
      ? [`Does ${lead.trade}`, `Works in ${describe(area)}`, ...(held ? [waitText(contractor, held)] : [])]
      : against
  return { contractorId: contractor.id, contractorName: contractor.name, matched, reasons }
}

function waitText({ offerEmails, timeZone }: MatchableContractor, until: Date): string {
  const when = shortDayAndTimeIn(timeZone, until)
  return offerEmails === 'daily'
    ? `Gets one email a day: the next is ${when}`
    : `Closed: the offer is held until ${when}`
}

/** Which of a firm's areas the job lies in, as people read it: 'M1', 'all of the UK'. Null if it lies in none. */
export function areaOfJob(areas: readonly Area[], postcode: string | null, county: string | null): string | null {
  const place = postcode === null ? null : districtOf(postcode)
  const area = areas.find((candidate) => covers(candidate, place, county))
  return area ? describe(area) : null
}

const describe = ({ kind, value }: Area) =>
  kind === 'nationwide' ? `all of ${value === 'IE' ? 'Ireland' : 'the UK'}` : value

/**
 * Whether an area covers a place. `SW1` covers SW1 and SW1A but not SW11, and `SW` the whole postcode area; `D6W` is not
 * `D06`. A lead without a postcode goes only to nationwide firms and to firms of its county.
 */
export function covers(area: Area, place: PostcodeArea | null, county: string | null): boolean {
  if (area.kind === 'nationwide') return place === null || place.country === area.value
  if (area.kind === 'county') return county !== null && county.toLowerCase() === area.value.toLowerCase()
  if (place === null) return false
  if (area.kind === 'routing-key') return place.country === 'IE' && place.district === area.value
  if (place.country !== 'GB') return false
  if (/^[A-Z]+$/.test(area.value)) return /^[A-Z]+/.exec(place.district)?.[0] === area.value
  return place.district === area.value || (/[A-Z]$/.test(place.district) && place.district.slice(0, -1) === area.value)
}
