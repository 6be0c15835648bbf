import { AppError } from '@kerbside/schema/errors'
import type { RedisConnection } from '@kerbside/schema/events/event.queue'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { networkOf, createLimitKey } from '../http/client-address.ts'
import type { Config } from '../config.ts'
import type { LoginAttempt, LoginLimits } from '../deps.ts'

const minute = 60

/** Wrong attempts, and the seconds they count for (docs/specification.md, 8.4). */
export const loginLimits = {
  /** At one account from one network. */
  network: { points: 10, duration: 15 * minute },
  /** At one account from anywhere; or from one device that signed in to it before, which others cannot use up. */
  account: { points: 100, duration: 60 * minute },
  /** From one network over all accounts: nobody tries one password on everybody. An office may share one address. */
  address: { points: 50, duration: 15 * minute },
  /** Six-digit codes after the right password, apart as `account` is. Of a million codes three are right at a time. */
  code: { points: 20, duration: 24 * 60 * minute },
} as const

const unlimited: LoginLimits = {
  attempt: async () => {},
  passwordRight: async () => {},
  attemptCode: async () => {},
  succeeded: async () => {},
}

/** Counted in Redis for all processes together; while it is away, in this process's memory. */
export function createLoginLimits(
  redis: RedisConnection,
  config: Pick<Config, 'RATE_LIMITS' | 'REDIS_PREFIX' | 'JWT_SECRET'>,
): LoginLimits {
  if (config.RATE_LIMITS === 'off') return unlimited
  const limitKey = createLimitKey(config.JWT_SECRET)
  const limiter = (name: keyof typeof loginLimits) =>
    new RateLimiterRedis({
      ...loginLimits[name],
      storeClient: redis,
      keyPrefix: `${config.REDIS_PREFIX}-login-${name}`,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(loginLimits[name]),
    })
  const limiters = {
    network: limiter('network'),
    account: limiter('account'),
    address: limiter('address'),
    code: limiter('code'),
  }

  /** Where an attempt counts. The first is the account's own from this network. */
  function countersOf({ email, address, device }: LoginAttempt): [Counter, ...Counter[]] {
    const network = networkOf(address)
    const own: Counter = [limiters.network, limitKey(email, network)]
    if (device !== null) return [own, [limiters.account, limitKey(email, device)]]
    return [own, [limiters.address, limitKey(network)], [limiters.account, limitKey(email)]]
  }
  const codeKey = ({ email, device }: LoginAttempt) => limitKey(email, ...(device === null ? [] : [device]))
  return {
    attempt: (attempt) => consume(countersOf(attempt), 'Please wait a few minutes and try again.'),
    passwordRight: (attempt) => giveBack(countersOf(attempt)),
    attemptCode: (attempt) =>
      consume(
        [[limiters.code, codeKey(attempt)]],
        'Use a recovery code, or ask an admin to reset your two-step sign-in.',
      ),
    async succeeded(attempt) {
      const [[own, key], ...others] = countersOf(attempt)
      await Promise.all([own.delete(key), limiters.code.delete(codeKey(attempt)), giveBack(others)])
    },
  }
}

type Counter = readonly [RateLimiterAbstract, key: string]

/** All of them or none: an attempt that one limit stops does not use up another. */
async function consume(counters: Counter[], advice: string): Promise<void> {
  const taken: Counter[] = []
  try {
    for (const [limiter, key] of counters) {
      await limiter.consume(key)
      taken.push([limiter, key])
    }
  } catch (reason) {
    await giveBack(taken)
    throw reason instanceof RateLimiterRes ? tooMany(reason, advice) : reason
  }
}

async function giveBack(counters: Counter[]): Promise<void> {
  await Promise.all(counters.map(([limiter, key]) => limiter.reward(key)))
}

const tooMany = ({ msBeforeNext }: RateLimiterRes, advice: string) =>
  new AppError('RATE_LIMITED', `Too many attempts to sign in. ${advice}`, {
    retryAfter: Math.ceil(msBeforeNext / 1000),
  })
