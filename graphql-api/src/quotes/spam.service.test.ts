import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { createProducerRedis } from '@kerbside/schema/events/event.queue'
import { redisUrl } from '@kerbside/schema/testing/database'
import { Redis } from 'ioredis'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Context, RateLimits } from '../deps.ts'
import { testConfig, useTestApp } from '../testing/test-app.ts'
import { submitQuote } from './quotes.service.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { createRateLimits } from './rate-limits.ts'
import { aQuote } from '../testing/quotes.ts'

const app = useTestApp()
const published: number[] = []
const nowhere = new Redis({ port: 1, lazyConnect: true, enableOfflineQueue: false })
afterAll(() => nowhere.disconnect())

const now = new Date('2026-11-20T10:00:00Z')
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)

const contextOf = (address: string = crypto.randomUUID(), limits: RateLimits = app.deps.limits): Context => ({
  ...app.contextOf(),
  limits,
  now: () => now,
  publishEvent: (leadId) => void published.push(leadId),
  client: { address, requestId: 'request-1' },
})

const reasons = async () => (await HeldQuoteModel.find().sort({ _id: 1 }).lean()).map(({ reason }) => reason)

test.each([
  ['a filled-in honeypot', { answers: { website_url: 'https://spam.example' } }, 'honeypot'],
  ['an answer within three seconds', { elapsedMs: 2_999 }, 'too-fast'],
  ['an answer within a fraction of a millisecond', { elapsedMs: 0.4 }, 'too-fast'],
  ['an answer within 50 ms, told as text', { elapsedMs: '50' }, 'too-fast'],
  ['a form shown a second ago', { shownAt: before(1_000) }, 'too-fast'],
])('%s is held, answered like success, and nobody is told', async (_what, changes, reason) => {
  const { lead, duplicate } = await submitQuote(contextOf(), aQuote(changes))
  expect(duplicate).toBe(false)
  expect(lead).toMatchObject({ reference: expect.stringMatching(/^KB-/), status: 'new', fullName: 'Aoife Byrne' })
  expect(await LeadModel.countDocuments()).toBe(0)
  expect(await reasons()).toEqual([reason])
  expect(published).not.toContain(lead.id)
  const { lead: kept } = await HeldQuoteModel.findById(lead.id).lean().orFail()
  expect(kept).toMatchObject({ _id: lead.id, outbox: [{ type: 'lead.submitted' }], createdAt: lead.createdAt })
})

test.each([
  ['nothing said about time', {}],
  ['three seconds', { elapsedMs: 3_000 }],
  ['a form shown a week ago', { shownAt: before(7 * 86_400_000) }],
  ['a clock that ran backwards', { elapsedMs: -5 }],
  ['a clock that was set back, told as nothing', { elapsedMs: 0 }],
  ['a time beyond all numbers', { elapsedMs: Number.POSITIVE_INFINITY }],
  ['a time of centuries', { elapsedMs: 9e15 }],
  ['a stamp from the future', { shownAt: before(-5_000) }],
  ['an empty honeypot', { answers: { website_url: ' ' } }],
])('%s is no spam', async (_what, changes) => {
  await submitQuote(contextOf(), aQuote(changes))
  expect(await reasons()).toEqual([])
})

test('a repeat of a held quote gets the first result, even if it no longer looks like spam', async () => {
  const quote = aQuote({ elapsedMs: 100 })
  const first = await submitQuote(contextOf(), quote)
  const again = await submitQuote(contextOf(), quote)
  const slower = await submitQuote(contextOf(), { ...quote, elapsedMs: 60_000 })
  expect([again, slower].map(({ lead, duplicate }) => [lead.reference, duplicate])).toEqual([
    [first.lead.reference, true],
    [first.lead.reference, true],
  ])
  expect(await HeldQuoteModel.countDocuments()).toBe(1)
  expect(await LeadModel.countDocuments()).toBe(0)
})

test('ten repeats of a held quote at once are one held quote, with one reference', async () => {
  const quote = aQuote({ elapsedMs: 100 })
  const results = await Promise.all(Array.from({ length: 10 }, () => submitQuote(contextOf(), quote)))
  expect(new Set(results.map(({ lead }) => lead.reference)).size).toBe(1)
  expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  expect(await HeldQuoteModel.countDocuments()).toBe(1)
})

test('a repeat of a stored quote stays that lead, even when it looks like spam now', async () => {
  const quote = aQuote()
  const first = await submitQuote(contextOf(), quote)
  const again = await submitQuote(contextOf(), { ...quote, elapsedMs: 1 })
  expect(again).toMatchObject({ duplicate: true, lead: { reference: first.lead.reference } })
  expect(await HeldQuoteModel.countDocuments()).toBe(0)
})

const few = () => ({
  ...defaultSettings,
  quotesPerAddress: 3,
  rejectedPerAddress: 5,
  quotesPerContact: 2,
  invalidPerAddress: 4,
})
const limitConfig = (changes: Record<string, string> = {}) =>
  testConfig({ REDIS_PREFIX: `test-${crypto.randomUUID()}`, ...changes })

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])('one address is held after its limit and rejected after another, counted %s', async (_where, redis) => {
  const limits = createRateLimits(redis(), limitConfig(), few)
  const context = contextOf(crypto.randomUUID(), limits)
  const quotes = Array.from({ length: 5 }, () => aQuote())
  for (const quote of quotes) await submitQuote(context, quote)
  expect(await LeadModel.countDocuments()).toBe(3)
  expect(await reasons()).toEqual(['address-rate', 'address-rate'])
  await expect(submitQuote(context, aQuote())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 600 })

  for (const quote of quotes) expect((await submitQuote(context, quote)).duplicate).toBe(true)
  expect(await LeadModel.countDocuments()).toBe(3)
  await submitQuote(contextOf('another', limits), aQuote())
})

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])('one contact is held after its limit, by mailbox or by phone, counted %s', async (_where, redis) => {
  const limits = createRateLimits(redis(), limitConfig(), few)
  const send = (answers: Record<string, unknown>) => submitQuote(contextOf(undefined, limits), aQuote({ answers }))
  await send({ email: 'a@example.com', mobile: '07700 900001' })
  await send({ email: 'A@example.com', mobile: '07700 900002' })
  expect(await reasons()).toEqual([])
  await send({ email: 'a@example.com', mobile: '07700 900003' })
  await send({ email: 'b@example.com', mobile: '+44 7700 900001' })
  expect(await reasons()).toEqual(['contact-rate'])
  // One mailbox, however it is written; the confirmation goes to what was typed.
  await send({ email: 'ada.b@gmail.com', mobile: '07700 900011' })
  await send({ email: 'a.d.a.b+drive@googlemail.com', mobile: '07700 900012' })
  await send({ email: 'adab+2@gmail.com', mobile: '07700 900013' })
  expect(await reasons()).toEqual(['contact-rate', 'contact-rate'])
  expect(await LeadModel.countDocuments({ email: 'a.d.a.b+drive@googlemail.com' })).toBe(1)
})

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])(
  'invalid quotes of one address are rejected after their limit and do not count as valid ones, counted %s',
  async (_where, redis) => {
    const limits = createRateLimits(redis(), limitConfig(), few)
    const context = contextOf(crypto.randomUUID(), limits)
    const invalid = () => submitQuote(context, aQuote({ answers: { email: 'x' } }))
    for (let count = 0; count < 4; count += 1) await expect(invalid()).rejects.toMatchObject({ code: 'INVALID' })
    await expect(invalid()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 600 })
    for (let count = 0; count < 3; count += 1) await submitQuote(context, aQuote())
    expect([await LeadModel.countDocuments(), await reasons()]).toEqual([3, []])
  },
)

test('Redis going away in the middle starts no limit anew', async () => {
  const redis = createProducerRedis(redisUrl())
  await expect.poll(() => redis.status).toBe('ready')
  const limits = createRateLimits(redis, limitConfig(), few)
  const context = contextOf(crypto.randomUUID(), limits)
  for (let count = 0; count < 4; count += 1) await submitQuote(context, aQuote())
  for (let count = 0; count < 4; count += 1)
    await expect(submitQuote(context, aQuote({ answers: { email: 'x' } }))).rejects.toMatchObject({ code: 'INVALID' })
  redis.disconnect()
  await submitQuote(context, aQuote())
  expect(await reasons()).toEqual(['address-rate', 'address-rate'])
  await expect(submitQuote(context, aQuote())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(submitQuote(context, aQuote({ answers: { email: 'x' } }))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
})

test('what was counted while Redis was away still counts once it is back', async () => {
  const redis = new Redis(redisUrl(), { lazyConnect: true, enableOfflineQueue: false })
  onTestFinished(() => redis.disconnect())
  const limits = createRateLimits(redis, limitConfig(), few)
  const context = contextOf(crypto.randomUUID(), limits)
  const invalid = () => submitQuote(context, aQuote({ answers: { email: 'x' } }))
  for (let count = 0; count < 3; count += 1) await submitQuote(context, aQuote())
  for (let count = 0; count < 4; count += 1) await expect(invalid()).rejects.toMatchObject({ code: 'INVALID' })
  await redis.connect()
  await expect.poll(() => redis.status).toBe('ready')
  await submitQuote(context, aQuote())
  expect(await reasons()).toEqual(['address-rate'])
  await expect(invalid()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('no contact is kept in Redis in clear', async () => {
  await submitQuote(contextOf(), aQuote({ answers: { email: 'secret@example.com' } }))
  const keys = await app.deps.redis.keys(`${app.config.REDIS_PREFIX}:quotes:*`)
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.join()).not.toMatch(/secret@|7700900/)
})

test('without limits only the quote itself is checked', async () => {
  const limits = createRateLimits(app.deps.redis, limitConfig({ RATE_LIMITS: 'off' }), few)
  for (let count = 0; count < 8; count += 1) {
    await submitQuote(contextOf('one', limits), aQuote({ answers: { email: 'a@example.com' } }))
  }
  expect(await reasons()).toEqual([])
})
