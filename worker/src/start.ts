import {
  closeQueues,
  createEnqueueAll,
  createProducerRedis,
  createQueues,
  createReviveAll,
  createWorkerRedis,
  logRedisOutages,
} from '@kerbside/schema/events/event.queue'
import { createSignedLinks } from '@kerbside/schema/links/signed-link'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Redis } from 'ioredis'
import type { Config } from './config.ts'
import { domainOf, parseMailbox } from './deliveries/mailbox.ts'
import { queueDueDeliveries } from './deliveries/queue-due.ts'
import { createMailTransport } from './deliveries/transport.ts'
import type { Deps } from './deps.ts'
import { startLoop } from './events/loop.ts'
import { relayOutbox } from './events/relay.ts'
import { createSweep } from './events/sweep.ts'
import { beat, heartbeatKey, heartbeatSeconds } from './operation/heartbeat.ts'
import { clearImages } from './images/clear-images.ts'
import { createMetrics } from './operation/metrics.ts'
import { clearHeldQuotes } from './quotes/clear-held-quotes.ts'
import { startWorkers } from './worker.ts'

export type RunningWorker = {
  /** Resolves when both queues are being worked on: at once, or when Redis is there. */
  ready: () => Promise<void>
  /** Takes no more jobs and finishes the current ones. */
  stop: () => Promise<void>
}

/** Takes up work. Waits for nothing: Redis may be away. */
export function startWorker(deps: Deps): RunningWorker {
  const { config, log } = deps
  const connections: Redis[] = []
  const workers = startWorkers(deps, () => {
    const connection = quiet(createWorkerRedis(config.REDIS_URL))
    connections.push(connection)
    return connection
  })
  const startedAt = deps.now()
  const key = heartbeatKey(config.REDIS_PREFIX, randomUUID())
  const loops = [
    startLoop('relay', 1_000, log, () => relayOutbox(deps)),
    startLoop('mail', 1_000, log, () => queueDueDeliveries(deps)),
    startLoop('sweep', config.SWEEP_EVERY_SECONDS * 1_000, log, createSweep(deps)),
    startLoop('held-quotes', 3_600_000, log, () => clearHeldQuotes(deps)),
    startLoop('images', 3_600_000, log, () => clearImages(deps)),
    startLoop('heartbeat', heartbeatSeconds.every * 1_000, log, () => beat(deps.redis, key, startedAt)),
  ]
  return {
    ready: async () => void (await workers.ready()),
    async stop() {
      await Promise.all([workers.close(), ...loops.map((loop) => loop.stop())])
      await deps.redis.del(key).catch(() => {
        // With Redis away the key runs out by itself.
      })
      for (const connection of connections) connection.disconnect()
    },
  }
}

/** The real world, except MongoDB's connection, which belongs to the process. */
export function createDeps(config: Config, log: Logger): { deps: Deps; close: () => Promise<void> } {
  const redis = logRedisOutages(createProducerRedis(config.REDIS_URL), log)
  const queues = createQueues(redis, { prefix: config.REDIS_PREFIX })
  // The connection's own listener has said it already.
  for (const queue of Object.values(queues)) queue.on('error', () => {})
  const transport = createMailTransport(config)
  const mailFrom = parseMailbox(config.MAIL_FROM)
  if (mailFrom === null) throw new Error('MAIL_FROM is no address') // config.ts has refused it before
  const deps: Deps = {
    config,
    log,
    now: () => new Date(),
    redis,
    queues,
    enqueueAll: createEnqueueAll(queues, redis),
    reviveAll: createReviveAll(queues, redis),
    links: createSignedLinks(config.JWT_SECRET),
    sendMail: transport.sendMail,
    inHand: new Set(),
    mailServer: { answeredAt: null },
    mailFrom,
    mailDomain: domainOf(mailFrom),
    metrics: createMetrics(),
  }
  const close = async () => {
    await closeQueues(queues)
    redis.disconnect()
    transport.close()
  }
  return { deps, close }
}

// ioredis prints errors that nobody listens to; the producer's connection tells of the same outage.
function quiet(redis: Redis): Redis {
  return redis.on('error', () => {})
}
