import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { domainOf } from '../email.ts'
import { hasAcceptedSince } from './mail-outage.ts'

/** So many rejections in a row, to different domains, are no bad addresses: the mail server takes nothing at all. */
const maxRun = 5
/** Rejections further apart than this have nothing to do with each other. */
const rememberedSeconds = 3_600

/** A rejected email is tried once more after this, while which it shows whether the server rejects everybody. */
export const confirmAfterMs = 10_000

/**
 * Counts that the server has rejected an email to this address. True when it rejects everybody: the last emails of all workers
 * were to different domains, and none was accepted since the first of them. Redis keeps the latest time of each domain.
 */
export async function rejectsAll({ redis, config, now }: Pick<Deps, 'redis' | 'config' | 'now'>, address: string) {
  const key = `${config.REDIS_PREFIX}:rejections`
  const domain = createHash('sha256')
    .update(domainOf({ name: '', address }))
    .digest('base64url')
  await redis.zadd(key, now().getTime(), domain)
  await redis.expire(key, rememberedSeconds)
  await redis.zremrangebyrank(key, 0, -maxRun - 1)
  const run = await redis.zrange(key, '0', '-1', 'WITHSCORES')
  const [, first] = run
  return run.length === 2 * maxRun && !(await hasAcceptedSince(new Date(Number(first))))
}
