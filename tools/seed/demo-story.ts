import { matchContractors, type MatchReason } from '@kerbside/schema/contractors/matching'
import type { LeadStatus, StatusChange } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { freePlaces, nextInLine, type Offer } from '@kerbside/schema/offers/offer'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { countyOf } from '@kerbside/schema/quotes/places'
import { chance, pick, type DemoWorld } from './demo-leads.ts'
import { day, hour, minute, nextWithin, office, trading } from './demo-clock.ts'
import { demoStaffNotes, demoLostReasons } from './demo-people.ts'

type Story = { index: number; lead: LeadRecord; world: DemoWorld }

/** What became of a lead since it came: moves by staff, offers and answers by firms, all of it before now. */
export function liveThrough(story: Story, status: LeadStatus): LeadRecord {
  const { index, lead, world } = story
  const { nextPromiseAlert: _, ...received } = lead // staff are not alerted about what happened long ago
  const statusHistory = movesOf(story, status)
  const reached = statusHistory.at(-1)?.to ?? 'new'
  const { offers, matching } = offersOf(story, closedAt(statusHistory))
  const assignedTo = statusHistory[0]?.by ?? null
  const moments = [lead.createdAt, ...statusHistory.map(({ at }) => at), ...offers.map(lastOf)]
  return {
    ...received,
    status: reached,
    statusHistory,
    lostReason: reached === 'lost' ? (statusHistory.at(-1)?.note ?? null) : null,
    assignedTo,
    followUpAt: reached === 'contacted' || reached === 'quoted' ? followUpOf(index, world.now) : null,
    offers,
    matching,
    dispatchedAt: firstOfferAt(lead), // handled long ago: the worker leaves demo leads alone
    outbox: [],
    // A move of its own for each status and one for taking the lead over.
    version: 1 + statusHistory.length + (assignedTo ? 1 : 0),
    updatedAt: new Date(Math.max(...moments.map((moment) => moment.getTime()))),
  }
}

const firstOfferAt = ({ createdAt }: LeadRecord) => new Date(createdAt.getTime() + 2_000)
const lastOf = ({ offeredAt, decidedAt }: Offer) => decidedAt ?? offeredAt

const roads: Record<LeadStatus, readonly LeadStatus[]> = {
  new: [],
  contacted: ['contacted'],
  quoted: ['contacted', 'quoted'],
  converted: ['contacted', 'quoted', 'converted'],
  lost: ['contacted', 'lost'],
}
/** From one move to the next: a call soon, a quote after the visit, a decision after a few nights or at once. */
const pauses: Record<LeadStatus, [least: number, most: number]> = {
  new: [0, 0],
  contacted: [20 * minute, 3 * hour],
  quoted: [day, 3 * day],
  converted: [2 * day, 6 * day],
  lost: [30 * minute, 5 * day],
}

/** Moves up to the status, as far as there has been time for them. */
function movesOf({ index, lead, world }: Story, status: LeadStatus): StatusChange[] {
  const by = pick([0, 0, 1], index) < world.staff.length ? pick(world.staff, pick([0, 0, 1], index)) : world.staff[0]
  const moves: StatusChange[] = []
  // Staff ring once a first firm has taken the job on.
  let at = answerOf({ index, place: 0, offeredAt: firstOfferAt(lead) }).at
  for (const to of roads[status]) {
    const [least, most] = pauses[to]
    at = nextWithin(office, new Date(at.getTime() + least + (most - least) * chance(index, moves.length, 3) ** 2))
    if (at >= world.now) break
    const note = to === 'lost' ? pick(demoLostReasons, index) : pick(demoStaffNotes[to], index)
    moves.push({ from: moves.at(-1)?.to ?? 'new', to, at, by, note })
  }
  return moves
}

/** From when on nobody is offered the lead any more. */
const closedAt = (moves: readonly StatusChange[]): Date | null =>
  moves.find(({ to }) => to === 'converted' || to === 'lost')?.at ?? null

type Answer = { at: Date; state: 'accepted' | 'declined' | 'expired' | 'undeliverable' }

/** What a firm says to an offer: the first one asked takes the job on, some let it run out, few have a dead mailbox. */
function answerOf({ index, place, offeredAt }: { index: number; place: number; offeredAt: Date }): Answer {
  const expiresAt = new Date(offeredAt.getTime() + defaultSettings.offerHours * hour)
  const luck = place === 0 ? 0 : chance(index, place, 4)
  const delay = place === 0 ? 6 * minute + 30 * minute * chance(index, 5) : 10 * hour * chance(index, place, 6) ** 2
  const at = nextWithin(trading, new Date(offeredAt.getTime() + 4 * minute + delay))
  if (luck >= 0.97) return { at: new Date(offeredAt.getTime() + 4_000), state: 'undeliverable' }
  if (luck >= 0.7 || at >= expiresAt) return { at: expiresAt, state: 'expired' }
  return { at, state: luck < 0.42 ? 'accepted' : 'declined' }
}

/** Offers in the order in which they were made: whenever one comes to nothing, its place goes to the next firm. */
function offersOf({ index, lead, world }: Story, closed: Date | null): Pick<LeadRecord, 'offers' | 'matching'> {
  const offers: Offer[] = []
  const answers: (Answer & { offer: Offer })[] = []
  const end = closed ?? world.now
  let matching: MatchReason[] = []

  const fill = (at: Date) => {
    matching = matchContractors({ ...lead, county: countyOf(lead.postcode) }, world.firms, at)
    for (const { contractorId, contractorName } of matching.filter(({ matched }) => matched)) {
      if (freePlaces({ ...lead, offers }) === 0) break
      if (offers.some((earlier) => earlier.contractorId === contractorId)) continue
      const offer: Offer = {
        contractorId,
        contractorName,
        state: 'offered',
        offeredAt: at,
        expiresAt: new Date(at.getTime() + defaultSettings.offerHours * hour),
        decidedAt: null,
      }
      answers.push({ ...answerOf({ index, place: offers.length, offeredAt: at }), offer })
      offers.push(offer)
    }
  }

  fill(firstOfferAt(lead))
  for (let next = takeFirst(answers); next && next.at < end; next = takeFirst(answers)) {
    Object.assign(next.offer, { state: next.state, decidedAt: next.at })
    const again = new Date(next.at.getTime() + 2_000)
    if (next.state !== 'accepted' && again < end) fill(again)
  }
  for (const offer of offers) {
    if (closed && offer.state === 'offered') Object.assign(offer, { state: 'withdrawn', decidedAt: closed })
  }
  return { offers, matching: explained(matching, offers) }
}

function takeFirst<T extends { at: Date }>(waiting: T[]): T | undefined {
  waiting.sort((a, b) => a.at.getTime() - b.at.getTime())
  return waiting.shift()
}

/** As the worker says it of firms that suit and were not asked. */
function explained(matching: readonly MatchReason[], offers: readonly Offer[]): MatchReason[] {
  const asked = new Set(offers.map(({ contractorId }) => contractorId))
  return matching.map((reason) =>
    !reason.matched || asked.has(reason.contractorId)
      ? reason
      : { ...reason, reasons: [...reason.reasons, nextInLine(defaultSettings.firmsPerLead)] },
  )
}

/** A few are overdue, some for today, most for the days to come. */
function followUpOf(index: number, now: Date): Date {
  const at = new Date(now.getTime() + (Math.floor(chance(index, 7) * 7) - 1.5) * day)
  at.setUTCMinutes(0, 0, 0)
  return nextWithin(office, at)
}
