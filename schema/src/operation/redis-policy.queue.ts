import type { Cluster, Redis } from 'ioredis'

/**
 * Whether Redis may throw jobs away when its memory is full: any policy but `noeviction`. Null where it does not say. BullMQ
 * needs `noeviction` (https://docs.bullmq.io/guide/going-to-production).
 */
export async function mayEvict(redis: Redis | Cluster): Promise<boolean | null> {
  const [, policy] = /maxmemory_policy:(\S+)/.exec(await redis.info('memory')) ?? []
  return policy === undefined ? null : policy !== 'noeviction'
}

/** What the log says of it, once Redis can be reached. */
export const evictionWarning =
  'Redis may throw jobs away when its memory is full. Set maxmemory-policy to noeviction (docs/operating.md).'

/** Logs it at each connection. */
export function warnOfEviction(redis: Redis | Cluster, log: { warn: (text: string) => void }): void {
  const look = () =>
    void mayEvict(redis)
      .then((evicts) => evicts && log.warn(evictionWarning))
      .catch(() => {}) // Away again: the next connection is asked.
  redis.on('ready', look)
  if (redis.status === 'ready') look()
}
