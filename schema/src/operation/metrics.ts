import { timingSafeEqual } from 'node:crypto'

/** Every metric of our own. A name has one meaning, whichever process shows it. */
export const metrics = {
  httpRequestSeconds: { name: 'kerbside_http_request_seconds', help: 'Time to answer, by route and status' },
  outboxBacklog: { name: 'kerbside_outbox_backlog', help: 'Leads with events that Redis has not acknowledged' },
  outboxOldest: {
    name: 'kerbside_outbox_oldest_seconds',
    help: 'Age of the oldest event that Redis has not acknowledged',
  },
  outboxOverdue: {
    name: 'kerbside_outbox_overdue',
    help: 'Leads with an event so old that the relay should have published it',
  },
  outboxUnknown: {
    name: 'kerbside_outbox_unknown_events',
    help: 'Outbox events of a kind that this version does not know; they wait for a version that does',
  },
  outboxRelayed: {
    name: 'kerbside_outbox_relayed_total',
    help: 'Outbox events that the relay, not the api, published',
  },
  sweepRevived: {
    name: 'kerbside_sweep_revived_total',
    help: 'Work that looked forgotten and that the sweep queued again; what has a live job is left alone',
  },
  deliveries: {
    name: 'kerbside_deliveries',
    help: 'Mails by state; failed ones wait for somebody to send them again',
  },
  deliveryTries: {
    name: 'kerbside_deliveries_total',
    help: 'Tries at mails by kind and result (sent, retried, failed, dropped)',
  },
  mailServerAway: {
    name: 'kerbside_mail_server_away_seconds',
    help: 'For how long the mail server has taken no mail; 0 when it does',
  },
  jobSeconds: { name: 'kerbside_job_duration_seconds', help: 'Time one run of a job took' },
  leadToFirstOffer: {
    name: 'kerbside_lead_to_first_offer_seconds',
    help: 'From receiving a lead to its first offer accepted by the mail server',
  },
  queueJobs: { name: 'kerbside_queue_jobs', help: 'Jobs by queue and state (waiting, active, delayed, failed)' },
  queueOldest: {
    name: 'kerbside_queue_oldest_waiting_seconds',
    help: 'Age of the oldest job that waits for a worker',
  },
} as const

/** Does the connection itself come from this machine? */
export const isLoopback = (peer: string | undefined) => /^(?:(?:::ffff:)?127\.|::1$)/i.test((peer ?? '').trim())

const forwardedBy = ['forwarded', 'x-forwarded-for', 'x-real-ip']

/** Who may read `/metrics`: with a token its bearer, without one a caller on this machine that no proxy stands before. */
export function mayReadMetrics(
  token: string | undefined,
  peer: string | undefined,
  header: (name: string) => string | undefined,
): boolean {
  if (token === undefined) return isLoopback(peer) && forwardedBy.every((name) => header(name) === undefined)
  const given = Buffer.from(header('authorization') ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
