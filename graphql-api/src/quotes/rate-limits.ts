import { heldDays } from '@kerbside/schema/quotes/quote'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { QuoteSource, RateLimits, Standing } from '../deps.ts'
import { createLimitKey } from '../http/client-address.ts'

/** docs/specification.md, 4. Windows in milliseconds; each starts with the first quote it counts. */
export const quoteLimits = {
  address: { window: 10 * 60_000, held: 30, rejected: 120 },
  invalid: { window: 10 * 60_000, rejected: 60 },
  contact: { window: 24 * 3_600_000, held: 5 },
  /** How long a held submission is remembered, so that a repeat is held as well: as long as it is stored. */
  heldFor: heldDays * 24 * 3_600_000,
} as const

/** Milliseconds that a submit waits for Redis before the count in memory decides. */
const redisTimeout = 250

/**
 * Counts in Redis, for all processes together, and beside it in memory, for this process alone. While Redis is away or
 * slow the count in memory decides: a homeowner never waits for a limit.
 */
export function createRateLimits(
  redis: Redis,
  config: Pick<Config, 'RATE_LIMITS' | 'REDIS_PREFIX' | 'JWT_SECRET'>,
  limits: typeof quoteLimits = quoteLimits,
): RateLimits {
  const prefix = `${config.REDIS_PREFIX}:quotes`
  const off = config.RATE_LIMITS === 'off'
  const memory = createMemoryCounter(limits)
  const limitKey = createLimitKey(config.JWT_SECRET)
  const keysOf = ({ submissionId, address, contacts }: QuoteSource): CountKeys => ({
    submissionId,
    held: heldKey(submissionId),
    address: `${prefix}:address:${limitKey(address)}`,
    contacts: contacts.map((contact) => `${prefix}:contact:${limitKey(contact)}`),
  })
  const heldKey = (submissionId: string) => `${prefix}:held:${submissionId}`
  const points = { points: limits.invalid.rejected, duration: limits.invalid.window / 1000 }
  const invalid = new RateLimiterRedis({ ...points, storeClient: redis, keyPrefix: `${prefix}:invalid` })
  const invalidInMemory = new RateLimiterMemory(points)

  return {
    async countQuote(source) {
      const keys = keysOf(source)
      if (off) return memory.isHeld(keys.held) ? 'held-before' : 'accepted'
      const counted = memory.count(keys)
      return (await inTime(redis, () => countInRedis(redis, keys, limits))) ?? counted
    },
    async countInvalid(address) {
      if (off) return 'accepted'
      const key = limitKey(address)
      const counted = await consume(invalidInMemory, key)
      return (await inTime(redis, () => consume(invalid, key))) ?? counted
    },
    async rememberHeld(submissionId) {
      const key = heldKey(submissionId)
      memory.rememberHeld(key)
      if (!off) await inTime(redis, () => redis.set(key, '1', 'PX', limits.heldFor))
    },
  }
}

const consume = (limiter: RateLimiterAbstract, key: string): Promise<'accepted' | 'rejected'> =>
  limiter.consume(key).then(
    () => 'accepted',
    (reason: unknown) => {
      if (reason instanceof RateLimiterRes) return 'rejected'
      throw reason
    },
  )

/** Null when Redis is away or too slow; then the count in memory decides, so nothing has to be repaired later. */
async function inTime<T>(redis: Redis, ask: () => Promise<T>): Promise<T | null> {
  if (redis.status !== 'ready') return null
  return Promise.race([ask().catch(() => null), setTimeout(redisTimeout, null, { ref: false })])
}

/** Where a submission is counted. */
type CountKeys = { submissionId: string; held: string; address: string; contacts: string[] }

// Not done by rate-limiter-flexible: it counts calls, and here a repeat must find the place that its first call was given,
// in all counters at once and in one round trip.
const script = `
local function place(key, window, max)
  local known = redis.call('HGET', key, ARGV[1])
  if known then return tonumber(known) end
  local number = redis.call('HLEN', key) + 1
  if number <= max then redis.call('HSET', key, ARGV[1], number) end
  if number == 1 then redis.call('PEXPIRE', key, window) end
  return number
end
if redis.call('EXISTS', KEYS[1]) == 1 then return 'held-before' end
local fromAddress = place(KEYS[2], ARGV[2], tonumber(ARGV[4]))
if fromAddress > tonumber(ARGV[4]) then return 'rejected' end
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
  const values = [keys.submissionId, address.window, address.held, address.rejected, contact.window, contact.held]
  return (await redis.eval(script, names.length, ...names, ...values)) as Standing
}

/** The same counting as in Redis, for one process. The oldest windows are dropped first, so that a flood costs no memory. */
function createMemoryCounter({ address, contact, heldFor }: typeof quoteLimits) {
  const windows = new LRUCache<string, Map<string, number>>({ max: 20_000 })
  const held = new LRUCache<string, true>({ max: 20_000, ttl: heldFor })

  const place = (key: string, submissionId: string, ttl: number, max: number): number => {
    const places = windows.get(key) ?? new Map<string, number>()
    if (places.size === 0) windows.set(key, places, { ttl })
    const number = places.get(submissionId) ?? places.size + 1
    if (number <= max) places.set(submissionId, number)
    return number
  }

  return {
    isHeld: (key: string) => held.has(key),
    rememberHeld: (key: string) => void held.set(key, true),
    count(keys: CountKeys): Standing {
      if (held.has(keys.held)) return 'held-before'
      const fromAddress = place(keys.address, keys.submissionId, address.window, address.rejected)
      if (fromAddress > address.rejected) return 'rejected'
      const places = keys.contacts.map((key) => place(key, keys.submissionId, contact.window, contact.held))
      if (fromAddress > address.held) return 'address-rate'
      return places.some((number) => number > contact.held) ? 'contact-rate' : 'accepted'
    },
  }
}
