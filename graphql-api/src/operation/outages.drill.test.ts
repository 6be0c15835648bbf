import { createIndexes, hasIndexes } from '@kerbside/schema/migrations/indexes.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { redisUrl } from '@kerbside/schema/testing/database'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { restAnswers } from '../testing/quotes.ts'
import { cuttable, targetOf } from '@kerbside/schema/testing/cuttable'
import { createTestApp, signInAs, testConfig, type TestApp } from '../testing/test-app.ts'

type Way = Awaited<ReturnType<typeof cuttable>>
let mongo: Way
let redis: Way
let database: Database
let app: TestApp

beforeAll(async () => {
  const uri = process.env['MONGODB_URI'] ?? ''
  mongo = await cuttable(targetOf(uri))
  redis = await cuttable(targetOf(redisUrl()))
  const config = testConfig({
    MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/test-${crypto.randomUUID()}?directConnection=true`,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  })
  // Both are away when the api starts.
  await Promise.all([mongo.cut(), redis.cut()])
  app = createTestApp(config)
  database = openDatabase(app.deps, () => expect.unreachable())
})

afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await app.close()
  await database.close()
  await Promise.all([mongo.cut(), redis.cut()])
})

const someQuote = () => ({ submission_id: crypto.randomUUID(), ...restAnswers() })
const post = (body: object = someQuote()) => app.request('POST', '/api/quote', { body })
const ready = async () => (await app.request('GET', '/readyz')).body

async function until(condition: () => Promise<boolean>) {
  const end = Date.now() + 240_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not happen in time')
    await sleep(50)
  }
}

test('started before MongoDB and Redis, the api is up but not ready, and gets ready by itself', async () => {
  expect((await app.request('GET', '/healthz')).status).toBe(200)
  const early = await app.request('GET', '/readyz')
  expect([early.status, early.body]).toEqual([
    503,
    { status: 'not ready', database: false, redis: false, redisMayEvict: null },
  ])
  expect((await post()).status).toBe(503)
  await mongo.mend()
  await until(async () => (await ready()).database)
  expect(await ready()).toEqual({ status: 'ready', database: true, redis: false, redisMayEvict: null })
})

test('without Redis a quote is taken without waiting for it, and its event waits in the lead', async () => {
  const { status, body } = await post()
  expect(status).toBe(201)
  await sleep(100)
  expect((await LeadModel.findById(body.data.id).lean())?.outbox).toHaveLength(1)
})

test('without Redis signing in is still limited', async () => {
  const attempt = () =>
    app.request('POST', '/api/auth/login', { body: { email: 'a@kerbside.test', password: 'wrong' } })
  const statuses = []
  for (let count = 0; count < 11; count++) statuses.push((await attempt()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('when Redis is back, the next quote’s event is handed over', async () => {
  await redis.mend()
  await until(async () => (await ready()).redis)
  const { body } = await post()
  await until(async () => (await app.deps.queues.leads.getJobs()).length > 0)
  expect((await app.deps.queues.leads.getJobs()).map(({ id }) => id)).toEqual([`lead-${body.data.id}-submitted`])
})

test('without MongoDB every door says 503 with Retry-After, and works again when it is back', async () => {
  const token = await signInAs('manager')
  await mongo.cut()
  const quote = someQuote()
  const answers = await Promise.all([
    post(quote),
    app.request('GET', '/api/quote', { token }),
    app.request('POST', '/api/auth/login', { body: { email: 'b@kerbside.test', password: 'x' } }),
    app.request('POST', '/graphql', { body: { query: '{ leads { totalCount } }' }, token }),
  ])
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|Mongo/)
  }
  expect(answers.at(-1)?.body.errors[0].extensions).toMatchObject({ code: 'UNAVAILABLE' })
  const login = await app.graphql('mutation { login(email: "c@kerbside.test", password: "x") { token } }')
  expect(login.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) })
  expect((await app.request('GET', '/readyz')).status).toBe(503)

  await mongo.mend()
  await until(async () => (await post(quote)).status < 300)
  expect(await LeadModel.countDocuments({ submissionId: quote.submission_id })).toBe(1)
  expect((await app.request('GET', '/api/quote', { token })).status).toBe(200)
  expect(await ready()).toMatchObject({ status: 'ready' })
})

test('a missing index is noticed, also beside one of a former release, and found again once it is made', async () => {
  await createIndexes()
  await LeadModel.collection.dropIndex('submissionId_1')
  await LeadModel.collection.createIndex({ version: 1 }, { name: 'former' })
  expect(await hasIndexes()).toBe(false)
  await createIndexes()
  expect(await hasIndexes()).toBe(true)
})
