import type { RedisConnection } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { defaultSettings, type Settings } from '@kerbside/schema/settings/settings'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { createSession, createUser, testConfig, useTestApp } from '../testing/test-app.ts'
import { aQuote } from '../testing/quotes.ts'
import { releaseHeldQuote } from './held-quotes.service.ts'
import { submitQuote } from './quotes.service.ts'
import { createRateLimits } from './rate-limits.ts'

const app = useTestApp()
const nowhere = new Redis({ port: 1, lazyConnect: true, enableOfflineQueue: false })
afterAll(() => nowhere.disconnect())

const reasons = async () => (await HeldQuoteModel.find().sort({ _id: 1 }).lean()).map(({ reason }) => reason)
const currentSettings = (changes: Partial<Settings>) =>
  Object.assign(() => ({ ...defaultSettings, ...changes }), { refresh: async () => {}, close: () => {} })
const send = (answers: Record<string, unknown>, changes: Partial<Settings> = {}) =>
  submitQuote({ ...app.contextOf(), settings: currentSettings(changes) }, aQuote({ answers }))

test.each([
  ['an address that works for minutes', { email: 'a@mailinator.com' }, 'disposable-address'],
  ['one below the domain of such a provider', { email: 'a@Eu.Mailinator.com' }, 'disposable-address'],
  ['a web address in a name', { last_name: 'Visit drives.com now' }, 'links'],
  ['three links', { additionalInfo: 'http://a.example www.b.example https://c.example' }, 'links'],
  ['markup of links', { additionalInfo: '[url=a] [url=b] <a href="c">' }, 'links'],
  ['two words of advertising', { additionalInfo: 'Best SEO services and backlinks for your firm' }, 'spam-words'],
  ['the same in wide letters', { additionalInfo: 'Ｂｉｔｃｏｉｎ and ｃａｓｉｎｏ' }, 'spam-words'],
])('%s is held with its own reason and answered like success', async (_what, answers, reason) => {
  const { lead, duplicate } = await send(answers)
  expect([duplicate, lead.status]).toEqual([false, 'new'])
  expect(lead.reference).toMatch(/^KB-/)
  expect(await reasons()).toEqual([reason])
  expect(await LeadModel.countDocuments()).toBe(0)
})

test.each([
  ['a relay address that people use for privacy', { email: 'a@privaterelay.appleid.com' }],
  ['the address of a small firm', { email: 'info@mail.murphys-garage.ie' }],
  ['two links to what somebody likes', { additionalInfo: 'Like www.pinterest.co.uk/pin/1 or https://houzz.ie/p/2' }],
  ['a street', { additionalInfo: 'Second drive on Casino Avenue, left of the bank.' }],
  ['a car', { additionalInfo: 'My Ford Escort is 1.7 m wide, followers of it need space.' }],
  ['a word that contains another', { additionalInfo: 'A specialist said the cialisation and escorted visits.' }],
  ['names with dots', { first_name: 'J.R.', last_name: 'St.Clair-O.Connor' }],
  ['a name that is like an ending', { first_name: 'Net', last_name: 'Info Shop' }],
  ['dots without spaces', { additionalInfo: 'Slabs are broken.com pletely worn.See photos.' }],
])('%s is no spam', async (_what, answers) => {
  await send(answers)
  expect(await reasons()).toEqual([])
  expect(await LeadModel.countDocuments()).toBe(1)
})

test('the settings decide how many links, and whether disposable addresses are held', async () => {
  await send({ additionalInfo: 'https://a.example' }, { linksPerQuote: 0 })
  await send({ email: 'a@mailinator.com' }, { holdDisposable: false })
  expect(await reasons()).toEqual(['links'])
})

const longText = 'The gate is narrow, and the drain runs along the left side of the drive.'
const few = () => ({ ...defaultSettings, networksPerContact: 2, quotesPerText: 2 })
const contextFrom = (address: string, redis: RedisConnection) => {
  const config = testConfig({ REDIS_PREFIX: app.config.REDIS_PREFIX })
  return { ...app.contextOf(), limits: createRateLimits(redis, config, few), client: { address, requestId: 'r' } }
}

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])('one contact from many networks is held, the networks it had go on, counted %s', async (_where, redis) => {
  const limits = contextFrom('', redis()).limits
  const email = `${crypto.randomUUID()}@example.com`
  const from = (address: string) => ({ ...contextFrom(address, redis()), limits })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1', '192.0.2.3']) {
    await submitQuote(from(address), aQuote({ answers: { email } }))
  }
  expect(await reasons()).toEqual(['contact-networks', 'contact-networks'])
  expect(await LeadModel.countDocuments()).toBe(3)
})

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])(
  'the same long text is held above its limit, a repeat and a short text are not, counted %s',
  async (_where, redis) => {
    const context = contextFrom(crypto.randomUUID(), redis())
    const own = crypto.randomUUID()
    const quotes = Array.from({ length: 3 }, (_, index) =>
      aQuote({ answers: { additionalInfo: index === 1 ? `${longText}  ${own}`.toUpperCase() : `${longText} ${own}` } }),
    )
    for (const quote of [...quotes, ...quotes]) await submitQuote(context, quote)
    for (let count = 0; count < 4; count += 1) {
      await submitQuote(context, aQuote({ answers: { additionalInfo: 'Please call after five.' } }))
    }
    expect(await reasons()).toEqual(['repeated-text'])
    expect(await LeadModel.countDocuments()).toBe(6)
  },
)

test.each([
  ['in Redis', () => app.deps.redis],
  ['in memory while Redis is away', () => nowhere],
])('one quote that a phone sends again from many networks is not held, counted %s', async (_where, redis) => {
  const limits = contextFrom('', redis()).limits
  const from = (address: string) => ({ ...contextFrom(address, redis()), limits })
  const email = `${crypto.randomUUID()}@example.com`
  const quote = aQuote({ answers: { email } })
  const addresses = Array.from({ length: 8 }, (_, index) => `192.0.2.${index}`)
  const sent = await Promise.all(addresses.map((address) => submitQuote(from(address), quote)))
  expect(new Set(sent.map(({ lead }) => lead.reference)).size).toBe(1)
  // They count as one network: a second quote from another one is not held either.
  await submitQuote(from('192.0.2.99'), aQuote({ answers: { email } }))
  expect(await reasons()).toEqual([])
  expect(await LeadModel.countDocuments()).toBe(2)
})

test('released, it is one lead however often, with what was withheld and the time of receipt', async () => {
  const { lead } = await send({ email: 'a@mailinator.com' })
  const { viewer } = await createSession(await createUser('admin'))
  const published: number[] = []
  const context = { ...app.contextOf(viewer), publishEvent: (leadId: number) => void published.push(leadId) }
  for (let time = 0; time < 2; time += 1) await releaseHeldQuote(context, String(lead.id))
  expect(published).toEqual([lead.id])
  expect(await LeadModel.findOne().lean()).toMatchObject({
    _id: lead.id,
    createdAt: lead.createdAt,
    outbox: [{ type: 'lead.submitted' }],
    nextPromiseAlert: 'warning',
  })
})
