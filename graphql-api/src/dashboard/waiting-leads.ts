import { leadFilter } from '@kerbside/schema/leads/list/find-leads.model'
import { countedLeads, type LeadFilter } from '@kerbside/schema/leads/list/lead-filter'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { unpricedSince } from '@kerbside/schema/leads/waiting-for-price'
import type { LeadEvents } from '../deps.ts'
import { keptLeads, type KeptLead, type Wanted } from './kept-leads.ts'

type Waiting = KeptLead & { acceptedAt: number }

/** The leads of a list with this filter, the oldest first. */
async function readWaiting(
  filter: LeadFilter,
  { from, ids, most }: Wanted,
  now: Date,
): Promise<[id: number, row: Waiting][]> {
  const { match, hint } = await leadFilter({ ...filter, from }, now)
  const fields = { createdAt: 1, 'offers.state': 1, 'offers.decidedAt': 1 } as const
  const leads = await LeadModel.find({ $and: [match, ids ? { _id: { $in: [...ids] } } : {}] }, fields)
    .sort({ createdAt: 1, _id: 1 })
    .limit(most ?? 0)
    .hint(ids ? { _id: 1 } : hint)
    .readConcern('majority')
    .lean<Pick<LeadRecord, '_id' | 'createdAt' | 'offers'>[]>()
  return leads.map(({ _id, createdAt, offers }) => {
    const accepted = offers.flatMap(({ state, decidedAt }) => (state === 'accepted' && decidedAt) || [])
    const at = createdAt.getTime()
    return [_id, { at, order: -at, acceptedAt: Math.min(...accepted.map(Number)) }]
  })
}

const keptUnanswered = keptLeads<Waiting>()

/** When the leads came that nobody has answered, of those since a moment: by their numbers, in milliseconds. */
export async function unansweredSince(since: Date, now: Date, leadEvents: LeadEvents): Promise<[number, number][]> {
  const leads = await keptUnanswered(leadEvents, since, (wanted) => readWaiting({ waiting: true }, wanted, now))
  return [...leads].map(([id, { at }]) => [id, at])
}

/** More than are counted, because some of them are not waited for yet. */
const most = 1.1 * countedLeads
const keptUnpriced = keptLeads<Waiting>(most)
const [first, last] = [new Date(-8_640_000_000_000_000), new Date(8_640_000_000_000_000)]

/** How many leads wait for a price for too long; null when these are too many to keep and fewer than are counted. */
export async function countAwaitingPrice(now: Date, leadEvents: LeadEvents): Promise<number | null> {
  const leads = await keptUnpriced(leadEvents, first, (wanted) => readWaiting({ awaitingPrice: true }, wanted, last))
  const since = unpricedSince(now).getTime()
  const count = [...leads.values()].filter(({ acceptedAt }) => acceptedAt <= since).length
  return leads.size < most || count > countedLeads ? count : null
}
