import { expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
const query = '{ me { id } }'

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/graphql',
  '',
])('an operation sent as %s is 415: no foreign form can send one', async (type) => {
  const { status } = await app.request('POST', '/graphql', {
    body: JSON.stringify({ query }),
    headers: { 'content-type': type },
  })
  expect(status).toBe(415)
})

test.each([
  ['a batch', `[{"query":"${query}"},{"query":"${query}"}]`],
  ['malformed JSON', '{"query": '],
  ['a string', '"{ me { id } }"'],
  ['null', 'null'],
  ['nothing', ''],
])('%s is 400', async (_name, body) => {
  const answer = await app.request('POST', '/graphql', { body })
  expect(answer.status).toBe(400)
})

test.each([
  {},
  { query: 5 },
  { query: { $gt: '' } },
  { query, variables: 'x' },
  { query, hack: 1 },
  { query: '{' },
  { query: '{ nothing }' },
])('what is no operation is rejected and is no fault of ours: %j', async (body) => {
  const answer = await app.request('POST', '/graphql', { body })
  expect(answer.status).toBeLessThan(500)
  expect(answer.body.errors[0].message).toBeTruthy()
  expect(answer.body.data ?? null).toBeNull()
})

test('a body over the limit is 413', async () => {
  const answer = await app.request('POST', '/graphql', { body: { query, variables: { x: 'x'.repeat(70_000) } } })
  expect(answer.status).toBe(413)
})

test('nothing runs over GET: it is GraphiQL, from our own files, under our policy', async () => {
  const { status, headers, body } = await app.request('GET', `/graphql?query=${encodeURIComponent(query)}`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  expect(body).toContain(`<script nonce="${nonce}">`)
  const [script = ''] = /\/graphql\/graphiql\.js\?\w+/.exec(body) ?? []
  expect(body).not.toMatch(/(?:src|href)="https?:/)
  const file = await app.request('GET', script, { headers: { 'accept-encoding': 'identity' } })
  expect(file.headers.get('cache-control')).toContain('immutable')
  expect(file.body).toContain('renderYogaGraphiQL')
})

test('the schema is for staff, whoever asked before', async () => {
  const [user, manager] = await Promise.all([signInAs('user'), signInAs('manager')])
  const codeFor = async (query: string, token: string | null) =>
    (await app.graphql(query, {}, token)).errors?.[0]?.extensions['code']
  for (const query of ['{ __schema { queryType { name } } }', '{ __type(name: "Lead") { name } }']) {
    expect(await codeFor(query, manager)).toBeUndefined()
    expect(await codeFor(query, null)).toBe('UNAUTHENTICATED')
    expect(await codeFor(query, user)).toBe('FORBIDDEN')
    expect(await codeFor(query, null)).toBe('UNAUTHENTICATED')
    expect(await codeFor(query, manager)).toBeUndefined()
  }
  expect((await app.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' })
})

const deep = (depth: number): string => (depth === 0 ? 'id' : `me { ${deep(depth - 1)} }`)
test.each([
  [
    /Aliases limit of 15 exceeded, found 30/,
    `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: me { id }`).join(' ')} }`,
  ],
  [/Token limit of 1500 exceeded/, `{ ${'me { id } '.repeat(1_000)} }`],
  [/Cost limit of 50000 exceeded/, '{ leads(first: 100000) { nodes { id email } } }'],
  [/depth limit of 10 exceeded, found 1\d/, `{ ${deep(12)} }`],
  [/Directives limit of 20 exceeded, found 40/, `{ me { ${'id @include(if: true) '.repeat(40)} } }`],
])('a limit rejects the whole operation before it runs: %s', async (limit, hostile) => {
  const { data, errors } = await app.graphql(hostile, {}, await signInAs('admin'))
  expect(data ?? null).toBeNull()
  expect(errors?.map(({ message }) => message).join('\n')).toMatch(limit)
})

test('the query that GraphiQL starts with is within the limits', async () => {
  const { getIntrospectionQuery } = await import('graphql')
  const full = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true })
  const { data, errors } = await app.graphql(full, {}, await signInAs('admin'))
  expect(errors).toBeUndefined()
  expect(data.__schema.types.length).toBeGreaterThan(10)
})

test('the text of an unexpected error never reaches the client', async () => {
  const { createTestApp } = await import('../testing/test-app.ts')
  const broken = createTestApp(app.config, {
    loginLimits: {
      ...app.deps.loginLimits,
      attempt: async () => {
        throw new Error('mongodb://secret')
      },
      succeeded: async () => {},
    },
  })
  const answer = await broken.graphql('mutation { login(email: "a@b.example", password: "x") { token } }')
  expect(answer.errors?.[0]).toMatchObject({ path: ['login'], extensions: { code: 'INTERNAL_SERVER_ERROR' } })
  const rest = await broken.request('POST', '/api/auth/login', { body: { email: 'a@b.example', password: 'x' } })
  expect(rest.status).toBe(500)
  expect(JSON.stringify([answer, rest.body])).not.toContain('secret')
  await broken.close()
})

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test('what is nested too deeply is 400 at both doors, however deep it is', async () => {
  for (const levels of [40, 5_000, 30_000]) {
    const variables = `{"input":{"answers":[{"name":"email","value":${nested(levels)}}]}}`
    const operation = 'mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference } }'
    const answer = await app.request('POST', '/graphql', { body: `{"query":"${operation}","variables":${variables}}` })
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    const rest = await app.request('POST', '/api/quote', { body: `{"email":${nested(levels)}}` })
    expect([rest.status, rest.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  }
})

test.each(['multipart/mixed', 'text/event-stream', '*/*', 'application/graphql-response+json'])(
  'whoever accepts %s gets one whole answer that nobody keeps',
  async (accept) => {
    const { status, headers, body } = await app.request('POST', '/graphql', {
      body: { query: '{ __typename }' },
      headers: { accept },
    })
    expect([status, body]).toEqual([200, { data: { __typename: 'Query' } }])
    expect(headers.get('transfer-encoding')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toMatch(/json/)
  },
)

test('hints at the schema are for staff', async () => {
  const operations: [string, object?][] = [
    ['{ lead { idd } }'],
    ['{ leadss { totalCount } }'],
    ['query ($sort: LeadSort) { leads(sort: $sort) { totalCount } }', { sort: 'NEWES' }],
    ['mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference } }', { input: { answer: [] } }],
  ]
  // Each of these makes GraphQL tell what a field takes or has, besides "Did you mean".
  const telling: [string, object?][] = [
    ['{ lead { id } }'],
    ['{ lead(id: "1") }'],
    ['{ lead(id: "1") { id { x } } }'],
    ['query ($id: Nothing) { lead(id: $id) { id } }'],
    ['query ($id: Int) { lead(id: $id) { id } }'],
    ['mutation { login(email: 5) { token } }'],
    ['query ($first: Int) { leads(first: $first) { totalCount } }', { first: 'many' }],
    ['mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference } }', { input: {} }],
  ]
  const answersFor = async (token: string | null) =>
    JSON.stringify(await Promise.all(operations.map(([query, variables]) => app.graphql(query, variables, token))))
  const [user, manager] = await Promise.all([signInAs('user'), signInAs('manager')])
  expect((await answersFor(manager)).match(/Did you mean/g)?.length).toBeGreaterThanOrEqual(operations.length)
  expect(await answersFor(null)).not.toContain('Did you mean')
  expect(await answersFor(user)).not.toContain('Did you mean')
  const namesOfSchema = /ID!|Int|String|\[\w|type |[Aa]rgument|Lead|Query\b|Mutation\b|required|selection/
  for (const token of [null, user]) {
    for (const [query, variables] of telling) {
      const [error] = (await app.graphql(query, variables, token)).errors ?? []
      expect([query, error?.message]).toEqual([query, expect.stringContaining('does not fit the API')])
      expect(JSON.stringify(error)).not.toMatch(namesOfSchema)
    }
  }
  const [error] = (await app.graphql('{ lead { id } }', {}, manager)).errors ?? []
  expect(error?.message).toContain('argument "id" of type "ID!" is required')
})

test('what GraphQL itself rejects names the variable, or the query', async () => {
  const submit = 'mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference } }'
  const fieldsOf = async (query: string, variables = {}) =>
    Object.keys(((await app.graphql(query, variables)).errors?.[0]?.extensions['fields'] ?? {}) as object)
  expect(await fieldsOf(submit)).toEqual(['input'])
  expect(await fieldsOf(submit, { input: { answers: [{ name: 5, value: 'at "x"; ' }] } })).toEqual([
    'input.answers.0.name',
  ])
  expect(await fieldsOf('{ nothing }')).toEqual(['query'])
  expect(await fieldsOf('{')).toEqual(['query'])
})
