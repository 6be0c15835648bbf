import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { formAnswers, restAnswers } from '../testing/quotes.ts'

const app = useTestApp()
const mutation = 'mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference duplicate } }'

/** What JSON can say as deep as a body may go, and what trips code that trusts an object to become text. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    { toString: 1 },
    { toString: null, valueOf: null },
    { $gt: '' },
    { length: -1 },
    [[['x']]],
    '\u0000',
    1e21,
  ),
  fc.integer({ min: 10, max: 20 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
)
const beside = [
  'submission_id',
  'page',
  'form_version',
  'elapsed_ms',
  'url_type',
  'is_confirmation',
  'utm_source',
  'referrer',
]
const restName = fc.constantFrom(...Object.keys(restAnswers()), ...beside, 'website_url', 'distance', 'toString')
const formName = fc.constantFrom(...Object.keys(formAnswers()), 'website_url', 'toString')

test('whatever stands in a field, REST stores the quote or names the field', async () => {
  await fc.assert(
    fc.asyncProperty(restName, anyValue, async (name, value) => {
      const body = { ...restAnswers(), [name]: value }
      const answer = await app.request('POST', '/api/quote', { body, peer: crypto.randomUUID() })
      expect([
        [201, []],
        [422, [name]],
      ]).toContainEqual([answer.status, Object.keys(answer.body.errors ?? {})])
    }),
    { numRuns: 300 },
  )
})

test('whatever stands in an answer, GraphQL stores the quote or names the field', async () => {
  await fc.assert(
    fc.asyncProperty(formName, anyValue, async (name, value) => {
      const answers = Object.entries({ ...formAnswers(), [name]: value }).map(([each, given]) => ({
        name: each,
        value: given,
      }))
      const body = { query: mutation, variables: { input: { answers } } }
      const answer = await app.request('POST', '/graphql', { body, peer: crypto.randomUUID() })
      const { code, fields } = answer.body.errors?.[0].extensions ?? {}
      expect([
        [undefined, []],
        ['BAD_USER_INPUT', [name]],
      ]).toContainEqual([code, Object.keys(fields ?? {})])
    }),
    { numRuns: 200 },
  )
})
