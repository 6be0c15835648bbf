import { canariesMissingSince } from '@kerbside/schema/canary/canary.model'
import { outboxBacklog } from '@kerbside/schema/leads/list/find-leads.model'
import { metric } from '@kerbside/schema/operation/metrics'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { canaryMinutes } from '../config.ts'
import type { Deps } from '../deps.ts'

export type Metrics = {
  registry: Registry
  /** `route` is the pattern, never the path: a path can hold a token. */
  request: (labels: { method: string; route: string; status: number }, seconds: number) => void
}

export function createMetrics(deps: Pick<Deps, 'log' | 'now' | 'config'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    ...metric('kerbside_http_request_seconds'),
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  addOutboxGauges(registry, deps)
  addCanaryGauge(registry, deps)
  return {
    registry,
    request: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
  }
}

/** A figure that cannot be read is left out; the others are still shown. */
const ifAvailable = (deps: Pick<Deps, 'log'>, name: string, collect: () => Promise<void>) => async () => {
  try {
    await collect()
  } catch (error) {
    deps.log.debug({ err: error, metric: name }, 'metric not available')
  }
}

function addOutboxGauges(registry: Registry, deps: Pick<Deps, 'log' | 'now'>) {
  const age = new Gauge({ ...metric('kerbside_outbox_oldest_seconds'), registers: [registry] })
  const backlog: Gauge = new Gauge({
    ...metric('kerbside_outbox_backlog'),
    registers: [registry],
    collect: ifAvailable(deps, 'outbox', async () => {
      const { leads, oldestAt } = await outboxBacklog(deps.now())
      backlog.set(leads)
      age.set(oldestAt ? (deps.now().getTime() - oldestAt.getTime()) / 1000 : 0)
    }),
  })
}

function addCanaryGauge(registry: Registry, deps: Pick<Deps, 'log' | 'now' | 'config'>) {
  if (canaryMinutes(deps.config) === 0) return
  const missing: Gauge = new Gauge({
    ...metric('kerbside_canary_missing_seconds'),
    registers: [registry],
    collect: ifAvailable(deps, 'canary', async () => {
      const since = await canariesMissingSince(deps.now())
      missing.set(since === null ? 0 : (deps.now().getTime() - since.getTime()) / 1000)
    }),
  })
}
