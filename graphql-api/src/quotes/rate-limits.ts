import type { Settings } from '@kerbside/schema/settings/settings'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { QuoteSource, RateLimits, Standing } from '../deps.ts'
import { createLimitKey } from '../http/client-address.ts'

/** In milliseconds (docs/specification.md, 4). Each starts with the first quote that it counts. */
const windows = { address: 10 * 60_000, day: 24 * 3_600_000, invalid: 10 * 60_000, photos: 10 * 60_000 } as const

/** Tries to send a photo from one network: as many as the quotes that are taken from it need, and as many again cut off. */
const photosPerAddress = 300

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
  const keysOf = ({ submissionId, address, contacts, text = null }: QuoteSource): CountKeys => ({
    submissionId,
    held: heldKey(submissionId),
    address: `${prefix}:address:${limitKey(address)}`,
    contacts: contacts.map((contact) => `${prefix}:contact:${limitKey(contact)}`),
    networks: contacts.map((contact) => `${prefix}:networks:${limitKey(contact)}`),
    network: limitKey(address),
    texts: text === null ? [] : [`${prefix}:text:${limitKey(text)}`],
  })
  const heldKey = (submissionId: string) => `${prefix}:held:${submissionId}`
  const counterOf = (name: 'invalid' | 'photos') => {
    const options = { points: 1, duration: windows[name] / 1_000 }
    const shared = new RateLimiterRedis({ ...options, storeClient: redis, keyPrefix: `${prefix}:${name}` })
    const inMemory = new RateLimiterMemory(options)
    return async (address: string, limit: number) => {
      if (off) return 'accepted'
      const key = limitKey(address)
      const counted = await consume(inMemory, key, limit)
      return (await inTime(redis, () => consume(shared, key, limit))) ?? counted
    }
  }
  const countInvalid = counterOf('invalid')
  const countPhoto = counterOf('photos')

  return {
    async countQuote(source) {
      const keys = keysOf(source)
      if (off) return memory.isHeld(keys.held) ? 'held-before' : 'accepted'
      const counted = memory.count(keys)
      return (await inTime(redis, () => countInRedis(redis, keys, settings()))) ?? counted
    },
    countInvalid: (address) => countInvalid(address, settings().invalidPerAddress),
    countPhoto: (address) => countPhoto(address, photosPerAddress),
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
type CountKeys = {
  submissionId: string
  held: string
  address: string
  contacts: string[]
  /** Where the networks of each contact are counted, and which one this is. */
  networks: string[]
  network: string
  /** One or none. */
  texts: string[]
}

// The rate of the network is what a passed challenge can clear, so it is told only where nothing else is wrong.
// Not done by rate-limiter-flexible: it counts calls, and here a repeat must find the place that its first call was given,
// in all counters at once and in one round trip.
const script = `
local function place(key, member, window, max)
  local known = redis.call('HGET', key, member)
  if known then return tonumber(known) end
  local number = redis.call('HLEN', key) + 1
  if number <= max then redis.call('HSET', key, member, number) end
  if number == 1 then redis.call('PEXPIRE', key, window) end
  return number
end
local input = cjson.decode(ARGV[1])
local function networkPlace(key)
  local known = redis.call('HGET', key, 'quote:' .. input.submissionId)
  local number = tonumber(known or redis.call('HGET', key, 'network:' .. input.network))
  if not number then
    number = redis.call('HINCRBY', key, 'count', 1)
    if number <= input.networksPerContact then redis.call('HSET', key, 'network:' .. input.network, number) end
    if number == 1 then redis.call('PEXPIRE', key, input.day) end
  end
  if not known then redis.call('HSET', key, 'quote:' .. input.submissionId, number) end
  return number
end
if redis.call('EXISTS', KEYS[1]) == 1 then return 'held-before' end
local fromAddress = place(KEYS[2], input.submissionId, input.address, input.rejectedPerAddress)
if fromAddress > input.rejectedPerAddress then return 'rejected' end
local contacts = input.contacts
local contact, networks, text = false, false, false
for index = 3, 2 + contacts do
  if place(KEYS[index], input.submissionId, input.day, input.quotesPerContact) > input.quotesPerContact then
    contact = true
  elseif networkPlace(KEYS[index + contacts]) > input.networksPerContact then
    networks = true
  end
end
for index = 3 + 2 * contacts, #KEYS do
  text = place(KEYS[index], input.submissionId, input.day, input.quotesPerText) > input.quotesPerText
end
if contact then return 'contact-rate' end
if networks then return 'contact-networks' end
if text then return 'repeated-text' end
return fromAddress > input.quotesPerAddress and 'address-rate' or 'accepted'
`

async function countInRedis(redis: Redis, keys: CountKeys, settings: Settings): Promise<Standing> {
  const { submissionId, network } = keys
  const names = [keys.held, keys.address, ...keys.contacts, ...keys.networks, ...keys.texts]
  const { quotesPerAddress, rejectedPerAddress, quotesPerContact, networksPerContact, quotesPerText } = settings
  const limits = { quotesPerAddress, rejectedPerAddress, quotesPerContact, networksPerContact, quotesPerText }
  const input = { submissionId, network, contacts: keys.contacts.length, ...limits, ...windows }
  return (await redis.eval(script, names.length, ...names, JSON.stringify(input))) as Standing
}

/** The same counting as in Redis, for one process. The oldest windows are dropped first, so that a flood costs no memory. */
function createMemoryCounter(settings: () => Settings) {
  const counted = new LRUCache<string, Map<string, number>>({ max: 20_000 })
  const held = new LRUCache<string, true>({ max: 20_000 })

  const place = (key: string, member: string, ttl: number, max: number, given?: number): number => {
    const places = counted.get(key) ?? new Map<string, number>()
    if (places.size === 0) counted.set(key, places, { ttl })
    const number = places.get(member) ?? given ?? places.size + 1
    if (number <= max) places.set(member, number)
    return number
  }
  /** The place of the network that the first call of a submission came from: a phone may send it again from another one. */
  const networkPlace = (key: string, { submissionId, network }: CountKeys): number => {
    const ofQuote = `${key}:quotes`
    const known = counted.get(ofQuote)?.get(submissionId)
    return known ?? place(ofQuote, submissionId, windows.day, Infinity, place(key, network, windows.day, Infinity))
  }

  return {
    isHeld: (key: string) => held.has(key),
    rememberHeld: (key: string) => void held.set(key, true, { ttl: heldMs(settings()) }),
    count(keys: CountKeys): Standing {
      if (held.has(keys.held)) return 'held-before'
      const { quotesPerAddress, rejectedPerAddress, quotesPerContact, networksPerContact, quotesPerText } = settings()
      const fromAddress = place(keys.address, keys.submissionId, windows.address, rejectedPerAddress)
      if (fromAddress > rejectedPerAddress) return 'rejected'
      const { submissionId } = keys
      const over = keys.contacts.map(
        (key) => place(key, submissionId, windows.day, quotesPerContact) > quotesPerContact,
      )
      const contact = over.some(Boolean)
      const isFromMany = (key: string, index: number) => !over[index] && networkPlace(key, keys) > networksPerContact
      const networks = keys.networks.filter(isFromMany).length > 0
      const text =
        keys.texts.filter((key) => place(key, submissionId, windows.day, quotesPerText) > quotesPerText).length > 0
      if (contact) return 'contact-rate'
      if (networks) return 'contact-networks'
      if (text) return 'repeated-text'
      return fromAddress > quotesPerAddress ? 'address-rate' : 'accepted'
    },
  }
}
