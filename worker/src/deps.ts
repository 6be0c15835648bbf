import type { Queues, EnqueueAll } from '@kerbside/schema/events/event.queue'
import type { SignedLinks } from '@kerbside/schema/links/signed-link'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Mailbox } from './deliveries/mailbox.ts'
import type { SendMail } from './deliveries/transport.ts'
import type { Metrics } from './operation/metrics.ts'

/** What the outside world gives a job. Tests pass their own. */
export type Deps = {
  config: Config
  log: Logger
  now: () => Date
  /** For producing and for the heartbeat: fails at once when Redis is away. */
  redis: Redis
  queues: Queues
  enqueueAll: EnqueueAll
  reviveAll: EnqueueAll
  links: SignedLinks
  sendMail: SendMail
  /** Ids of the deliveries that this process is sending at the moment. */
  inHand: Set<string>
  /** When the mail server last said yes or no to a mail of this process. */
  mailServer: { answeredAt: Date | null }
  mailFrom: Mailbox
  /** The right side of every Message-ID. */
  mailDomain: string
  metrics: Metrics
}

/** What a handler may know and do about the run of its own job. */
export type JobRun = {
  /** Puts the job off until then without using up a try; always throws, to end the run. */
  putOff: (until: Date) => Promise<never>
}

export type JobDeps = Deps & { job: JobRun }
