import DataLoader from 'dataloader'

/**
 * Handles items in groups: those that arrive while a group is under way are the next group, so that a busy process makes
 * few round trips and an idle one waits for nothing. `handle` returns one result for each item, in order; an `Error`
 * among them is that item's failure alone. `everyMs`: groups begin at least so many milliseconds apart.
 */
export function inGroups<Item, Result>(
  handle: (items: readonly Item[]) => Promise<(Result | Error)[]>,
  { everyMs = 0 } = {},
): (item: Item) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let beganAt = -everyMs
  const begin = (items: readonly Item[]) => {
    beganAt = performance.now()
    return (last = handle(items)) as ReturnType<typeof handle>
  }
  const batchScheduleFn = (start: () => void) => {
    const schedule = () => {
      const waitMs = beganAt + everyMs - performance.now()
      if (waitMs > 0) setTimeout(start, waitMs)
      else start()
    }
    void last.then(schedule, schedule)
  }
  const loader = new DataLoader<Item, Result>(begin, { cache: false, batchScheduleFn })
  return (item) => loader.load(item)
}

/**
 * Looks records up by id, in groups. Nothing is cached: what a caller gets was read after it asked. Null when there is
 * none of that id.
 */
export const createLookup = <Id extends string | number, Found extends { _id: unknown }>(
  find: (ids: Id[]) => Promise<Found[]>,
): ((id: Id) => Promise<Found | null>) =>
  inGroups(async (ids) => {
    const found = new Map((await find([...new Set(ids)])).map((one) => [String(one._id), one]))
    return ids.map((id) => found.get(String(id)) ?? null)
  })
