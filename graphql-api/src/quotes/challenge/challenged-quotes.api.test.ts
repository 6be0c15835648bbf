import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { saveSettings } from '@kerbside/schema/testing/settings'
import type { Settings } from '@kerbside/schema/settings/settings'
import { once } from 'node:events'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { formAnswers, restAnswers } from '../../testing/quotes.ts'
import { answers, startSiteverify } from '../../testing/siteverify.ts'
import { builtWebApp, stateOf } from '../../testing/site.ts'
import { createSession, createTestApp, createUser, testConfig, useTestApp } from '../../testing/test-app.ts'
import { createChallenge } from './judge-challenge.ts'

// Answers: 201, 303; of the pages 200.
const { dist } = builtWebApp()
const plain = useTestApp({ PWA_DIST: dist })
const provider = await startSiteverify()
afterAll(provider.stop)
beforeEach(() => void (provider.asked.length = 0))

/** An app whose form has a challenge, and which goes by these settings. */
async function challenged(changes: Partial<Settings> = {}) {
  provider.answer = provider.judge
  const config = testConfig({ PWA_DIST: dist, ...provider.settings })
  // A busy machine may take its time.
  const challenge = createChallenge(config, plain.deps.log, { timeout: 60_000 })
  const app = createTestApp(config, { challenge })
  onTestFinished(app.close)
  await saveSettings(app.deps.settings, changes)
  // What is counted before Redis is there is counted in memory alone.
  if (app.deps.redis.status !== 'ready') await once(app.deps.redis, 'ready')
  const peer = crypto.randomUUID()
  const doors = {
    rest: (token?: unknown) =>
      app.request('POST', '/api/quote', { body: { ...restAnswers(), challenge_token: token }, peer }),
    graphql: async (token?: string) => {
      const list = Object.entries(formAnswers()).map(([name, value]) => ({ name, value }))
      const input = { answers: list, challengeToken: token }
      return app.graphql('mutation ($input: SubmitQuoteInput!) { submitQuote(input: $input) { reference } }', { input })
    },
    form: (token = '') =>
      app.request('POST', '/', {
        body: new URLSearchParams({ ...formAnswers(), challenge_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        peer,
      }),
  }
  return { app, doors }
}
const held = async () => (await HeldQuoteModel.find().sort({ _id: 1 }).lean()).map(({ reason }) => reason)
const leads = () => LeadModel.countDocuments()

test('many from one network: a passed token makes a lead of what would be held, at every door', async () => {
  const { doors } = await challenged({ quotesPerAddress: 1 })
  await doors.rest()
  expect(await leads()).toBe(1)
  await doors.rest()
  await doors.rest('bad')
  expect([await leads(), await held()]).toEqual([1, ['address-rate', 'address-rate']])
  expect((await doors.rest('good-1')).status).toBe(201)
  expect((await doors.form('good-2')).status).toBe(303)
  expect([await leads(), await held()]).toEqual([3, ['address-rate', 'address-rate']])
})

test('a passed token clears nothing but the network: one contact too often is held from a busy network too', async () => {
  const { app } = await challenged({ quotesPerAddress: 1, quotesPerContact: 1 })
  const peer = crypto.randomUUID()
  const { email, mobile } = restAnswers()
  for (const token of ['good-8', 'good-9']) {
    const body = { ...restAnswers(), email, mobile, challenge_token: token }
    expect((await app.request('POST', '/api/quote', { body, peer })).status).toBe(201)
  }
  expect([await leads(), await held()]).toEqual([1, ['contact-rate']])
})

test('the token of GraphQL counts as well', async () => {
  const { doors } = await challenged({ holdUnchallenged: true })
  expect((await doors.graphql('good-3')).data?.submitQuote.reference).toMatch(/^KB-/)
  expect([await leads(), await held()]).toEqual([1, []])
})

test('by default nobody is held for a missing challenge, and the provider is not even asked', async () => {
  const { doors } = await challenged()
  for (const token of [undefined, 'bad', 7, 'x'.repeat(9_000)]) expect((await doors.rest(token)).status).toBe(201)
  expect([await leads(), await held(), provider.asked]).toEqual([4, [], []])
})

test('with the setting, quotes without a passed challenge are held for that, and released like any other', async () => {
  const { app, doors } = await challenged({ holdUnchallenged: true })
  expect((await doors.rest()).status).toBe(201)
  expect((await doors.rest('bad')).status).toBe(201)
  expect((await doors.rest({ not: 'a token' })).status).toBe(201)
  await doors.rest('good-4')
  expect([await leads(), await held()]).toEqual([1, ['no-challenge', 'no-challenge', 'no-challenge']])
  const { token } = await createSession(await createUser('admin'))
  const { data } = await app.graphql('{ heldQuotes { nodes { id reason } } }', {}, token)
  expect(data?.heldQuotes.nodes[0].reason).toBe('NO_CHALLENGE')
  const release = 'mutation ($id: ID!) { releaseHeldQuote(id: $id) { id } }'
  await app.graphql(release, { id: data?.heldQuotes.nodes[0].id }, token)
  expect(await leads()).toBe(2)
})

test('a provider that is down holds nobody, and a repeat of a passed submission gives the first result', async () => {
  const { app, doors } = await challenged({ holdUnchallenged: true })
  provider.answer = answers.broken
  expect((await doors.rest('good-5')).status).toBe(201)
  expect([await leads(), await held()]).toEqual([1, []])
  provider.answer = provider.judge
  const body = { ...restAnswers(), submission_id: crypto.randomUUID(), challenge_token: 'good-6' }
  const results = [await app.request('POST', '/api/quote', { body }), await app.request('POST', '/api/quote', { body })]
  expect(results.map(({ status }) => status)).toEqual([201, 200])
  expect([await leads(), await held()]).toEqual([2, []])
})

test('the token is stored nowhere, neither of a lead nor of a held quote', async () => {
  const { doors } = await challenged({ holdUnchallenged: true })
  const { body } = await doors.rest('good-secret')
  await doors.rest('bad-secret')
  const stored = JSON.stringify([body, await LeadModel.find().lean(), await HeldQuoteModel.find().lean()])
  expect([await leads(), (await held()).length, stored.includes('-secret')]).toEqual([1, 1, false])
})

test('without a challenge the setting and the token change nothing', async () => {
  await saveSettings(plain.deps.settings, { holdUnchallenged: true })
  const body = { ...restAnswers(), challenge_token: 'good-7' }
  expect((await plain.request('POST', '/api/quote', { body, peer: crypto.randomUUID() })).status).toBe(201)
  expect([await leads(), await held(), provider.asked]).toEqual([1, [], []])
})

test('only a page with the form tells the browser of the challenge and lets its scripts in', async () => {
  const { app } = await challenged()
  const policyAt = async (from: typeof app, path: string) => {
    const { headers, body } = await from.request('GET', path)
    const policy = headers.get('content-security-policy') ?? ''
    const opened = policy.split('; ').filter((directive) => directive.includes(provider.url))
    return { opened: opened.map((directive) => directive.split(' ')[0]), told: stateOf(body)?.settings.challenge }
  }
  const whole = { provider: 'turnstile', siteKey: 'site-key', script: `${provider.url}/api.js` }
  const directives = ['script-src', 'style-src', 'connect-src', 'frame-src']
  for (const path of ['/', '/materials']) {
    expect(await policyAt(app, path)).toEqual({ opened: directives, told: whole })
    expect(await policyAt(plain, path)).toEqual({ opened: [], told: undefined })
  }
  for (const path of ['/about', '/thank-you', '/privacy']) {
    expect(await policyAt(app, path)).toEqual({ opened: [], told: { provider: 'turnstile' } })
  }
  expect(await policyAt(app, '/login')).toEqual({ opened: [], told: undefined })
  const { body } = await app.request('POST', '/', {
    body: 'first_name=A',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(stateOf(body).settings.challenge).toEqual(whole)
  const privacy = async (from: typeof app) => (await from.request('GET', '/privacy')).body as string
  expect([(await privacy(app)).includes('Turnstile'), (await privacy(plain)).includes('Turnstile')]).toEqual([
    true,
    false,
  ])
})
