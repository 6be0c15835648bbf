import { z } from 'zod'

/**
 * How the servers write their log, for `pino.destination`. Each line goes out at once: a process that ends with lines still to
 * be written tries them for ever when whoever read its output is gone, and neither ends nor answers.
 */
export const logDestination = { sync: true } as const

/** Reads the environment once, at start. An empty variable counts as not set; every bad one is named in one message. */
export function parseConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Bad configuration:\n${lines.join('\n')}`)
}

/** `parseConfig` for the start of a server: without a good configuration it prints why and ends the process. */
export function readConfig<S extends z.ZodType>(schema: S, env: Record<string, string | undefined>): z.output<S> {
  try {
    return parseConfig(schema, env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export const demoSecret = 'kerbside-demo-secret-not-for-production'

/** Adds the database's name where the address has none, because MongoDB's default is "test". */
export function withDatabase(uri: string, name = 'kerbside'): string {
  const [, scheme = '', hosts = '', database = '', query = ''] = /^(.*?:\/\/)([^/?]*)\/?([^?]*)(\?.*)?$/.exec(uri) ?? []
  return `${scheme}${hosts}/${database || name}${query}`
}

/** Of one Redis, or of several servers of a cluster. A comma within a password separates nothing. */
export const addressesOf = (redisUrl: string): string[] => redisUrl.split(/,\s*(?=rediss?:\/\/)/)

/** The variables that api and worker share; docs/configuration.md describes them. */
export const baseConfig = {
  KERBSIDE_ENV: z.enum(['production', 'demo', 'test']).default('production'),
  MONGODB_URI: z
    .string('must be set to the database, like mongodb://mongo:27017/kerbside?replicaSet=rs0')
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .transform((uri) => withDatabase(uri)),
  REDIS_URL: z
    .string()
    .refine(
      (urls) => addressesOf(urls).every((url) => /^rediss?:\/\//.test(url) && URL.canParse(url)),
      'must start with redis:// or rediss://',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, message: 'must be the address people type, like https://quotes.example' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:4000'),
  JWT_SECRET: z.string('must be set').min(32, 'must be at least 32 characters'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** `on` lets firms' webhooks and push services be at http:// and at private addresses, for development and tests. */
  WEBHOOKS_TO_PRIVATE: z.enum(['on', 'off']).default('off'),
  /** Browsers subscribe to notifications with it. Without it there are none. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a public VAPID key: 87 characters of base64url that begin with B')
    .optional(),
  /** Base address of an OpenTelemetry collector that takes OTLP over HTTP; without it there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, message: 'must be the address of a collector, like http://collector:4318' })
    .optional(),
  /** Prefix of every key in Redis, so that several deployments can share one. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, hyphen and underscore only')
    .default('kerbside'),
} as const

/** One TCP port from the environment. */
export const port = (fallback: number) =>
  z.coerce.number('must be a number').int().min(0).max(65_535, 'must be a port from 0 to 65535').default(fallback)

/** A whole number from the environment, within bounds. */
export const wholeNumberVariable = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)
