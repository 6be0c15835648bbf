import type { EnqueueAll, Queues, RedisConnection } from '@kerbside/schema/events/event.queue'
import type { CurrentSettings } from '@kerbside/schema/settings/settings.model'
import type { DatabaseClock } from '@kerbside/schema/operation/database-clock.model'
import type { SignedLinks } from '@kerbside/schema/links/signed-link'
import type { Tracing } from '@kerbside/schema/operation/tracing'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { SendEmail } from './email.ts'
import type { Metrics } from './metrics.ts'
import type { ResolveHost } from './deliveries/post-webhook.ts'

/** What the code needs of the outside world. Tests pass their own. */
export type Deps = {
  config: Config
  log: Logger
  tracing: Tracing
  /** The database's time, which is the same for all processes. */
  now: () => Date
  clock: DatabaseClock
  /** For adding jobs and for the heartbeat: fails at once when Redis is away. */
  redis: RedisConnection
  queues: Queues
  enqueueAll: EnqueueAll
  reviveAll: EnqueueAll
  links: SignedLinks
  settings: CurrentSettings
  sendEmail: SendEmail
  /** Where the hosts of webhooks and push services are. */
  resolveHost: ResolveHost
  /** Ids of the deliveries that this process is sending at the moment. */
  sendingIds: Set<string>
  metrics: Metrics
}
