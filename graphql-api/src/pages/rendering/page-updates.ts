import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { pageNewsChannel } from '../page-record.ts'
import { dropPage } from '../pages.service.ts'

/**
 * Hears from the other api processes that pages have changed, and forgets what this one showed of them. What happened
 * while Redis was away is unknown, so everything is forgotten once it is back; until then copies run out by themselves.
 */
export function followPageNews(redis: Redis, prefix: string, log: Logger): { close: () => void } {
  const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
  // The main connection has said already that Redis is away.
  subscriber.on('error', () => {})
  subscriber.on('ready', dropPage)
  subscriber.on('message', dropPage)
  subscriber.subscribe(pageNewsChannel(prefix)).catch((error: unknown) => {
    log.warn({ err: error }, 'changed pages are noticed late: no news from the other processes')
  })
  return { close: () => subscriber.disconnect() }
}
