import { metric } from '@kerbside/schema/operation/metrics'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry per process; what is read from MongoDB and Redis at each scrape is added in health.ts. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    deliveries: new Counter({ ...metric('kerbside_deliveries_total'), labelNames: ['kind', 'result'], registers }),
    jobSeconds: new Histogram({
      ...metric('kerbside_job_duration_seconds'),
      labelNames: ['job', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    leadToFirstOffer: new Histogram({
      ...metric('kerbside_lead_to_first_offer_seconds'),
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
      registers,
    }),
    relayed: new Counter({ ...metric('kerbside_outbox_relayed_total'), registers }),
    revived: new Counter({ ...metric('kerbside_sweep_revived_total'), labelNames: ['what'], registers }),
    outboxOverdue: new Gauge({ ...metric('kerbside_outbox_overdue'), registers }),
    outboxUnknown: new Gauge({ ...metric('kerbside_outbox_unknown_events'), registers }),
    deliveriesByState: new Gauge({ ...metric('kerbside_deliveries'), labelNames: ['state'], registers }),
    mailServerAway: new Gauge({ ...metric('kerbside_mail_server_away_seconds'), registers }),
    queueDepth: new Gauge({ ...metric('kerbside_queue_jobs'), labelNames: ['queue', 'state'], registers }),
    queueAge: new Gauge({ ...metric('kerbside_queue_oldest_waiting_seconds'), labelNames: ['queue'], registers }),
  }
}
