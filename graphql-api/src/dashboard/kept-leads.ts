import type { LeadEvents } from '../deps.ts'

/** What the figures of a lead are made of. Both are milliseconds. */
export type KeptLead = {
  /** The lead belongs to each period that begins by then. */
  at: number
  /** Of too many leads those with the highest order are counted. In a period never below `at`. */
  order: number
}

/** Which leads are read: those since `from`, of these only `ids`, or only the `most` latest. */
export type Wanted = { from: Date; ids?: readonly number[]; most?: number }
type Read<Row> = (wanted: Wanted) => Promise<[id: number, row: Row][]>

/** `beyond`: leads with an earlier order are not among them. */
type Kept<Row> = { from: Date; version: number; key: string; rows: Map<number, Row>; beyond: number | null }

/** Leads that are kept beyond the most that are counted, so that a few may go without all being read again. */
const spare = 0.1

/**
 * Keeps what the dashboards count of leads in this process. Whoever asks again costs a read of those leads only that have
 * changed since; where these are not known all are read again. See docs/decisions/0047-dashboards-keep-what-they-count.md.
 * `key`: what a row depends on beside its lead. `most`: how many are counted at most.
 */
export function keptLeads<Row extends KeptLead>(most = Number.POSITIVE_INFINITY) {
  const known = new WeakMap<LeadEvents, Promise<Kept<Row>>>()
  return async (leadEvents: LeadEvents, from: Date, read: Read<Row>, key = ''): Promise<ReadonlyMap<number, Row>> => {
    const latest = known.get(leadEvents)
    const ask = async () => {
      // Whoever waited for it hears of a failure; here everything is read again.
      const kept = await latest?.catch(() => null)
      const fits =
        kept && kept.key === key && kept.from <= from ? await changedOf(kept, { leadEvents, from, read }) : null
      return fits ?? readAll({ leadEvents, from, read, key })
    }
    const asked = ask()
    known.set(leadEvents, asked)
    return (await asked).rows
  }

  type Ask = { leadEvents: LeadEvents; from: Date; read: Read<Row>; key: string }

  async function readAll({ leadEvents, from, read, key }: Ask): Promise<Kept<Row>> {
    const version = leadEvents.changeCount()
    const limit = Math.ceil(most * (1 + spare))
    const rows = await read({ from, ...(Number.isFinite(limit) && { most: limit }) })
    const beyond = rows.length < limit ? null : Math.min(...rows.map(([, { order }]) => order))
    return { from, version, key, rows: new Map(rows), beyond }
  }

  /** Null when leads are missing that are not known. */
  async function changedOf(kept: Kept<Row>, { leadEvents, from, read }: Omit<Ask, 'key'>): Promise<Kept<Row> | null> {
    const changed = leadEvents.changedSince(kept.version)
    if (!changed) return null
    const version = leadEvents.changeCount()
    const found = changed.length > 0 ? await read({ from, ids: changed }) : []
    const { rows } = kept
    for (const id of changed) rows.delete(id)
    const beyond = kept.beyond !== null && kept.beyond >= from.getTime() ? kept.beyond : null
    for (const [id, row] of found) if (beyond === null || row.order >= beyond) rows.set(id, row)
    if (from > kept.from) for (const [id, { at }] of rows) if (at < from.getTime()) rows.delete(id)
    return beyond !== null && rows.size < most ? null : { ...kept, from, version, rows, beyond }
  }
}

/** The latest of the leads; of two with the same order the one that came later. */
export function latestOf<Row extends KeptLead>(rows: ReadonlyMap<number, Row>, most: number): Row[] {
  if (rows.size <= most) return [...rows.values()]
  const orders = Float64Array.from(rows.values(), ({ order }) => order).sort()
  const least = orders[rows.size - most] ?? 0
  const latest: Row[] = []
  const last: [number, Row][] = []
  for (const [id, row] of rows) {
    if (row.order > least) latest.push(row)
    else if (row.order === least) last.push([id, row])
  }
  last.sort(([a], [b]) => b - a)
  return [...latest, ...last.slice(0, most - latest.length).map(([, row]) => row)]
}

export type Bounds = { least: number; most: number }

/**
 * Counts leads again only when the last count does not do: since then no more can have come or gone than have changed.
 * `isEnough`: what is wanted is the same between both bounds.
 */
export function keptCount(count: () => Promise<number>) {
  const known = new WeakMap<LeadEvents, { version: number; counted: number }>()
  return async (leadEvents: LeadEvents, isEnough: (bounds: Bounds) => boolean): Promise<Bounds> => {
    const last = known.get(leadEvents)
    const changes = last && leadEvents.changedSince(last.version)?.length
    if (last && typeof changes === 'number') {
      const bounds = { least: last.counted - changes, most: last.counted + changes }
      if (changes === 0 || isEnough(bounds)) return bounds
    }
    const version = leadEvents.changeCount()
    const counted = await count()
    known.set(leadEvents, { version, counted })
    return { least: counted, most: counted }
  }
}
