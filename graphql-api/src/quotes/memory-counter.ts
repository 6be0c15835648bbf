import type { CountKeys, quoteLimits, Standing } from './rate-limits.ts'

type Window = { endsAt: number; places: Map<string, number>; count: number }

/** Windows and marks kept at once; beyond it the oldest are forgotten, so that a flood costs no memory. */
const mostKept = 20_000

/** The same counting as in Redis, for one process, while Redis is away. */
export function createMemoryCounter(now: () => number = Date.now) {
  const windows = new Map<string, Window>()
  const marks = new Map<string, number>()

  const windowOf = (key: string, length: number): Window => {
    const known = windows.get(key)
    if (known !== undefined && known.endsAt > now()) return known
    const opened = { endsAt: now() + length, places: new Map(), count: 0 }
    keep(windows, key, opened)
    return opened
  }
  const place = (key: string, submissionId: string, length: number, most: number): number => {
    const open = windowOf(key, length)
    const number = open.places.get(submissionId) ?? open.places.size + 1
    if (number <= most) open.places.set(submissionId, number)
    return number
  }
  const isMarked = (key: string) => (marks.get(key) ?? 0) > now()

  return {
    isMarked,
    mark: (key: string, length: number) => keep(marks, key, now() + length),
    countUp: (key: string, length: number) => ++windowOf(key, length).count,
    count(keys: CountKeys, { address, contact }: typeof quoteLimits): Standing {
      if (isMarked(keys.held)) return 'held-before'
      const fromAddress = place(keys.address, keys.submissionId, address.window, address.refused)
      if (fromAddress > address.refused) return 'refused'
      const places = keys.contacts.map((key) => place(key, keys.submissionId, contact.window, contact.held))
      if (fromAddress > address.held) return 'address-rate'
      return places.some((number) => number > contact.held) ? 'contact-rate' : 'accepted'
    },
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T) {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest)
}
