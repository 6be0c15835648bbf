import type { Settings } from '@kerbside/schema/settings/settings'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { QuoteSource, RateLimits, Standing } from '../deps.ts'
import { createLimitKey } from '../http/client-address.ts'

/** In milliseconds (docs/specification.md, 4). Each starts with the first quote that it counts. */
const windows = { address: 10 * 60_000, contact: 24 * 3_600_000, invalid: 10 * 60_000 } as const

/** How long a held submission is remembered, so that a repeat is held as well: as long as it is stored. */
const heldMs = ({ heldDays }: Settings) => heldDays * 24 * 3_600_000

/** Milliseconds that a submit waits for Redis before the count in memory decides. */
const redisTimeout = 250

/**
 * Counts in Redis, for all processes together, and beside it in memory, for this process alone. While Redis is away or
 * slow the count in memory decides: a homeowner never waits for a limit.
 */
export function createRateLimits(
  redis: Redis,
  config: Pick<Config, 'RATE_LIMITS' | 'REDIS_PREFIX' | 'JWT_SECRET'>,
  settings: () => Settings,
): RateLimits {
  const prefix = `${config.REDIS_PREFIX}:quotes`
  const off = config.RATE_LIMITS === 'off'
  const memory = createMemoryCounter(settings)
  const limitKey = createLimitKey(config.JWT_SECRET)
  const keysOf = ({ submissionId, address, contacts }: QuoteSource): CountKeys => ({
    submissionId,
    held: heldKey(submissionId),
    address: `${prefix}:address:${limitKey(address)}`,
    contacts: contacts.map((contact) => `${prefix}:contact:${limitKey(contact)}`),
  })
  const heldKey = (submissionId: string) => `${prefix}:held:${submissionId}`
  const points = { points: settings().invalidPerAddress, duration: windows.invalid / 1_000 }
  const invalid = new RateLimiterRedis({ ...points, storeClient: redis, keyPrefix: `${prefix}:invalid` })
  const invalidInMemory = new RateLimiterMemory(points)

  return {
    async countQuote(source) {
      const keys = keysOf(source)
      if (off) return memory.isHeld(keys.held) ? 'held-before' : 'accepted'
      const counted = memory.count(keys)
      return (await inTime(redis, () => countInRedis(redis, keys, settings()))) ?? counted
    },
    async countInvalid(address) {
      if (off) return 'accepted'
      const key = limitKey(address)
      const { invalidPerAddress } = settings()
      const counted = await consume(invalidInMemory, key, invalidPerAddress)
      return (await inTime(redis, () => consume(invalid, key, invalidPerAddress))) ?? counted
    },
    async rememberHeld(submissionId) {
      const key = heldKey(submissionId)
      memory.rememberHeld(key)
      if (!off) await inTime(redis, () => redis.set(key, '1', 'PX', heldMs(settings())))
    },
  }
}

async function consume(limiter: RateLimiterAbstract, key: string, limit: number): Promise<'accepted' | 'rejected'> {
  limiter.points = limit
  try {
    await limiter.consume(key)
    return 'accepted'
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return 'rejected'
    throw reason
  }
}

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

async function countInRedis(redis: Redis, keys: CountKeys, settings: Settings): Promise<Standing> {
  const names = [keys.held, keys.address, ...keys.contacts]
  const { quotesPerAddress, rejectedPerAddress, quotesPerContact } = settings
  const { address, contact } = windows
  const values = [keys.submissionId, address, quotesPerAddress, rejectedPerAddress, contact, quotesPerContact]
  return (await redis.eval(script, names.length, ...names, ...values)) as Standing
}

/** The same counting as in Redis, for one process. The oldest windows are dropped first, so that a flood costs no memory. */
function createMemoryCounter(settings: () => Settings) {
  const counted = new LRUCache<string, Map<string, number>>({ max: 20_000 })
  const held = new LRUCache<string, true>({ max: 20_000 })

  const place = (key: string, submissionId: string, ttl: number, max: number): number => {
    const places = counted.get(key) ?? new Map<string, number>()
    if (places.size === 0) counted.set(key, places, { ttl })
    const number = places.get(submissionId) ?? places.size + 1
    if (number <= max) places.set(submissionId, number)
    return number
  }

  return {
    isHeld: (key: string) => held.has(key),
    rememberHeld: (key: string) => void held.set(key, true, { ttl: heldMs(settings()) }),
    count(keys: CountKeys): Standing {
      if (held.has(keys.held)) return 'held-before'
      const { quotesPerAddress, rejectedPerAddress, quotesPerContact } = settings()
      const fromAddress = place(keys.address, keys.submissionId, windows.address, rejectedPerAddress)
      if (fromAddress > rejectedPerAddress) return 'rejected'
      const places = keys.contacts.map((key) => place(key, keys.submissionId, windows.contact, quotesPerContact))
      if (fromAddress > quotesPerAddress) return 'address-rate'
      return places.some((number) => number > quotesPerContact) ? 'contact-rate' : 'accepted'
    },
  }
}
