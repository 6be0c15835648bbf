import { timingSafeEqual } from 'node:crypto'

/** Every metric of our own. A name has one meaning, whichever process shows it. */
const descriptions = {
  kerbside_http_request_seconds: 'Time to answer, by route and status',
  kerbside_outbox_backlog: 'Leads with events that Redis has not acknowledged',
  kerbside_outbox_oldest_seconds: 'Age of the oldest event that Redis has not acknowledged',
  kerbside_outbox_overdue: 'Leads with an event so old that the relay should have published it',
  kerbside_outbox_unknown_events:
    'Outbox events of a kind that this version does not know; they wait for a version that does',
  kerbside_outbox_relayed_total: 'Outbox events that the relay, not the api, published',
  kerbside_sweep_revived_total:
    'Work that looked forgotten and that the sweep queued again; what has a live job is left alone',
  kerbside_deliveries: 'Mails and webhooks by state; failed ones wait for somebody to send them again',
  kerbside_deliveries_total:
    'Tries at emails and webhooks by kind and result (sent, retried, failed, dropped, bounced)',
  kerbside_mail_server_away_seconds: 'For how long the mail server has taken no email; 0 when it does',
  kerbside_canary_missing_seconds:
    'For how long test leads have not got through; 0 when they do; missing where none are sent',
  kerbside_job_duration_seconds: 'Time one run of a job took',
  kerbside_lead_to_first_offer_seconds: 'From receiving a lead to its first offer accepted by the mail server',
  kerbside_queue_jobs: 'Jobs by queue and state (waiting, active, delayed, failed)',
  kerbside_queue_oldest_waiting_seconds: 'Age of the oldest job that waits for a worker',
} as const

/** The name and the description of a metric, as prom-client takes them. */
export const metric = (name: keyof typeof descriptions) => ({ name, help: descriptions[name] })

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
