import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { afterAll, expect, test } from 'vitest'
import { createTestApp, testConfig, useTestApp, type TestRequest } from '../testing/test-app.ts'
import { formAnswers, restAnswers } from '../testing/quotes.ts'

const app = useTestApp()
// Nobody listens there.
const withoutRedis = createTestApp(testConfig({ REDIS_URL: 'redis://127.0.0.1:1' }))
afterAll(() => withoutRedis.close())

/** From an address of its own, so that no test is held for the quotes of another. */
const post = (body: unknown, options: TestRequest = {}) =>
  app.request('POST', '/api/quote', { body, peer: crypto.randomUUID(), ...options })

const mutation = 'mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference duplicate } }'
const asList = (answers: object) => Object.entries(answers).map(([name, value]) => ({ name, value }))

test('201: a quote is stored and answered with its reference and payload', async () => {
  const submission_id = crypto.randomUUID()
  const answers = restAnswers()
  const { status, body, headers } = await post({
    ...answers,
    submission_id,
    page: '/',
    form_version: 0,
    elapsed_ms: 45_000,
    url_type: '/',
    is_confirmation: true,
    utm_source: 'newsletter',
    referrer: 'https://search.example/',
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.data).toMatchObject({
    ...answers,
    id: expect.any(Number),
    reference: expect.stringMatching(/^KB-[2-9A-Z]{6}$/),
    status: 'new',
    created_at: expect.stringMatching(/Z$/),
    mobile: answers.mobile.replace(/^0/, '+44').replaceAll(' ', ''),
    postcode: 'SW1A 1AA',
    group_type: null,
    submission_id,
    is_confirmation: false,
    utm_source: 'newsletter',
    utm_medium: null,
  })
  expect(await LeadModel.findById(body.data.id).lean()).toMatchObject({ isConfirmation: false })
})

test('the flat payload without a driveway type is taken', async () => {
  const { driveway_type: _, postcode: __, ...answers } = restAnswers()
  expect((await post({ ...answers, is_confirmation: false })).status).toBe(201)
})

test('200: twenty posts with one submission id are one lead; all but one are told so', async () => {
  const body = { ...restAnswers(), submission_id: crypto.randomUUID() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, { peer: '198.51.100.7' })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([...Array(19).fill(200), 201])
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('200: the header Idempotency-Key does the same, bare or quoted', async () => {
  const key = crypto.randomUUID()
  const body = restAnswers()
  expect((await post(body, { headers: { 'idempotency-key': key } })).status).toBe(201)
  expect((await post(body, { headers: { 'idempotency-key': `"${key}"` } })).status).toBe(200)
  expect((await post(body, { headers: { 'idempotency-key': 'no uuid' } })).body.errors).toHaveProperty('submission_id')
})

test('422: everything that is missing is asked for in the field’s own words, and nothing is stored', async () => {
  const { status, body, headers } = await post({})
  expect(status).toBe(422)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body.errors).toEqual({
    first_name: ['Enter your first name'],
    last_name: ['Enter your last name'],
    email: ['Enter your email'],
    mobile: ['Enter your mobile number'],
    property_type: [expect.any(String)],
    driveway_material: [expect.any(String)],
    driveway_size: [expect.any(String)],
    current_condition: [expect.any(String)],
    drainage_needed: [expect.any(String)],
    timeframe: [expect.any(String)],
    budget: [expect.any(String)],
  })
  expect(await LeadModel.countDocuments()).toBe(0)
})

test.each([
  ['an operator', { email: { $ne: null } }, ['email']],
  ['an operator beside the answers', { $where: 'sleep(1000)' }, ['$where']],
  ['a list', { first_name: ['Aoife'] }, ['first_name']],
  ['a truth', { last_name: true }, ['last_name']],
  ['an option that is not offered', { budget: 'block paving' }, ['budget']],
  ['an unknown field', { nonsense: 1 }, ['nonsense']],
  ['a field of the prototype', JSON.parse('{"__proto__": {"admin": true}}'), ['__proto__']],
  ['a constructor', { constructor: { prototype: {} } }, ['constructor']],
  ['a number for a name', { last_name: 7 }, ['last_name']],
  ['a name of two lines', { first_name: 'Aoife\nBcc: all' }, ['first_name']],
  ['a link for a name', { first_name: 'https://spam.example' }, ['first_name']],
  ['an address for a name', { last_name: 'www.spam.example' }, ['last_name']],
  ['a name of 81 characters', { first_name: 'x'.repeat(81) }, ['first_name']],
  ['a British mobile with a digit missing', { mobile: '07400 12345', postcode: 'PO1 3AX' }, ['mobile']],
  ['a honeypot with an object in it', { website_url: { toString: 1 } }, ['website_url']],
  ['a honeypot with a list in it', { website_url: [] }, ['website_url']],
  ['too long a text', { additional_info: 'x'.repeat(2_001) }, ['additional_info']],
  ['too long a campaign', { utm_campaign: 'x'.repeat(2_001) }, ['utm_campaign']],
  ['a page that is none', { page: 'javascript:alert(1)' }, ['page']],
  ['an id that is none', { submission_id: { $gt: '' } }, ['submission_id']],
  ['a version that is none', { form_version: '1; drop' }, ['form_version']],
  ['two wrong things', { email: 'x', elapsed_ms: 'soon' }, ['elapsed_ms', 'email']],
])('422: %s is rejected by name', async (_what, changes, fields) => {
  const body = JSON.stringify({ ...restAnswers(), ...changes }).replace(/}$/, protoOf(changes))
  const answer = await post(body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors).sort((a, b) => a.localeCompare(b))).toEqual(fields)
  expect(await LeadModel.countDocuments()).toBe(0)
})

// Spreading loses it; a client can send it all the same.
const protoOf = (changes: object) => (Object.hasOwn(changes, '__proto__') ? ', "__proto__": {"admin": true}}' : '}')

test.each([
  [400, 'malformed JSON', '{"first_name": "Aoife"', {}],
  [400, 'a list', '[]', {}],
  [400, 'no body', undefined, {}],
  [413, 'more than 64 KiB', JSON.stringify({ additional_info: 'x'.repeat(70_000) }), {}],
  [415, 'a form’s encoding', 'first_name=Aoife', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, 'plain text', '{}', { 'content-type': 'text/plain' }],
])('%i: %s', async (status, _what, body, headers) => {
  expect((await post(body, { headers })).status).toBe(status)
})

test('numbers may come as text, and text that is a number as a number', async () => {
  const { status, body } = await post({
    ...restAnswers(),
    additional_info: 7,
    distance: '12.50',
    form_version: '0',
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ additional_info: '7', distance: 12.5 })
})

test('a held quote is answered exactly like a stored one, at REST and GraphQL', async () => {
  const shape = (answer: Awaited<ReturnType<typeof post>>) => ({
    status: answer.status,
    fields: Object.keys(answer.body.data),
    headers: [...answer.headers.keys()],
  })
  const stored = await post({ ...restAnswers(), website_url: '' })
  const held = await post({ ...restAnswers(), website_url: 'https://spam.example' })
  expect(shape(held)).toEqual(shape(stored))
  expect(held.body.data.reference).toMatch(/^KB-/)

  const answers = asList({ ...formAnswers(), website_url: 'x' })
  const { data } = await app.graphql(mutation, { input: { answers } })
  expect(data.submitQuote).toEqual({ reference: expect.stringMatching(/^KB-/), duplicate: false })
  expect(await HeldQuoteModel.countDocuments()).toBe(2)
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('429: one address may not send more than 120 quotes in ten minutes', async () => {
  const peer = '203.0.113.9'
  const answers = await Promise.all(Array.from({ length: 121 }, () => post(restAnswers(), { peer })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(120)
  const [rejected] = answers.filter(({ status }) => status === 429)
  expect(rejected?.headers.get('retry-after')).toBe('600')
  expect(await LeadModel.countDocuments()).toBe(30)
})

test('GraphQL: errors name the form’s fields', async () => {
  const answers = asList({ ...formAnswers(), currentSurface: 'Lava', website_url: '' })
  const { errors } = await app.graphql(mutation, { input: { answers, formVersion: 0, elapsedMs: 9e10, page: '//x' } })
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { currentSurface: [expect.any(String)], page: [expect.any(String)] },
  })
})

test('GraphQL: one field answered twice is rejected, with every other wrong field', async () => {
  const answers = [...asList({ ...formAnswers(), budget: 'x' }), { name: 'email', value: 'x@example.com' }]
  const { errors } = await app.graphql(mutation, { input: { answers } })
  expect(errors?.[0]?.extensions).toMatchObject({
    fields: { email: ['This field is answered twice.'], budget: [expect.any(String)] },
  })
})

test('429: of one address sixty invalid quotes in ten minutes are told what is wrong, at REST and GraphQL together', async () => {
  const peer = '203.0.113.60'
  const answers = await Promise.all(Array.from({ length: 60 }, () => post({ email: 'x' }, { peer })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
  const rejected = await post({ email: 'x' }, { peer })
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '600'])
  const { body } = await app.request('POST', '/graphql', {
    body: { query: mutation, variables: { input: { answers: [] } } },
    peer,
  })
  expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 600 })
  // Neighbours behind the same address, and whoever puts it right, are not held up.
  expect((await post(restAnswers(), { peer })).status).toBe(201)
  expect(await LeadModel.countDocuments()).toBe(1)
  expect((await post({ email: 'x' })).status).toBe(422)
})

test('while Redis is away a quote is accepted without waiting for it, and its event waits for the relay', async () => {
  const answer = await withoutRedis.request('POST', '/api/quote', { body: restAnswers() })
  expect(answer.status).toBe(201)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await LeadModel.findById(answer.body.data.id).lean()).toMatchObject({ outbox: [{ type: 'lead.submitted' }] })
})

test('the event of a quote is queued at once, and stays in the lead until a worker has done it', async () => {
  const { body } = await post(restAnswers())
  const jobId = `lead-${body.data.id}-submitted`
  await expect.poll(() => app.deps.queues.leads.getJob(jobId)).toBeTruthy()
  expect(await LeadModel.findById(body.data.id).lean()).toMatchObject({ outbox: [{ id: jobId }] })
  expect(await app.deps.queues.leads.getJob(jobId)).toMatchObject({
    name: 'lead.submitted',
    data: { leadId: body.data.id },
  })
})
