import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLimitKey } from './client-address.ts'
import { aQuote } from '../testing/quotes.ts'
import { submitQuote } from '../quotes/quotes.service.ts'
import { useTestApp } from '../testing/test-app.ts'

const app = useTestApp()

test('the same parts give the same key, under another secret another one', () => {
  const key = createLimitKey('one secret')
  expect(key('a@b.example', '192.0.2.1')).toBe(key('a@b.example', '192.0.2.1'))
  expect(key('a@b.example', '192.0.2.1')).not.toBe(key('a@b.example', '192.0.2.2'))
  expect(key('ab', 'c')).not.toBe(key('a', 'bc'))
  expect(key('192.0.2.1')).not.toBe(createLimitKey('another secret')('192.0.2.1'))
})

test('no counter in Redis is named after an address, an email or what anybody can compute from one', async () => {
  const address = '203.0.113.7'
  const email = 'nobody@kerbside.test'
  await app.request('POST', '/api/auth/login', { body: { email, password: 'wrong' }, peer: address })
  const quote = aQuote({ answers: { email } })
  await submitQuote({ ...app.contextOf(), client: { address, requestId: 'request-1' } }, quote)
  const names = (await app.deps.redis.keys(`${app.config.REDIS_PREFIX}*`)).filter((name) => /login|quotes/.test(name))
  expect(names.length).toBeGreaterThanOrEqual(4)
  for (const known of [address, email]) {
    const digests = (['hex', 'base64url'] as const).map((form) => createHash('sha256').update(known).digest(form))
    for (const told of [known, ...digests.map((digest) => digest.slice(0, 22))])
      expect(names.join()).not.toContain(told)
  }
})
