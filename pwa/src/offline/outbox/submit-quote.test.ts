import { expect, test } from 'vitest'
import { submitQuote } from './submit-quote.ts'
import { aNewQuote } from './testing/quotes.ts'

const quote = {
  ...aNewQuote('a'),
  savedAt: 1,
  state: 'waiting',
  attempts: 0,
  notBefore: 0,
  message: null,
  errors: {},
} as const

const answering =
  (status: number, body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

const problem = { 'content-type': 'application/problem+json' }

test('201 and 200 with a reference are an acknowledgement', async () => {
  const body = { data: { id: 1, reference: 'KB-7QX2MD', status: 'new' } }
  for (const status of [200, 201]) {
    expect(await submitQuote(quote, answering(status, body))).toEqual({ kind: 'sent', reference: 'KB-7QX2MD' })
  }
})

test('the payload goes to POST /api/quote as JSON', async () => {
  let seen: Request | undefined
  await submitQuote(quote, async (url, init) => {
    seen = new Request(new URL(String(url), 'http://site.test'), init)
    return Response.json({ data: { reference: 'KB-7QX2MD' } })
  })
  expect(seen).toMatchObject({ method: 'POST', url: 'http://site.test/api/quote' })
  expect(await seen?.json()).toMatchObject({ submission_id: 'a', first_name: 'Aoife' })
})

test('a page of a café network that answers 200 is nobody, not an acknowledgement', async () => {
  const result = await submitQuote(quote, answering(200, '<html>Sign in</html>', { 'content-type': 'text/html' }))
  expect(result).toEqual({ kind: 'away', retryAfterSeconds: null })
})

test('no network and a cut-off answer mean later', async () => {
  const broken = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await submitQuote(quote, broken)).toEqual({ kind: 'away', retryAfterSeconds: null })
  expect(await submitQuote(quote, answering(201, '{"data":{"refer'))).toMatchObject({ kind: 'away' })
})

test.each([429, 502, 503, 504])('%i means later, after as long as the server says', async (status) => {
  const result = await submitQuote(quote, answering(status, {}, { ...problem, 'retry-after': '30' }))
  expect(result).toEqual({ kind: 'away', retryAfterSeconds: 30 })
})

test.each([401, 403, 404, 500])('%i means later, and others may go first', async (status) => {
  expect(await submitQuote(quote, answering(status, { message: 'No' }, problem))).toEqual({ kind: 'failed' })
})

test('409 means that the server has other answers under this id', async () => {
  expect(await submitQuote(quote, answering(409, { message: 'This form was sent before.' }, problem))).toEqual({
    kind: 'sent-before',
  })
})

test('a 2xx without a reference is no acknowledgement', async () => {
  expect(await submitQuote(quote, answering(200, {}))).toEqual({ kind: 'failed' })
})

test('a rejected quote brings the errors back under the names of the form', async () => {
  const body = {
    message: 'Please check the highlighted fields.',
    errors: { property_type: ['Choose one'], page: ['?'] },
  }
  expect(await submitQuote(quote, answering(422, body, problem))).toEqual({
    kind: 'refused',
    message: 'Please check the highlighted fields.',
    errors: { propertyType: ['Choose one'], page: ['?'] },
  })
})

test('a rejection without a message shows the fixed one', async () => {
  expect(await submitQuote(quote, answering(400, {}, problem))).toMatchObject({
    kind: 'refused',
    message: 'There was an error submitting your quote request.',
  })
})
