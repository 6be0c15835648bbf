/** So many leads are read, sorted and counted quickly. */
export const fewLeads = 2_000

/** Counts, done or under way. Its owner empties it when leads change. */
export type CountCache = {
  get: (key: string) => Promise<number> | undefined
  set: (key: string, count: Promise<number>) => unknown
  delete: (key: string) => unknown
}

/**
 * Counts once while the cache holds the answer, however many ask. Small numbers are counted anew each time: they cost
 * little, and people check them.
 */
export function cachedCount(
  cache: CountCache | undefined,
  key: string,
  count: () => Promise<number>,
  isCostly = (counted: number) => counted > fewLeads,
): Promise<number> {
  const known = cache?.get(key)
  if (known !== undefined) return known
  const counted = count()
  cache?.set(key, counted)
  const forget = () => cache?.delete(key)
  counted.then((number) => isCostly(number) || forget(), forget)
  return counted
}
