import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Metrics } from './metrics.ts'
import type { AppEnv } from '../http/route.ts'

/** One line and one measurement for each request. Patterns, not paths: those can hold tokens and search words. */
export const requestLog = (metrics: Metrics) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const milliseconds = performance.now() - started
    const labels = { method: c.req.method, route: routePath(c), status: c.res.status }
    metrics.request(labels, milliseconds / 1000)
    const { log } = c.get('context')
    log[labels.status >= 500 ? 'warn' : 'debug']({ ...labels, ms: Math.round(milliseconds) }, 'request')
  })
