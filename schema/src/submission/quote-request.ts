import { z } from 'zod'
import type { Attribution } from '../leads/lead.ts'
import { publicPath } from '../pages/public-path.ts'
import { attributionNames, envelopeNames } from '../quotes/columns.ts'
import { answerLimit } from '../quotes/quote.ts'

/** How a quote arrived. Each way has its own names for the same fields (docs/api.md, 2). */
export type Transport = 'graphql' | 'rest' | 'html'

/** A quote as it arrived: nothing in it has been checked. */
export type QuoteRequest = {
  transport: Transport
  /** Under the names of the transport, the honeypot among them. */
  answers: Record<string, unknown>
  /** Names that were sent more than once. */
  repeated?: readonly string[]
  submissionId?: unknown
  page?: unknown
  formVersion?: unknown
  elapsedMs?: unknown
  urlType?: unknown
  challengeToken?: unknown
  attribution?: { [Name in keyof Attribution]?: unknown }
  /** When the form was shown, from the server's own signed stamp. */
  shownAt?: Date | null
}

/** What was not given can be missing, null or empty. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable())

const text = optional(
  z
    .string('Must be text')
    .trim()
    .max(answerLimit, `Must be ${answerLimit.toLocaleString('en')} characters or fewer`),
)
export const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const numeric = (message: string) =>
  z.preprocess((value) => (typeof value === 'string' ? Number(value.trim() || Number.NaN) : value), z.number(message))

/** A form answered faster than this, in milliseconds, was answered by a machine (docs/specification.md, 4). */
const fastestAnswer = 3_000

/**
 * How long a form was shown, or null for a time that is impossible and so counts as not given. An app sends zero when
 * the device's clock was set back while the form was open. A machine that sends zero gains no more than by sending none.
 */
const plausible = (milliseconds: number): number | null =>
  milliseconds > 0 && Number.isFinite(milliseconds) ? milliseconds : null

const isTooFast = (milliseconds: number | null) => milliseconds !== null && milliseconds < fastestAnswer

/** Whether the app's own time or the server's stamp shows that no person can have answered the form. */
export const isSentTooFast = (elapsedMs: number | null, shownAt: Date | null, now: Date): boolean =>
  isTooFast(elapsedMs) || (shownAt !== null && isTooFast(plausible(now.getTime() - shownAt.getTime())))

// What JSON's `1e999` becomes.
const isInfinite = (value: unknown) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
const elapsed = numeric('Must be a number of milliseconds').transform(plausible)

/** Characters of the longest token that a provider issues. */
const longestToken = 8_192
const isToken = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= longestToken

/** Everything beside the answers. */
export const QuoteEnvelope = z.object({
  submissionId: optional(
    z
      .string('Must be a UUID')
      .regex(uuid, 'Must be a UUID')
      .transform((id) => id.toLowerCase()),
  ),
  page: optional(
    z
      .string('Must be the path of a public page, like /')
      .max(500, 'Must be the path of a public page, like /')
      .refine((path) => publicPath(path) !== null, 'Must be the path of a public page, like /'),
  ),
  formVersion: optional(numeric('Must be a whole number').pipe(z.int('Must be a whole number'))),
  elapsedMs: z.preprocess((value) => (isInfinite(value) ? null : value), optional(elapsed)),
  urlType: text,
  // Nobody is rejected for it: what cannot be a token counts as none.
  challengeToken: z.preprocess((value) => (isToken(value) ? value : null), z.string().nullable()),
  attribution: z.object({ source: text, medium: text, campaign: text, term: text, content: text, referrer: text }),
})
export type QuoteEnvelope = z.infer<typeof QuoteEnvelope>

const flatNames: Record<string, string> = { ...envelopeNames, ...attributionNames }

/** What the transport calls a field of the envelope. */
export const envelopeName = (transport: Transport, name: string) =>
  transport === 'graphql' ? name : (flatNames[name.replace('attribution.', '')] ?? name)

type Flat = Record<string, unknown>

const besideAnswers = new Set([...Object.values(flatNames), 'form_stamp', 'is_confirmation'])

function fieldsOf(payload: Flat, names: Record<string, string>): Flat {
  const fields: Flat = {}
  for (const name in names) fields[name] = payload[names[name] ?? name]
  return fields
}

/** Separates a flat payload (REST, HTML form) into answers and envelope. */
export const fromFlat = (transport: Transport, payload: Flat): QuoteRequest => ({
  ...fieldsOf(payload, envelopeNames),
  transport,
  attribution: fieldsOf(payload, attributionNames),
  answers: Object.fromEntries(Object.entries(payload).filter(([name]) => !besideAnswers.has(name))),
})
