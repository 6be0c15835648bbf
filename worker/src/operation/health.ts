import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { eventTypes, queueNames, relayAfterMs } from '@kerbside/schema/events/event.jobs'
import { countJobs, oldestWaitingAt } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { isDatabaseReady } from '@kerbside/schema/migrations/prepare-database.model'
import { mayReadMetrics } from '@kerbside/schema/operation/metrics'
import { mayEvict } from '@kerbside/schema/operation/redis-policy.queue'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Deps } from '../deps.ts'

/** `/healthz`: the process runs. `/readyz`: it can work. `/metrics`: Prometheus text. */
export async function serveHealth(deps: Deps): Promise<Server> {
  const server = createServer((request, response) => {
    answer(deps, request, response).catch((error: unknown) => {
      deps.log.error({ err: error }, 'health page failed')
      if (!response.headersSent) reply(response, 500, 'error\n')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.config.WORKER_PORT, deps.config.WORKER_HOST, resolve)
  })
  return server
}

async function answer(deps: Deps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?')[0]
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply(response, 405, 'GET only\n')
  if (path === '/healthz') return reply(response, 200, 'ok\n')
  if (path === '/readyz') {
    const redis = deps.redis.status === 'ready'
    const redisMayEvict = redis ? await mayEvict(deps.redis).catch(() => null) : null
    const state = { mongodb: await isDatabaseReady(), redis, redisMayEvict }
    return reply(response, state.mongodb && state.redis ? 200 : 503, `${JSON.stringify(state)}\n`, 'application/json')
  }
  if (path !== '/metrics') return reply(response, 404, 'not found\n')
  const { headers, socket } = request
  const mayRead = mayReadMetrics(deps.config.METRICS_TOKEN, socket.remoteAddress, (name) => headers[name]?.toString())
  if (!mayRead) return reply(response, 401, 'unauthorized\n')
  await readFigures(deps)
  reply(response, 200, await deps.metrics.registry.metrics(), deps.metrics.registry.contentType)
}

function reply(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

/** Reads the figures from MongoDB and Redis. When one of them is away, its figures stay as they were last read. */
async function readFigures(deps: Deps): Promise<void> {
  const figures = [
    readOutbox(deps),
    readDeliveries(deps),
    readOutage(deps),
    ...queueNames.map((name) => readQueue(deps, name)),
  ]
  for (const result of await Promise.allSettled(figures)) {
    if (result.status === 'rejected') deps.log.debug({ err: result.reason }, 'figures not read')
  }
}

const queryTimeout = { maxTimeMS: 2_000 } as const

async function readOutbox({ metrics, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - relayAfterMs)
  metrics.outboxOverdue.set(await LeadModel.countDocuments({ 'outbox.dueAt': { $lte: before } }, queryTimeout))
  const [unknown] = await LeadModel.aggregate<{ count: number }>([
    { $match: { 'outbox.dueAt': { $exists: true } } },
    { $unwind: '$outbox' },
    { $match: { 'outbox.type': { $nin: eventTypes } } },
    { $count: 'count' },
  ]).option(queryTimeout)
  metrics.outboxUnknown.set(unknown?.count ?? 0)
}

async function readDeliveries({ metrics }: Deps): Promise<void> {
  for (const state of ['queued', 'sending', 'failed'] as const) {
    metrics.deliveriesByState.set({ state }, await DeliveryModel.countDocuments({ state }, queryTimeout))
  }
}

async function readOutage({ metrics, now }: Deps): Promise<void> {
  const outage = await findMailOutage()
  metrics.mailServerAway.set(outage === null ? 0 : (now().getTime() - outage.since.getTime()) / 1_000)
}

async function readQueue({ metrics, queues, redis }: Deps, queue: (typeof queueNames)[number]): Promise<void> {
  if (redis.status !== 'ready') return
  const counts = await countJobs(queues[queue])
  for (const [state, count] of Object.entries(counts)) metrics.queueDepth.set({ queue, state }, count)
  const oldest = await oldestWaitingAt(queues[queue])
  metrics.queueAge.set({ queue }, oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0)
}
