import { AppError } from '@kerbside/schema/errors'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { networkOf } from '../client-address.ts'
import type { Config } from '../config.ts'
import { createLimitKey } from '../limit-key.ts'

export type LoginAttempt = { email: string; address: string }

export type LoginLimits = {
  /** Counts an attempt before the password is looked at, so that many at once cannot slip through. */
  attempt: (attempt: LoginAttempt) => Promise<void>
  /** A right pair forgives the account's failures and takes its own attempt back from the address. */
  succeeded: (attempt: LoginAttempt) => Promise<void>
}

/** Failed attempts in 15 minutes. An office may share one address. */
export const loginLimits = { account: 10, address: 50, seconds: 15 * 60 } as const

const unlimited: LoginLimits = { attempt: async () => {}, succeeded: async () => {} }

/** Counted in Redis for all processes together; while it is away, in this process's memory. */
export function createLoginLimits(
  redis: Redis,
  config: Pick<Config, 'RATE_LIMITS' | 'REDIS_PREFIX' | 'JWT_SECRET'>,
): LoginLimits {
  if (config.RATE_LIMITS === 'off') return unlimited
  const limitKey = createLimitKey(config.JWT_SECRET)
  const limiter = (name: 'account' | 'address'): RateLimiterAbstract => {
    const options = { points: loginLimits[name], duration: loginLimits.seconds }
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      keyPrefix: `${config.REDIS_PREFIX}-login-${name}`,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
  }
  const account = limiter('account')
  const address = limiter('address')
  return {
    async attempt(attempt) {
      try {
        await address.consume(limitKey(networkOf(attempt.address)))
        await account.consume(limitKey(attempt.email))
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? tooMany(reason) : reason
      }
    },
    async succeeded(attempt) {
      await Promise.all([account.delete(limitKey(attempt.email)), address.reward(limitKey(networkOf(attempt.address)))])
    },
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new AppError('RATE_LIMITED', 'Too many attempts to sign in. Please wait a few minutes and try again.', {
    retryAfter: Math.ceil(msBeforeNext / 1000),
  })
