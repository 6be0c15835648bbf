import { invalidCursor, readCursor, toCursor } from '../../list-cursor.model.ts'
import { leadPriorities } from '../lead.ts'
import type { LeadSort } from './lead-filter.ts'
import { foldName } from '../../typed-text.ts'
import { hasFollowUp, leadIndexes, type LeadRecord } from '../lead.model.ts'
import type { QueryFilter } from 'mongoose'

/** What a cursor is made of, besides the id. */
export const placedBy = ['createdAt', 'updatedAt', 'fullName', 'priority', 'followUpAt'] as const
export type Placed = Pick<LeadRecord, (typeof placedBy)[number]> & { id: number }

type Key = 'createdAt' | 'updatedAt' | 'searchText' | 'followUpAt'
type IndexName = keyof typeof leadIndexes

/** A run of leads in the order of one field; a list is one run after another. */
type Run = { match: QueryFilter<LeadRecord>; key: Key; direction: 1 | -1; index: IndexName }
type Order = { name: string; runs: Run[]; runOf: (lead: Placed) => number }

const oneRun = (name: string, key: Key, direction: 1 | -1, index: IndexName): Order => ({
  name,
  runs: [{ match: {}, key, direction, index }],
  runOf: () => 0,
})

const newest = { key: 'createdAt', direction: -1, index: 'created' } as const

/** Those without a date come last in both directions, newest first. */
const followUps = (name: string, direction: 1 | -1): Order => ({
  name,
  runs: [
    { match: hasFollowUp, key: 'followUpAt', direction, index: 'followUp' },
    { match: { followUpAt: { $not: hasFollowUp.followUpAt } }, ...newest },
  ],
  runOf: ({ followUpAt }) => (followUpAt ? 0 : 1),
})

const priorities: Order = {
  name: 'priority',
  runs: leadPriorities.map((priority) => ({ match: { priority }, ...newest, index: 'priority' })),
  runOf: ({ priority }) => leadPriorities.indexOf(priority),
}

const reversed = ({ name, runs, runOf }: Order): Order => ({
  name,
  runs: runs.toReversed().map((run) => ({ ...run, direction: run.direction === 1 ? -1 : 1 })),
  runOf: (lead) => runs.length - 1 - runOf(lead),
})

const byCreated = oneRun('created', 'createdAt', -1, 'created')
const byUpdated = oneRun('updated', 'updatedAt', -1, 'updated')
const byName = oneRun('name', 'searchText', 1, 'name')

const orders: Record<LeadSort, Order> = {
  newest: byCreated,
  oldest: reversed(byCreated),
  recentlyUpdated: byUpdated,
  longestUnchanged: reversed(byUpdated),
  nameAToZ: byName,
  nameZToA: reversed(byName),
  highestPriority: priorities,
  lowestPriority: { ...reversed(priorities), name: 'lowest' },
  nextFollowUp: followUps('next', 1),
  lastFollowUp: followUps('last', -1),
}

/** Where a lead stands in a list, as text that clients send back. Its name is in it, but no address or number. */
export function cursorIn(sort: LeadSort, lead: Placed): string {
  const { name, runs, runOf } = orders[sort]
  const run = runOf(lead)
  const key = runs[run]?.key ?? 'createdAt'
  const value = key === 'searchText' ? encodeURIComponent(foldName(lead.fullName)) : (lead[key]?.getTime() ?? 0)
  return toCursor(`lead ${name}`, run, value, lead.id)
}

type Place = { run: number; value: Date | string; id: number }

function readPlace(sort: LeadSort, cursor: string, field: string): Place {
  const { name, runs } = orders[sort]
  const [run, value = '', id] = readCursor(`lead ${name}`, /^(\d) (\S*) (\d{1,15})$/, cursor, field)
  const key = runs[Number(run)]?.key
  if (key === undefined) throw invalidCursor(field)
  if (key === 'searchText') return { run: Number(run), value: decoded(value, field), id: Number(id) }
  if (!/^-?\d{1,16}$/.test(value) || Number.isNaN(new Date(Number(value)).getTime())) throw invalidCursor(field)
  return { run: Number(run), value: new Date(Number(value)), id: Number(id) }
}

function decoded(value: string, field: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw invalidCursor(field)
  }
}

export type Stretch = Run & { conditions: QueryFilter<LeadRecord>[] }
type Bounds = { after?: string | null; before?: string | null; backwards: boolean }
/** The exact search text of the lead of a cursor, as far as it still has that name. */
type FindText = (id: number, name: string) => Promise<string>

/** What lies between two cursors, part by part in the direction of reading. */
export async function stretchesOf(
  sort: LeadSort,
  { after, before, backwards }: Bounds,
  findText: FindText,
): Promise<Stretch[]> {
  const read = async (cursor: string | null | undefined, field: string) => {
    const place = cursor ? readPlace(sort, cursor, field) : null
    if (place === null || typeof place.value !== 'string') return place
    return { ...place, value: await findText(place.id, place.value) }
  }
  const [start, end] = [await read(after, 'after'), await read(before, 'before')]
  const stretches = orders[sort].runs.flatMap((run, number): Stretch[] => {
    if ((start && number < start.run) || (end && number > end.run)) return []
    const { match, key, direction } = run
    const starts = start?.run === number ? beyond(key, start, direction) : [all(key)]
    const ends = end?.run === number ? beyond(key, end, direction === 1 ? -1 : 1).toReversed() : [{}]
    return starts.flatMap((from) => ends.map((to) => ({ ...run, conditions: [match, from, to].filter(isCondition) })))
  })
  if (!backwards) return stretches
  return stretches.toReversed().map((run) => ({ ...run, direction: run.direction === 1 ? -1 : 1 }))
}

/** First those at the same value, then those beyond it. MongoDB would read every lead to decide both in one `$or`. */
function beyond(key: Key, { value, id }: Place, direction: 1 | -1): QueryFilter<LeadRecord>[] {
  const operator = direction === 1 ? '$gt' : '$lt'
  return [{ [key]: value, _id: { [operator]: id } }, { [key]: { [operator]: value } }]
}

/** MongoDB decides filters in an index only if the query names the index's first field. */
export const all = (key: Key): QueryFilter<LeadRecord> => ({
  [key]: key === 'searchText' ? { $gte: '' } : { $gte: new Date(-8_640_000_000_000_000) },
})

const isCondition = (condition: QueryFilter<LeadRecord>) => Object.keys(condition).length > 0
