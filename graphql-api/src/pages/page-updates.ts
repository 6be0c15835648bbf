import { createWorkerRedis } from '@kerbside/schema/events/event.queue'
import { pageChannel } from '@kerbside/schema/pages/page'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { clearPageCache } from './pages.service.ts'

type Change = 'changed' | 'pictures'

/** Clears the cached pages of every api process. */
export async function publishPageChange({ redis, config, log }: Deps, change: Change = 'changed'): Promise<void> {
  clearFor(change)
  try {
    await redis.publish(pageChannel(config.REDIS_PREFIX), change)
  } catch (error) {
    // The other processes load their cached pages again within seconds.
    log.warn({ err: error }, 'other processes were not told of a changed page')
  }
}

const clearFor = (change: string) => clearPageCache({ withVersions: change === 'pictures' })

/**
 * Clears the cached pages when another api process has changed one, or a worker what they show. What happened while Redis was away is unknown, so
 * they are cleared as well when it is back; until then they expire within seconds.
 */
export function subscribeToPageChanges(
  config: Pick<Config, 'REDIS_URL' | 'REDIS_PREFIX'>,
  log: Logger,
): { close: () => void } {
  const subscriber = createWorkerRedis(config.REDIS_URL)
  // The main connection has logged already that Redis is away.
  subscriber.on('error', () => {})
  subscriber.on('ready', () => clearPageCache({ withVersions: true }))
  subscriber.on('message', (_channel, change) => clearFor(change))
  subscriber.subscribe(pageChannel(config.REDIS_PREFIX)).catch((error: unknown) => {
    log.warn({ err: error }, 'changed pages are noticed late: no messages from the other processes')
  })
  return { close: () => subscriber.disconnect() }
}
