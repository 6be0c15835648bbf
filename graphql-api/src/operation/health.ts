import { isDatabaseReady } from '@kerbside/schema/migrations/prepare-database.model'
import { mayReadMetrics } from '@kerbside/schema/operation/metrics'
import { mayEvict } from '@kerbside/schema/operation/redis-policy.queue'
import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps, AppEnv } from '../deps.ts'
import type { Metrics } from './metrics.ts'

const noStore = { 'cache-control': 'no-store' }

/** The build of the web app that this api serves, as its documents name it; null where none is built. */
function buildOf(dist: string): string | null {
  try {
    const document = readFileSync(join(dist, 'client/index.html'), 'utf8')
    return /<meta name="version" content="([\w-]{8})"/.exec(document)?.[1] ?? null
  } catch {
    // The api runs without a web app too, as in development.
    return null
  }
}

/** `/healthz`: the process runs, and with which build. `/readyz`: it can work. `/metrics`: Prometheus text. */
export function healthRoutes(deps: Deps, metrics: Metrics) {
  const version = buildOf(deps.config.PWA_DIST)
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'up', version }, 200, noStore))
    .get('/readyz', async (c) => {
      const database = (await isDatabaseReady()) && (await deps.clock.isKnown().catch(() => false))
      // Without Redis quotes are still taken, and what they cause waits in the outbox.
      const redis = deps.redis.status === 'ready'
      const body = {
        status: database ? 'ready' : 'not ready',
        database,
        redis,
        // Null while Redis is away. Jobs are safe only if it is false.
        redisMayEvict: redis ? await mayEvict(deps.redis).catch(() => null) : null,
      }
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
