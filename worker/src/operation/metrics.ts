import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry per process; what is read from MongoDB and Redis at each scrape is added in health.ts. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    deliveries: new Counter({
      name: 'kerbside_deliveries_total',
      help: 'Tries at mails by kind and result (sent, retried, failed, dropped)',
      labelNames: ['kind', 'result'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'kerbside_job_duration_seconds',
      help: 'Time one run of a job took',
      labelNames: ['job', 'result'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    leadToFirstOffer: new Histogram({
      name: 'kerbside_lead_to_first_offer_seconds',
      help: 'From receiving a lead to its first offer accepted by the mail server',
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
      registers,
    }),
    relayed: new Counter({
      name: 'kerbside_outbox_relayed_total',
      help: 'Outbox events that the relay, not the api, handed over',
      registers,
    }),
    revived: new Counter({
      name: 'kerbside_sweep_revived_total',
      help: 'Work that looked forgotten and that the sweep asked for; what has a live job is left alone',
      labelNames: ['what'],
      registers,
    }),
    outboxBacklog: new Gauge({
      name: 'kerbside_outbox_backlog',
      help: 'Leads with an event that Redis has not acknowledged',
      registers,
    }),
    outboxUnknown: new Gauge({
      name: 'kerbside_outbox_unknown_events',
      help: 'Outbox events of a kind that this version does not know; they wait for a version that does',
      registers,
    }),
    deliveriesByState: new Gauge({
      name: 'kerbside_deliveries',
      help: 'Mails that are not out yet, by state (queued, sending, failed)',
      labelNames: ['state'],
      registers,
    }),
    mailServerAway: new Gauge({
      name: 'kerbside_mail_server_away_seconds',
      help: 'For how long the mail server has taken no mail; 0 when it does',
      registers,
    }),
    queueDepth: new Gauge({
      name: 'kerbside_queue_jobs',
      help: 'Jobs by queue and state (waiting, active, delayed, failed)',
      labelNames: ['queue', 'state'],
      registers,
    }),
    queueAge: new Gauge({
      name: 'kerbside_queue_oldest_waiting_seconds',
      help: 'Age of the oldest job that waits for a worker',
      labelNames: ['queue'],
      registers,
    }),
  }
}
