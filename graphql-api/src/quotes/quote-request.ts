import type { Attribution } from '@kerbside/schema/leads/lead'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { answerLimit } from '@kerbside/schema/quotes/quote'
import { z } from 'zod'

/** Which door a quote came through; each has its own names for the same things (docs/api.md, 2). */
export type Door = 'graphql' | 'rest' | 'html'

/** A quote as a door hands it over: nothing in it has been checked. */
export type QuoteRequest = {
  door: Door
  /** Under the door's names, the honeypot among them. */
  answers: Record<string, unknown>
  /** Names that the door was given more than once. */
  repeated?: readonly string[]
  submissionId?: unknown
  page?: unknown
  formVersion?: unknown
  elapsedMs?: unknown
  urlType?: unknown
  attribution?: { [Name in keyof Attribution]?: unknown }
  /** When the form was shown, from the server's own signed stamp. */
  shownAt?: Date | null
}

/** What is not said can be missing, null or empty. */
const said = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === undefined || value === '' ? null : value), schema.nullable())

const text = said(
  z
    .string('Must be text')
    .trim()
    .max(answerLimit, `Must be ${answerLimit.toLocaleString('en')} characters or fewer`),
)
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const numeric = (message: string) =>
  z.preprocess((value) => (typeof value === 'string' ? Number(value.trim() || Number.NaN) : value), z.number(message))

/** A form answered faster than this, in milliseconds, was answered by a machine (docs/specification.md, 4). */
export const fastestAnswer = 3_000

/**
 * The one rule about clocks: how long a form was in front of somebody, or null when a time cannot be and so counts as
 * not told. Zero is what an app says whose device's clock was set back while the form was open; no time that somebody
 * measured is zero, and a machine that claims it gains no more than by saying nothing.
 */
export const believable = (milliseconds: number): number | null =>
  milliseconds > 0 && Number.isFinite(milliseconds) ? milliseconds : null

const isTooFast = (milliseconds: number | null) => milliseconds !== null && milliseconds < fastestAnswer

/** Whether the app's own time or the server's stamp says that no person can have answered the form. */
export const isSentTooFast = (elapsedMs: number | null, shownAt: Date | null, now: Date): boolean =>
  isTooFast(elapsedMs) || (shownAt !== null && isTooFast(believable(now.getTime() - shownAt.getTime())))

// What JSON's `1e999` becomes.
const isInfinite = (value: unknown) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
const elapsed = numeric('Must be a number of milliseconds').transform(believable)

/** Everything beside the answers. */
export const QuoteEnvelope = z.object({
  submissionId: said(
    z
      .string('Must be a UUID')
      .regex(uuid, 'Must be a UUID')
      .transform((id) => id.toLowerCase()),
  ),
  page: said(
    z
      .string('Must be the path of a public page, like /')
      .max(500, 'Must be the path of a public page, like /')
      .refine((path) => publicPath(path) !== null, 'Must be the path of a public page, like /'),
  ),
  formVersion: said(numeric('Must be a whole number').pipe(z.int('Must be a whole number'))),
  elapsedMs: z.preprocess((value) => (isInfinite(value) ? null : value), said(elapsed)),
  urlType: text,
  attribution: z.object({
    source: text,
    medium: text,
    campaign: text,
    term: text,
    content: text,
    referrer: text,
  }),
})
export type QuoteEnvelope = z.infer<typeof QuoteEnvelope>

const restNames: Record<string, string> = {
  submissionId: 'submission_id',
  formVersion: 'form_version',
  elapsedMs: 'elapsed_ms',
  urlType: 'url_type',
  'attribution.source': 'utm_source',
  'attribution.medium': 'utm_medium',
  'attribution.campaign': 'utm_campaign',
  'attribution.term': 'utm_term',
  'attribution.content': 'utm_content',
  'attribution.referrer': 'referrer',
}

/** What the door calls a part of the envelope. */
export const envelopeName = (door: Door, name: string) => (door === 'graphql' ? name : (restNames[name] ?? name))

type Flat = Record<string, unknown>

/** Takes the envelope of a flat payload (REST, HTML form) apart from its answers. */
export function fromFlat(door: Door, payload: Flat): QuoteRequest {
  const {
    submission_id,
    page,
    form_version,
    form_stamp: _,
    elapsed_ms,
    url_type,
    is_confirmation: __,
    ...rest
  } = payload
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content, referrer, ...answers } = rest
  return {
    door,
    answers,
    submissionId: submission_id,
    page,
    formVersion: form_version,
    elapsedMs: elapsed_ms,
    urlType: url_type,
    attribution: {
      source: utm_source,
      medium: utm_medium,
      campaign: utm_campaign,
      term: utm_term,
      content: utm_content,
      referrer,
    },
  }
}
