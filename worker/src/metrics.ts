import { metrics } from '@kerbside/schema/operation/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry per process; what is read from MongoDB and Redis at each scrape is added in health.ts. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    deliveries: new Counter({ ...metrics.deliveryTries, labelNames: ['kind', 'result'], registers }),
    jobSeconds: new Histogram({
      ...metrics.jobSeconds,
      labelNames: ['job', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    leadToFirstOffer: new Histogram({
      ...metrics.leadToFirstOffer,
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
      registers,
    }),
    relayed: new Counter({ ...metrics.outboxRelayed, registers }),
    revived: new Counter({ ...metrics.sweepRevived, labelNames: ['what'], registers }),
    outboxOverdue: new Gauge({ ...metrics.outboxOverdue, registers }),
    outboxUnknown: new Gauge({ ...metrics.outboxUnknown, registers }),
    deliveriesByState: new Gauge({ ...metrics.deliveries, labelNames: ['state'], registers }),
    mailServerAway: new Gauge({ ...metrics.mailServerAway, registers }),
    queueDepth: new Gauge({ ...metrics.queueJobs, labelNames: ['queue', 'state'], registers }),
    queueAge: new Gauge({ ...metrics.queueOldest, labelNames: ['queue'], registers }),
  }
}
