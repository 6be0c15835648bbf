import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { answers, startSiteverify } from '../../testing/siteverify.ts'
import { testConfig } from '../../testing/test-app.ts'
import { createChallenge } from './judge-challenge.ts'

async function setUp(options: { timeout?: number } = {}) {
  const provider = await startSiteverify()
  onTestFinished(provider.stop)
  const clock = { now: 0 }
  const log = pino({ level: 'silent' })
  // A busy machine may take its time: only the test of a slow provider is impatient.
  const judge = createChallenge(testConfig(provider.settings), log, {
    now: () => clock.now,
    timeout: options.timeout ?? 60_000,
  })
  if (!judge) throw new Error('There is a challenge')
  return { provider, clock, judge: (token: string | null, submissionId = 's1') => judge({ token, submissionId }) }
}

test('without a configuration there is no challenge', () => {
  expect(createChallenge(testConfig(), pino({ level: 'silent' }))).toBeNull()
})

test('the provider is told the secret and the token, as a form, and nothing of the homeowner', async () => {
  const { provider, judge } = await setUp()
  expect(await judge('good')).toBe('passed')
  expect(provider.asked).toEqual([
    { type: 'application/x-www-form-urlencoded;charset=UTF-8', secret: 'secret-of-the-site', response: 'good' },
  ])
})

test('a bad token fails, and one that passed is good for repeats of its own submission alone', async () => {
  const { provider, judge } = await setUp()
  expect([await judge('bad'), await judge('good'), await judge('good')]).toEqual(['failed', 'passed', 'passed'])
  expect(await judge('good', 's2')).toBe('failed')
  expect(provider.asked).toHaveLength(3)
})

test('without a token nobody is asked', async () => {
  const { provider, judge } = await setUp()
  expect([await judge(null), provider.asked]).toEqual(['none', []])
})

test.each(['broken', 'wrongSecret'] as const)('a provider that answers as %s judges nothing', async (name) => {
  const { provider, judge } = await setUp()
  provider.answer = answers[name]
  expect(await judge('good')).toBe('not-judged')
})

test('a provider that never answers is not waited for', async () => {
  const { provider, judge } = await setUp({ timeout: 50 })
  provider.answer = answers.never
  expect(await judge('good')).toBe('not-judged')
})

test('after three failures in succession nobody waits for half a minute, and then one try decides', async () => {
  const { provider, clock, judge } = await setUp()
  provider.answer = answers.broken
  for (let at = 1; at <= 4; at += 1) expect(await judge('good')).toBe('not-judged')
  expect(provider.asked).toHaveLength(3)
  clock.now = 30_000
  expect([await judge('good'), await judge('good')]).toEqual(['not-judged', 'not-judged'])
  expect(provider.asked).toHaveLength(4)
  clock.now = 60_000
  provider.answer = provider.judge
  expect([await judge('bad'), await judge('good')]).toEqual(['failed', 'passed'])
  provider.answer = answers.broken
  expect([await judge('other'), provider.asked.length, await judge('other'), provider.asked.length]).toEqual([
    'not-judged',
    7,
    'not-judged',
    8,
  ])
})

test.each(['badRequest', 'ofAnotherSite'] as const)(
  'an answer of %s is a failed challenge, however often',
  async (name) => {
    const { provider, judge } = await setUp()
    provider.answer = answers[name]
    for (let at = 0; at < 5; at += 1) expect(await judge(`token-${at}`)).toBe('failed')
    provider.answer = answers.ofOurSite
    expect(await judge('good')).toBe('passed')
  },
)
