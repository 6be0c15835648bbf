/** Changed leads that are remembered. */
const maxRemembered = 5_000

/** Which leads have changed since when. What happened before the watch, or while it was broken, is not known. */
export function createChangeLog(most = maxRemembered) {
  /** Each lead with the count at its latest change, in this order. */
  const latest = new Map<number, number>()
  let count = 0
  let knownFrom = Number.POSITIVE_INFINITY
  const begin = () => {
    latest.clear()
    knownFrom = ++count
  }
  return {
    /** From now on all is reported. */
    begin,
    /** From now on something may be missed. */
    end: () => {
      knownFrom = Number.POSITIVE_INFINITY
    },
    /** Without a number it can be any lead. */
    add: (leadId: number | undefined) => {
      if (leadId === undefined) return begin()
      latest.delete(leadId)
      latest.set(leadId, ++count)
      const [oldest] = latest
      if (latest.size <= most || !oldest) return
      latest.delete(oldest[0])
      knownFrom = Math.max(knownFrom, oldest[1])
    },
    count: () => count,
    /** Whether all is reported. */
    isOn: () => knownFrom !== Number.POSITIVE_INFINITY,
    /** Null when they are not known. */
    since: (earlier: number): number[] | null =>
      earlier < knownFrom ? null : [...latest].flatMap(([leadId, at]) => (at > earlier ? leadId : [])),
  }
}
