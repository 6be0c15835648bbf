import type { EnqueueAll, Queues } from '@kerbside/schema/events/event.queue'
import type { OutboxEvent } from '@kerbside/schema/events/event.jobs'
import type { SignedLinks } from '@kerbside/schema/links/signed-link'
import type { Viewer } from '@kerbside/schema/users/user'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { AuthCookies } from './auth/auth-cookies.ts'
import type { LoginLimits } from './auth/login-limits.ts'
import type { Config } from './config.ts'
import type { RateLimits } from './quotes/rate-limits.ts'

/** What the outside world gives a service. Tests pass their own. */
export type Deps = {
  config: Config
  log: Logger
  now: () => Date
  /** A random UUID. */
  newId: () => string
  /** Unique and rising within this process. */
  nextLeadId: () => Promise<number>
  redis: Redis
  queues: Queues
  enqueueAll: EnqueueAll
  /** Publishes a committed outbox event to Redis in the background. Never throws: the relay finds what is left. */
  publishEvent: (leadId: number, event: OutboxEvent) => void
  links: SignedLinks
  limits: RateLimits
  loginLimits: LoginLimits
}

/**
 * Where a request comes from. `address` honours TRUST_PROXY; `requestId` goes into logs and jobs; `foreign`: the browser
 * reports that a page of another site sends the request.
 */
export type Client = { address: string; requestId: string; foreign?: boolean }

/** `cookies` are the browser's; a caller without HTTP has none. */
export type Context = Deps & { viewer: Viewer; client: Client; cookies?: AuthCookies }

/** What Hono passes from middleware to handlers. `nonce` belongs into every script and style of the page. */
export type AppEnv = {
  Variables: { context: Context; nonce: string }
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } } | undefined
}
