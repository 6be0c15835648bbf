import type { LeadEvents } from '../deps.ts'

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
