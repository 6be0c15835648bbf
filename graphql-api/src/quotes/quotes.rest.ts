import { leadStatuses } from '@kerbside/schema/leads/lead'
import { AppError } from '@kerbside/schema/errors'
import { columnOf, leadColumnNames, restNameOf } from '@kerbside/schema/quotes/columns'
import { z } from 'zod'
import { data, route } from '../http/route.ts'
import { fromFlat, type QuoteRequest } from './quote-request.ts'
import { submitQuote, type SubmittedQuote } from './quotes.service.ts'

const text = z.string().max(2_000)
const beside = {
  submission_id: z
    .uuid()
    .describe(
      'Any UUID; the same one again with the same answers gives the first result. Or the header Idempotency-Key',
    ),
  page: text.describe('Public path that the form stands on; / if missing'),
  form_version: z.int().describe('The page_version that the homeowner saw; the current one if missing or unknown'),
  url_type: text,
  is_confirmation: z.boolean().describe('Always false: a client cannot set it'),
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  referrer: text,
}
const columnNames = leadColumnNames.map((column) => [column, restNameOf(column)] as const)
const columns = Object.fromEntries(columnNames.map(([, name]) => [name, text.nullable()]))

const QuoteBody = z
  .looseObject({
    ...z.object(columns).partial().shape,
    ...z.object(beside).partial().shape,
    elapsed_ms: z.number().optional().describe('Milliseconds from showing the form to sending it'),
    website_url: text.optional().describe('Leave empty: machines fill it in'),
  })
  .meta({ id: 'QuoteRequest', description: 'Flat columns, and added fields of the form under their own names.' })

const QuoteJson = z
  .looseObject({
    id: z.int(),
    reference: z.string(),
    status: z.enum(leadStatuses),
    created_at: z.iso.datetime(),
    ...columns,
    ...z.object(beside).shape,
  })
  .meta({ id: 'SubmittedQuote' })

export const quoteRoutes = [
  route({
    method: 'post',
    path: '/quote',
    tag: 'Quotes',
    summary: 'Ask for quotes. Sending the same submission_id again is harmless.',
    who: 'public',
    headers: z.object({ 'idempotency-key': z.uuid().optional().describe('Instead of submission_id') }),
    body: QuoteBody,
    answers: {
      201: { description: 'Stored', schema: z.object({ data: QuoteJson }) },
      200: {
        description: 'This submission had arrived before: its first result',
        schema: z.object({ data: QuoteJson }),
      },
      409: 'This submission had arrived before with other answers; a new request needs a new submission_id',
      422: 'Invalid; every wrong field is named, nothing is stored',
      429: 'Too many quotes, or too many invalid ones, from this address',
    },
    handle: async (ctx, { body, header }) =>
      toRestAnswer(await submitQuote(ctx, fromRest(body, header('idempotency-key')))),
  }),
]

function fromRest(body: unknown, idempotencyKey: string | undefined): QuoteRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('MALFORMED', 'Send the answers as one JSON object.')
  }
  const request = fromFlat('rest', body as Record<string, unknown>)
  // The header's value is a quoted string in its standard, and bare in most clients.
  return { ...request, submissionId: request.submissionId ?? idempotencyKey?.replace(/^"(.*)"$/, '$1') }
}

function toRestAnswer({ lead, duplicate }: SubmittedQuote): Response {
  const { attribution } = lead
  const answered: Record<string, unknown> = {}
  for (const { name, value } of lead.answers) if (columnOf(name) === null) answered[name] = value
  for (const [column, name] of columnNames) answered[name] = lead[column] === '' ? null : lead[column]
  const quote = {
    ...answered,
    id: lead.id,
    reference: lead.reference,
    status: lead.status,
    created_at: lead.createdAt.toISOString(),
    submission_id: lead.submissionId,
    page: lead.page,
    form_version: lead.formVersion,
    url_type: lead.urlType,
    is_confirmation: lead.isConfirmation,
    utm_source: attribution.source,
    utm_medium: attribution.medium,
    utm_campaign: attribution.campaign,
    utm_term: attribution.term,
    utm_content: attribution.content,
    referrer: attribution.referrer,
  }
  return data(quote, duplicate ? 200 : 201)
}
