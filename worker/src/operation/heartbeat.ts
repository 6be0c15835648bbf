import type { Redis } from 'ioredis'

export const heartbeatSeconds = { every: 10, keptFor: 30 } as const

/** `<prefix>:worker:<id>` is there while a worker lives: the staff area can tell when none does. */
export const heartbeatKey = (prefix: string, id: string) => `${prefix}:worker:${id}`

export async function beat(redis: Redis, key: string, startedAt: Date): Promise<void> {
  await redis.set(key, JSON.stringify({ startedAt }), 'EX', heartbeatSeconds.keptFor)
}
