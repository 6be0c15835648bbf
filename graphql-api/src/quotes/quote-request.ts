import type { Attribution } from '@kerbside/schema/leads/lead'
import { publicPath } from '@kerbside/schema/pages/public-path'
import { answerLimit } from '@kerbside/schema/quotes/quote'
import { z } from 'zod'

/** Which door a quote came through; each has its own names for the same things (contracts, section 2). */
export type Door = 'graphql' | 'rest' | 'html'

/** A quote as a door hands it over: nothing in it has been checked. */
export type QuoteRequest = {
  door: Door
  /** Under the door's names, the honeypot among them. */
  answers: Record<string, unknown>
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
  // A clock that runs backwards says nothing about the homeowner.
  elapsedMs: said(numeric('Must be a number of milliseconds').transform((elapsed) => (elapsed < 0 ? null : elapsed))),
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
