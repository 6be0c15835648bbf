import type { RedisConnection } from '@kerbside/schema/events/event.queue'
import type { Settings } from '@kerbside/schema/settings/settings'
import { LRUCache } from 'lru-cache'
import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { QuoteSource, RateLimits, Standing } from '../deps.ts'
import { createLimitKey, type LimitKey } from '../http/client-address.ts'

/** In seconds (docs/specification.md, 4). A window starts with the first quote that it counts. */
const [tenMinutes, day] = [600, 86_400]

/** The limiters only count. What is too many, the settings say. */
const counting = { points: Number.MAX_SAFE_INTEGER, duration: day }

/** Tries to send a photo from one network: as many as the quotes that are taken from it need, and as many again cut off. */
const photosPerAddress = 300

/** Milliseconds that each answer of Redis may take before the count in memory decides. */
const redisTimeout = 1_000

/**
 * Counts in Redis, for all processes together, and beside it in memory, for this process alone. While Redis is away or
 * silent the count in memory decides: a homeowner waits a second at most. For a day after that the graver of both decides,
 * because what came meanwhile is known in memory alone; not for longer, because of quotes that come at the same moment each
 * may count another one as the last. The library's `insuranceLimiter`, with which sign-in does this, counts nothing in
 * memory as long as Redis answers, so every limit would begin anew when Redis goes.
 */
export function createRateLimits(
  redis: RedisConnection,
  config: Pick<Config, 'RATE_LIMITS' | 'REDIS_PREFIX' | 'JWT_SECRET'>,
  settings: () => Settings,
): RateLimits {
  const off = config.RATE_LIMITS === 'off'
  const shared = countInRedis(redis, `${config.REDIS_PREFIX}:quotes`)
  const memory = countInMemory()
  const limitKey = createLimitKey(config.JWT_SECRET)
  /** Submissions that are being counted now, so that a repeat that comes meanwhile is not counted too. */
  const pending = new Map<string, Promise<Standing>>()

  /** Until then memory counts what Redis does not, which was away: milliseconds. */
  let aloneUntil = 0

  /** What memory says holds where Redis is away or silent, so nothing has to be repaired later. */
  async function inBoth<T>(ask: (counts: Counts) => Promise<T>, graver: (one: T, other: T) => T): Promise<T> {
    const own = await ask(memory)
    if (off) return own
    const ofAll = redis.status === 'ready' ? await ask(shared).catch(() => null) : null
    if (ofAll === null) {
      aloneUntil = Date.now() + day * 1_000
      return own
    }
    return Date.now() < aloneUntil ? graver(own, ofAll) : ofAll
  }
  async function countTry(kind: 'invalid' | 'photos', address: string, limit: number) {
    if (off) return 'accepted'
    const number = await inBoth((counts) => counts.add(`${kind}:${limitKey(address)}`, tenMinutes), Math.max)
    return number > limit ? 'rejected' : 'accepted'
  }

  return {
    countQuote(source) {
      const { submissionId: id } = source
      const count = async (counts: Counts) =>
        (await counts.standingOf(id)) ?? (off ? 'accepted' : countNew(counts, limitKey, source, settings()))
      const standing = pending.get(id) ?? inBoth(count, gravest).finally(() => pending.delete(id))
      pending.set(id, standing)
      return standing
    },
    countInvalid: (address) => countTry('invalid', address, settings().invalidPerAddress),
    countPhoto: (address) => countTry('photos', address, photosPerAddress),
  }
}

type Counts = {
  /** Counts one more and tells which one it is in the window that is running, or begins with it. */
  add: (key: string, seconds?: number) => Promise<number>
  forget: (key: string) => Promise<unknown>
  standingOf: (submissionId: string) => Promise<Standing | null>
  remember: (submissionId: string, standing: Standing) => Promise<unknown>
}

function countInRedis(redis: RedisConnection, keyPrefix: string): Counts {
  const limiter = new RateLimiterRedis({ ...counting, storeClient: redis, keyPrefix })
  const submission = (id: string) => `${keyPrefix}:submission:${id}`
  return {
    add: async (key, customDuration = day) =>
      (await inTime(limiter.penalty(key, 1, { customDuration }))).consumedPoints,
    forget: (key) => inTime(limiter.delete(key)),
    standingOf: async (id) => (await inTime(redis.get(submission(id)))) as Standing | null,
    remember: (id, standing) => inTime(redis.set(submission(id), standing, 'EX', day)),
  }
}

const silent = () => Promise.reject(new Error('Redis is silent'))
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([answer, setTimeout(redisTimeout, undefined, { ref: false }).then(silent)])

/** The oldest are dropped first, so that a flood costs no memory. */
function countInMemory(): Counts {
  const limiter = new RateLimiterMemory(counting)
  const counted = new LRUCache<string, true>({ max: 50_000, dispose: (_true, key) => void limiter.delete(key) })
  const submissions = new LRUCache<string, Standing>({ max: 20_000 })
  return {
    async add(key, customDuration = day) {
      counted.set(key, true)
      return (await limiter.penalty(key, 1, { customDuration })).consumedPoints
    },
    forget: (key) => limiter.delete(key),
    standingOf: async (id) => submissions.get(id) ?? null,
    remember: async (id, standing) => submissions.set(id, standing, { ttl: day * 1_000 }),
  }
}

// The rate of the network is what a passed challenge can clear, so it is told only where nothing else is wrong.
const gravestFirst = ['rejected', 'contact-rate', 'contact-networks', 'repeated-text', 'address-rate'] as const
const gravest = (...found: Standing[]): Standing => gravestFirst.find((each) => found.includes(each)) ?? 'accepted'

async function countNew(counts: Counts, limitKey: LimitKey, source: QuoteSource, limits: Settings): Promise<Standing> {
  const { submissionId, address, contacts, text } = source
  const number = await counts.add(`network:${limitKey(address)}`, tenMinutes)
  if (number > limits.rejectedPerAddress) return 'rejected'

  async function countContact(contact: string): Promise<Standing> {
    if ((await counts.add(`by-contact:${limitKey(contact)}`)) > limits.quotesPerContact) return 'contact-rate'
    const network = `network-of-contact:${limitKey(contact, address)}`
    if ((await counts.add(network)) > 1) return 'accepted'
    const networks = await counts.add(`networks-of-contact:${limitKey(contact)}`)
    if (networks <= limits.networksPerContact) return 'accepted'
    // So that its next quote does not come from a network that is known.
    await counts.forget(network)
    return 'contact-networks'
  }
  async function countText(): Promise<Standing> {
    const isRepeated = text != null && (await counts.add(`same-text:${limitKey(text)}`)) > limits.quotesPerText
    return isRepeated ? 'repeated-text' : 'accepted'
  }

  const found = await Promise.all([...contacts.map(countContact), countText()])
  if (number > limits.quotesPerAddress) found.push('address-rate')
  const standing = gravest(...found)
  await counts.remember(submissionId, standing)
  return standing
}
