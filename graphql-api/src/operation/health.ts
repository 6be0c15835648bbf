import { isDatabaseReady } from '@kerbside/schema/migrations/prepare-database.model'
import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { isLoopback } from '../http/client-address.ts'
import type { Metrics } from './metrics.ts'
import type { AppEnv } from '../http/route.ts'

const noStore = { 'cache-control': 'no-store' }

/** For whoever watches over the process: up, able to work, and how it does. */
export function healthRoutes(deps: Deps, metrics: Metrics) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'up' }, 200, noStore))
    .get('/readyz', async (c) => {
      const database = await isDatabaseReady()
      // Without Redis quotes are still taken, and what they cause waits in the outbox.
      const body = { status: database ? 'ready' : 'not ready', database, redis: deps.redis.status === 'ready' }
      return c.json(body, database ? 200 : 503, { ...noStore, ...(database ? {} : { 'retry-after': '5' }) })
    })
    .get('/metrics', async (c) => {
      const { METRICS_TOKEN: token } = deps.config
      if (token !== undefined && !isBearer(c.req.header('authorization'), token)) {
        return c.text('A bearer token is needed.', 401, { ...noStore, 'www-authenticate': 'Bearer' })
      }
      const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded') ?? c.req.header('x-real-ip')
      const local = isLoopback(c.env?.incoming?.socket.remoteAddress) && forwarded === undefined
      if (token === undefined && !local) return c.notFound()
      return c.body(await metrics.registry.metrics(), 200, { ...noStore, 'content-type': metrics.registry.contentType })
    })
}

function isBearer(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
