import { openQueues } from '@kerbside/schema/events/event.queue'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import { createSignedLinks } from '@kerbside/schema/links/signed-link'
import { watchDatabaseClock } from '@kerbside/schema/operation/database-clock.model'
import { noTracing } from '@kerbside/schema/operation/tracing'
import { watchSettings } from '@kerbside/schema/settings/settings.model'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createLoginLimits } from './auth/login-limits.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { subscribeToPageChanges } from './pages/page-updates.ts'
import { createEventPublisher } from './events/publish-events.ts'
import { createLeadEvents } from './leads/live/lead-events.ts'
import { createChallenge } from './quotes/challenge/judge-challenge.ts'
import { createRateLimits } from './quotes/rate-limits.ts'

/**
 * The real world: Redis, queues, clock and ids. Nothing waits for Redis, which may be away at start and come later.
 * `close` publishes the events that are still waiting first.
 */
export function createDeps(
  config: Config,
  log: Logger,
  tracing = noTracing,
): { deps: Deps; close: () => Promise<void> } {
  const { redis, queues, enqueueAll, close: closeQueues } = openQueues(config, log)
  const { publishEvent, flush } = createEventPublisher({ enqueueAll, log, tracing })
  const pageChanges = subscribeToPageChanges(config, log)

  const settings = watchSettings(log)
  const clock = watchDatabaseClock(log)

  const deps: Deps = {
    config,
    log,
    tracing,
    now: clock.now,
    clock,
    startedAt: new Date(),
    newId: randomUUID,
    nextLeadId: createLeadIds(),
    redis,
    queues,
    enqueueAll,
    publishEvent,
    links: createSignedLinks(config.JWT_SECRET),
    settings,
    limits: createRateLimits(redis, config, settings),
    loginLimits: createLoginLimits(redis, config),
    leadEvents: createLeadEvents(log),
    bulkChanges: { wake: () => {} },
    challenge: createChallenge(config, log),
  }
  const close = async () => {
    deps.leadEvents.close()
    settings.close()
    clock.close()
    await flush()
    pageChanges.close()
    await closeQueues()
    await tracing.close()
  }
  return { deps, close }
}
