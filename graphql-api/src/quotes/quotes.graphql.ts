import { attributionNames } from '@kerbside/schema/quotes/columns'
import { builder } from '../graphql/builder.ts'
import type { QuoteRequest } from '@kerbside/schema/submission/quote-request'
import { submitQuote, type SubmittedQuote } from './quotes.service.ts'

const QuoteAnswerInput = builder.inputType('QuoteAnswerInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the form’s field.' }),
    value: t.field({ type: 'JSON', description: 'Text, a number, or true for a ticked box.' }),
  }),
})

const QuoteAttributionInput = builder.inputType('QuoteAttributionInput', {
  fields: (t) => Object.fromEntries(Object.keys(attributionNames).map((name) => [name, t.string()])),
})

const SubmitQuoteInput = builder.inputType('SubmitQuoteInput', {
  fields: (t) => ({
    answers: t.field({ type: [QuoteAnswerInput], required: true }),
    submissionId: t.id({
      description:
        'Any UUID. The same one again with the same answers gives the first result; with others it is a CONFLICT.',
    }),
    page: t.string({ description: 'Public path that the form stands on; / if missing.' }),
    formVersion: t.int({ description: 'The page version that the homeowner saw.' }),
    elapsedMs: t.float({ description: 'Milliseconds from showing the form to sending it.' }),
    attribution: t.field({ type: QuoteAttributionInput }),
    challengeToken: t.string({ description: 'Of the form’s challenge, if the site has one. It is not stored.' }),
  }),
})

const SubmitQuotePayload = builder.objectRef<SubmittedQuote>('SubmitQuotePayload').implement({
  fields: (t) => ({
    reference: t.string({ resolve: ({ lead }) => lead.reference }),
    duplicate: t.exposeBoolean('duplicate', { description: 'The submission had arrived before.' }),
  }),
})

builder.mutationField('submitQuote', (t) =>
  t.field({
    type: SubmitQuotePayload,
    args: { input: t.arg({ type: SubmitQuoteInput, required: true }) },
    resolve: (_root, { input }, ctx) => submitQuote(ctx, fromGraphql(input)),
  }),
)

function fromGraphql({ answers: list, attribution, ...rest }: typeof SubmitQuoteInput.$inferInput): QuoteRequest {
  const names = list.map(({ name }) => name)
  return {
    ...rest,
    transport: 'graphql',
    answers: Object.fromEntries(list.map(({ name, value }) => [name, value])),
    repeated: names.filter((name, index) => names.indexOf(name) < index),
    attribution: attribution ?? {},
  }
}
