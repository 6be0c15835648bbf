import { leadStatuses } from '@kerbside/schema/leads/lead'
import { columnOf, flatEnvelope, leadColumnNames, restNameOf } from '@kerbside/schema/quotes/columns'
import { answerLimit } from '@kerbside/schema/quotes/quote'
import { fromFlat, QuoteEnvelope } from '@kerbside/schema/submission/quote-request'
import { z } from 'zod'
import { checkedByService, data, routesTagged } from '../http/route.ts'
import { submitQuote, type SubmittedQuote } from './quotes.service.ts'

const { shape } = QuoteEnvelope
const envelope = {
  ...(flatEnvelope(
    {
      submissionId: shape.submissionId.describe(
        'Any UUID; the same one again with the same answers gives the first result. Or the header Idempotency-Key',
      ),
      page: shape.page.describe('Public path that the form stands on; / if missing'),
      formVersion: shape.formVersion.describe(
        'The page_version that the homeowner saw; the current one if missing or unknown',
      ),
      urlType: shape.urlType,
    },
    shape.attribution.shape,
  ) as Record<string, z.ZodType>),
  is_confirmation: z.boolean().describe('Always false: a client cannot set it'),
}
const columnNames = leadColumnNames.map((column) => [column, restNameOf(column)] as const)
const columns = Object.fromEntries(columnNames.map(([, name]) => [name, z.string().max(answerLimit).nullable()]))

/** Which answers are wrong depends on the page's form, and wrong requests are counted: the service rejects them. */
const QuoteBody = checkedByService(
  z
    .looseObject({
      ...z.object(columns).partial().shape,
      ...z.object(envelope).partial().shape,
      elapsed_ms: shape.elapsedMs.optional().describe('Milliseconds from showing the form to sending it'),
      challenge_token: z.string().optional().describe('Of the form’s challenge, if the site has one. It is not stored'),
      website_url: z.string().max(answerLimit).optional().describe('Leave empty: machines fill it in'),
    })
    .meta({ id: 'QuoteRequest', description: 'Flat columns, and added fields of the form under their own names.' }),
)

const QuoteJson = z
  .looseObject({
    id: z.int(),
    reference: z.string(),
    status: z.enum(leadStatuses),
    created_at: z.iso.datetime(),
    ...columns,
    ...envelope,
  })
  .meta({ id: 'SubmittedQuote' })

const One = z.object({ data: QuoteJson })

const IdempotencyKey = z
  .string()
  .optional()
  // The value is a quoted string in the standard, and unquoted in most clients.
  .transform((key) => key?.replace(/^"(.*)"$/, '$1'))
  .meta({ format: 'uuid', description: 'Instead of submission_id' })

export const quoteRoutes = [
  routesTagged('Quotes')('post', '/quote', 'submitQuote', {
    summary: 'Ask for quotes. Sending the same submission_id again is harmless.',
    who: 'public',
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    body: QuoteBody,
    answers: {
      201: { description: 'Stored', schema: One },
      200: { description: 'This submission had arrived before: its first result', schema: One },
      409: 'This submission had arrived before with other answers; a new request needs a new submission_id',
      422: 'Invalid; every wrong field is named, nothing is stored',
      429: 'Too many quotes, or too many invalid ones, from this address',
    },
    handle: async (ctx, { body, headers }) => {
      const quote = fromFlat('rest', body)
      const submissionId = quote.submissionId ?? headers['idempotency-key']
      return toRestAnswer(await submitQuote(ctx, { ...quote, submissionId }))
    },
  }),
]

function toRestAnswer({ lead, duplicate }: SubmittedQuote): Response {
  const { submissionId, page, formVersion, urlType } = lead
  const answered: Record<string, unknown> = {}
  for (const { name, value } of lead.answers) if (columnOf(name) === null) answered[name] = value
  for (const [column, name] of columnNames) answered[name] = lead[column] === '' ? null : lead[column]
  const quote = {
    ...answered,
    id: lead.id,
    reference: lead.reference,
    status: lead.status,
    created_at: lead.createdAt.toISOString(),
    ...flatEnvelope({ submissionId, page, formVersion, urlType }, lead.attribution),
    is_confirmation: lead.isConfirmation,
  }
  return data(quote, duplicate ? 200 : 201)
}
