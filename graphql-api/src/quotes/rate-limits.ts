import { heldDays, type HoldReason } from '@kerbside/schema/quotes/quote'
import type { Redis } from 'ioredis'
import { createLimitKey } from '../http/client-address.ts'
import { createMemoryCounter } from './memory-counter.ts'

/** docs/specification.md, 4. Windows in milliseconds; each starts with the first quote it counts. */
export const quoteLimits = {
  address: { window: 10 * 60_000, held: 30, refused: 120 },
  invalid: { window: 10 * 60_000, refused: 60 },
  contact: { window: 24 * 3_600_000, held: 5 },
  /** How long a held submission is remembered, so that a repeat is held as well: as long as it is kept. */
  heldFor: heldDays * 24 * 3_600_000,
} as const

/** What a limit says about a quote. `held-before`: this very submission was held already. */
export type Standing = 'accepted' | 'refused' | 'held-before' | Extract<HoldReason, 'address-rate' | 'contact-rate'>

export type QuoteSource = {
  submissionId: string
  /** The sender's network address. */
  address: string
  /** Whatever the homeowner can be reached by. */
  contacts: string[]
}

export type RateLimits = {
  /** Counts a submission once, however often it is repeated: a repeat stands where the first one stood. */
  countQuote: (source: QuoteSource) => Promise<Standing>
  /** Counts a quote that was not valid, apart from the valid ones. */
  countInvalid: (address: string) => Promise<'accepted' | 'refused'>
  rememberHeld: (submissionId: string) => Promise<void>
}

/** `secret` keys the names of the counters. */
export type RateLimitOptions = { prefix: string; secret: string; off?: boolean; limits?: typeof quoteLimits }

/** Where a submission is counted. */
export type CountKeys = { submissionId: string; held: string; address: string; contacts: string[] }

/** Milliseconds that a submit waits for Redis before it counts in its own memory. */
const patience = 250

/**
 * Counts in Redis, for all processes together. While Redis is away each process counts for itself: a homeowner never
 * waits for a limit.
 */
export function createRateLimits(
  redis: Redis,
  { prefix, secret, off = false, limits = quoteLimits }: RateLimitOptions,
): RateLimits {
  const memory = createMemoryCounter()
  const limitKey = createLimitKey(secret)
  const keysOf = ({ submissionId, address, contacts }: QuoteSource): CountKeys => ({
    submissionId,
    held: heldKey(submissionId),
    address: `${prefix}:quotes:address:${limitKey(address)}`,
    contacts: contacts.map((contact) => `${prefix}:quotes:contact:${limitKey(contact)}`),
  })
  const heldKey = (submissionId: string) => `${prefix}:quotes:held:${submissionId}`

  return {
    async countQuote(source) {
      const keys = keysOf(source)
      if (off) return memory.isMarked(keys.held) ? 'held-before' : 'accepted'
      return (await inTime(redis, () => countInRedis(redis, keys, limits))) ?? memory.count(keys, limits)
    },
    async countInvalid(address) {
      if (off) return 'accepted'
      const key = `${prefix}:quotes:invalid:${limitKey(address)}`
      const { window, refused } = limits.invalid
      const known = await inTime(redis, () => redis.eval(countScript, 1, key, window) as Promise<number>)
      return (known ?? memory.countUp(key, window)) > refused ? 'refused' : 'accepted'
    },
    async rememberHeld(submissionId) {
      const key = heldKey(submissionId)
      memory.mark(key, limits.heldFor)
      if (!off) await inTime(redis, () => redis.set(key, '1', 'PX', limits.heldFor))
    },
  }
}

/** Null when Redis is not there or too slow; memory counts instead, so nothing has to be repaired later. */
async function inTime<T>(redis: Redis, ask: () => Promise<T>): Promise<T | null> {
  if (redis.status !== 'ready') return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patience, null)
  })
  try {
    return await Promise.race([ask().catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}

// One round trip. A place is given once per submission, so that a repeat finds the place of the first.
const script = `
local function place(key, window, most)
  local known = redis.call('HGET', key, ARGV[1])
  if known then return tonumber(known) end
  local number = redis.call('HLEN', key) + 1
  if number <= most then redis.call('HSET', key, ARGV[1], number) end
  if number == 1 then redis.call('PEXPIRE', key, window) end
  return number
end
if redis.call('EXISTS', KEYS[1]) == 1 then return 'held-before' end
local fromAddress = place(KEYS[2], ARGV[2], tonumber(ARGV[4]))
if fromAddress > tonumber(ARGV[4]) then return 'refused' end
local fromContact = 0
for index = 3, #KEYS do
  fromContact = math.max(fromContact, place(KEYS[index], ARGV[5], tonumber(ARGV[6])))
end
if fromAddress > tonumber(ARGV[3]) then return 'address-rate' end
if fromContact > tonumber(ARGV[6]) then return 'contact-rate' end
return 'accepted'
`

async function countInRedis(redis: Redis, keys: CountKeys, limits: typeof quoteLimits): Promise<Standing> {
  const names = [keys.held, keys.address, ...keys.contacts]
  const { address, contact } = limits
  const values = [keys.submissionId, address.window, address.held, address.refused, contact.window, contact.held]
  return (await redis.eval(script, names.length, ...names, ...values)) as Standing
}

const countScript = `
local number = redis.call('INCR', KEYS[1])
if number == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return number
`
