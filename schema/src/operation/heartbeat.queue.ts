import type { Cluster, Redis } from 'ioredis'

/** Seconds between two heartbeats of a worker. */
export const heartbeatSeconds = 10
/** Seconds for which the last heartbeat of all is remembered. */
const rememberedSeconds = 365 * 86_400

/** One key of a system, whichever of its workers reported last. */
export const heartbeatKey = (prefix: string) => `${prefix}:worker`

export async function storeHeartbeat(redis: Redis | Cluster, prefix: string, at: Date): Promise<void> {
  await redis.set(heartbeatKey(prefix), at.toISOString(), 'EX', rememberedSeconds)
}

/** When a worker reported last; null if none ever has. */
export async function lastHeartbeat(redis: Redis | Cluster, prefix: string): Promise<Date | null> {
  const at = await redis.get(heartbeatKey(prefix))
  return at === null ? null : new Date(at)
}

/** Milliseconds without a heartbeat after which staff are told. */
export const workerAbsentAfterMs = 120_000
