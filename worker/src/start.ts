import { createReviveAll, openQueues } from '@kerbside/schema/events/event.queue'
import { createSignedLinks } from '@kerbside/schema/links/signed-link'
import { watchDatabaseClock } from '@kerbside/schema/operation/database-clock.model'
import { heartbeatSeconds, storeHeartbeat } from '@kerbside/schema/operation/heartbeat.queue'
import { noTracing } from '@kerbside/schema/operation/tracing'
import { watchSettings } from '@kerbside/schema/settings/settings.model'
import { warnOfEviction } from '@kerbside/schema/operation/redis-policy.queue'
import { lookup } from 'node:dns/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { startBounceServer } from './deliveries/bounces/bounce-server.ts'
import { withoutAddresses } from './deliveries/mail-error.ts'
import { queueDueDeliveries } from './deliveries/queue-deliveries.ts'
import { createEmailTransport } from './deliveries/transport.ts'
import type { Deps } from './deps.ts'
import { startLoop } from './events/loop.ts'
import { relayOutbox } from './events/relay.ts'
import { keepSchedules } from './events/schedules.ts'
import { sweep } from './events/sweep.ts'
import { createMetrics } from './metrics.ts'
import { startWorkers } from './worker.ts'

/** Takes bounces where they are configured. Without them emails go out all the same. */
function startBounces(deps: Deps): () => Promise<void> {
  const domain = deps.config.BOUNCE_DOMAIN
  if (domain === undefined) return async () => {}
  const started = startBounceServer(deps, domain).catch((error: unknown) => {
    // Another worker of this machine has the port, for example; then that one takes them.
    deps.log.error({ reason: withoutAddresses(error) }, 'bounces are not taken by this worker')
    return null
  })
  return async () => (await started)?.stop()
}

/**
 * Starts processing the queues and the loops. Does not wait for Redis, which may be away: `ready` resolves when it is
 * there. `stop` takes no more jobs and finishes the current ones.
 */
export function startWorker(deps: Deps) {
  const { config, log } = deps
  const workers = startWorkers(deps)
  const stopBounces = startBounces(deps)
  const loops = [
    startLoop('relay', 1_000, log, () => relayOutbox(deps)),
    startLoop('deliveries', 1_000, log, () => queueDueDeliveries(deps)),
    startLoop('sweep', config.SWEEP_EVERY_SECONDS * 1_000, log, () => sweep(deps)),
    startLoop('schedules', 10_000, log, () => keepSchedules(deps)),
    startLoop('heartbeat', heartbeatSeconds * 1_000, log, () =>
      storeHeartbeat(deps.redis, config.REDIS_PREFIX, deps.now()),
    ),
  ]
  return {
    ready: workers.ready,
    async stop() {
      await Promise.all([workers.close(), stopBounces(), ...loops.map((loop) => loop.stop())])
    },
  }
}

/** The real dependencies, except the connection to MongoDB, which mongoose holds for the whole process. */
export function createDeps(
  config: Config,
  log: Logger,
  tracing = noTracing,
): { deps: Deps; close: () => Promise<void> } {
  const { redis, queues, enqueueAll, close: closeQueues } = openQueues(config, log, { commandTimeout: 15_000 })
  const transport = createEmailTransport(config)
  warnOfEviction(redis, log)
  const clock = watchDatabaseClock(log)
  const deps: Deps = {
    config,
    log,
    tracing,
    now: clock.now,
    clock,
    redis,
    queues,
    enqueueAll,
    reviveAll: createReviveAll(queues, redis),
    links: createSignedLinks(config.JWT_SECRET),
    settings: watchSettings(log),
    sendEmail: transport.sendEmail,
    resolveHost: lookup,
    sendingIds: new Set(),
    metrics: createMetrics(),
  }
  const close = async () => {
    deps.settings.close()
    clock.close()
    await closeQueues()
    transport.close()
    await tracing.close()
  }
  return { deps, close }
}
