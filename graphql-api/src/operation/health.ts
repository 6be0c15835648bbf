import { isDatabaseReady } from '@kerbside/schema/migrations/prepare-database.model'
import { mayReadMetrics } from '@kerbside/schema/operation/metrics'
import { Hono } from 'hono'
import type { Deps, AppEnv } from '../deps.ts'
import type { Metrics } from './metrics.ts'

const noStore = { 'cache-control': 'no-store' }

/** `/healthz`: the process runs. `/readyz`: it can work. `/metrics`: Prometheus text. */
export function healthRoutes(deps: Deps, metrics: Metrics) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'up' }, 200, noStore))
    .get('/readyz', async (c) => {
      const database = (await isDatabaseReady()) && (await deps.clock.isKnown().catch(() => false))
      // Without Redis quotes are still taken, and what they cause waits in the outbox.
      const body = { status: database ? 'ready' : 'not ready', database, redis: deps.redis.status === 'ready' }
      return c.json(body, database ? 200 : 503, { ...noStore, ...(database ? {} : { 'retry-after': '5' }) })
    })
    .get('/metrics', async (c) => {
      const { METRICS_TOKEN: token } = deps.config
      if (!mayReadMetrics(token, c.env?.incoming?.socket.remoteAddress, (name) => c.req.header(name))) {
        if (token === undefined) return c.notFound()
        return c.text('A bearer token is needed.', 401, { ...noStore, 'www-authenticate': 'Bearer' })
      }
      return c.body(await metrics.registry.metrics(), 200, { ...noStore, 'content-type': metrics.registry.contentType })
    })
}
