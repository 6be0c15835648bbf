import type { EnqueueAll, Queues, RedisConnection } from '@kerbside/schema/events/event.queue'
import type { OutboxEvent } from '@kerbside/schema/events/event.jobs'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { DatabaseClock } from '@kerbside/schema/operation/database-clock.model'
import type { SignedLinks } from '@kerbside/schema/links/signed-link'
import type { CurrentSettings } from '@kerbside/schema/settings/settings.model'
import type { HoldReason } from '@kerbside/schema/quotes/quote'
import type { Tracing } from '@kerbside/schema/operation/tracing'
import type { Viewer } from '@kerbside/schema/users/user'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** What the outside world gives a service. Tests pass their own. */
export type Deps = {
  config: Config
  log: Logger
  tracing: Tracing
  /** The database's time, which is the same for all processes. */
  now: () => Date
  clock: DatabaseClock
  /** When this process began. */
  startedAt: Date
  /** A random UUID. */
  newId: () => string
  /** Unique and rising within this process. */
  nextLeadId: () => Promise<number>
  redis: RedisConnection
  queues: Queues
  enqueueAll: EnqueueAll
  /** Publishes a committed outbox event to Redis in the background. Never throws: the relay finds what is left. */
  publishEvent: (leadId: number, event: OutboxEvent) => void
  links: SignedLinks
  settings: CurrentSettings
  limits: RateLimits
  loginLimits: LoginLimits
  leadEvents: LeadEvents
  /** `wake`: a change of many leads was stored and can be worked on. */
  bulkChanges: { wake: () => void }
  /** Null where no challenge is configured. */
  challenge: JudgeChallenge | null
}

type CountedReason = 'address-rate' | 'contact-rate' | 'contact-networks' | 'repeated-text'

/** What the limits decide about a quote. */
export type Standing = 'accepted' | 'rejected' | Extract<HoldReason, CountedReason>

export type QuoteSource = {
  submissionId: string
  /** The sender's network address. */
  address: string
  /** Whatever the homeowner can be reached by. */
  contacts: string[]
  /** What was written freely; null when it is too short to tell quotes apart. */
  text?: string | null
}

/** `none`: the quote came without a token. `not-judged`: the provider is down, slow or wrongly set up. */
export type Judgement = 'passed' | 'failed' | 'none' | 'not-judged'
export type JudgeChallenge = (quote: { token: string | null; submissionId: string }) => Promise<Judgement>

export type RateLimits = {
  /** Counts a submission once, however often it is repeated: a repeat gets the place of the first. */
  countQuote: (source: QuoteSource) => Promise<Standing>
  /** Counts an invalid quote, separately from the valid ones. */
  countInvalid: (address: string) => Promise<'accepted' | 'rejected'>
  /** Counts a try to send a photo, whatever becomes of it. */
  countPhoto: (address: string) => Promise<'accepted' | 'rejected'>
}

/** `device`: the browser's id if it signed in to this account before, otherwise null. */
export type LoginAttempt = { email: string; address: string; device: string | null }

export type LoginLimits = {
  /** Counts an attempt before the password is checked, so that many at once cannot slip through. */
  attempt: (attempt: LoginAttempt) => Promise<void>
  /** Takes the attempt back, because the code of a two-step sign-in is to follow. Forgives no other one. */
  passwordRight: (attempt: LoginAttempt) => Promise<void>
  /** Counts six digits before they are checked, after the right password. */
  attemptCode: (attempt: LoginAttempt) => Promise<void>
  /** Signing in resets the count of its own network and that of the codes, and takes the attempt back from the others. */
  succeeded: (attempt: LoginAttempt) => Promise<void>
}

/** `reload`: what is shown may be old, because listening has just begun or too much changed at once. */
export type LeadEvent = {
  kind: 'received' | 'changed' | 'deleted' | 'reload'
  /** Null of `reload`. */
  leadId: number | null
  /** Read once, for all who listen. Null when the lead is gone. */
  lead: () => Promise<Lead | null>
}

export type LeadEvents = {
  /** Begins with a `reload`, and ends when `signal` does or when this process stops. */
  listen: (signal: AbortSignal) => AsyncGenerator<LeadEvent>
  /** Rises at once with each change that MongoDB reports. From the first call on this process watches, until it stops. */
  changeCount: () => number
  close: () => void
}

/** Scripts cannot read either. Per cookie, the value written last is sent with the response, by REST and GraphQL alike. */
export type AuthCookies = {
  read: (cookie: 'refresh' | 'device') => string | undefined
  /** Null deletes the cookie. */
  write: (cookie: 'refresh' | 'device', value: string | null) => void
}

/**
 * Where a request comes from. `address` honours TRUST_PROXY; `requestId` goes into logs and jobs; `foreign`: the browser
 * reports that a page of another site sends the request.
 */
export type Client = { address: string; requestId: string; foreign?: boolean; userAgent?: string }

export type Context = Deps & {
  viewer: Viewer
  /** Looks the viewer up again: a subscription outlives a session. */
  currentViewer?: () => Promise<Viewer>
  client: Client
  /** The browser's; a caller without HTTP has none. */
  cookies?: AuthCookies
  /** Aborted when the client of a subscription has left. */
  signal?: AbortSignal
}

/** What Hono passes from middleware to handlers. `nonce` belongs into every script and style of the page. */
export type AppEnv = {
  Variables: { context: Context; nonce: string }
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } } | undefined
}
