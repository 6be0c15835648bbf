import { demoSecret, parseConfig } from '@kerbside/schema/config'
import { expect, test } from 'vitest'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { challengeOf, Config, operatorOf } from './config.ts'

const good = {
  KERBSIDE_ENV: 'production',
  MONGODB_URI: 'mongodb://db/kerbside',
  REDIS_URL: 'redis://cache',
  JWT_SECRET: 'x'.repeat(32),
}
const problems = (changes: Record<string, string>) => {
  try {
    parseConfig(Config, { ...good, ...changes })
    return []
  } catch (error) {
    return [...String(error).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  }
}

test('what is not set has a default', () => {
  expect(parseConfig(Config, good)).toMatchObject({
    PORT: 4000,
    TRUST_PROXY: 0,
    RATE_LIMITS: 'on',
    PWA_DIST: 'pwa/dist',
  })
})

test('every bad variable is named at once', () => {
  expect(
    problems({ MONGODB_URI: 'db', REDIS_URL: 'x', PORT: '70000', TRUST_PROXY: '-1', JWT_SECRET: 'short' }),
  ).toEqual(expect.arrayContaining(['MONGODB_URI', 'REDIS_URL', 'PORT', 'TRUST_PROXY', 'JWT_SECRET']))
})

test('production rejects the demo secret and switched-off limits; a demo may have both', () => {
  const changes = { JWT_SECRET: demoSecret, RATE_LIMITS: 'off' }
  expect(problems(changes)).toEqual(['JWT_SECRET', 'RATE_LIMITS'])
  expect(problems({ ...changes, KERBSIDE_ENV: 'demo' })).toEqual([])
})

test('a demo has a made-up operator; in production nobody stands in for one that is not named', () => {
  const named = {
    OPERATOR_NAME: 'Drives Ltd',
    OPERATOR_ADDRESS: '1 Road, Leeds LS1 1AA',
    OPERATOR_EMAIL: 'us@drives.example',
  }
  const operator = (changes: Record<string, string>) =>
    operatorOf(parseConfig(Config, { ...good, ...changes }), defaultSettings)
  expect(operator({ KERBSIDE_ENV: 'demo' }).name).toContain('made up')
  expect(operator({})).toEqual({ name: null, address: null, email: null })
  for (const KERBSIDE_ENV of ['demo', 'production']) {
    expect(Object.values(operator({ KERBSIDE_ENV, ...named }))).toEqual(Object.values(named))
  }
  expect(problems({ OPERATOR_EMAIL: 'us' })).toEqual(['OPERATOR_EMAIL'])
})

test('a challenge is configured whole or not at all', () => {
  const whole = { CHALLENGE_PROVIDER: 'hcaptcha', CHALLENGE_SITE_KEY: 'key', CHALLENGE_SECRET: 'secret' }
  const { CHALLENGE_SECRET: _, ...half } = whole
  expect([problems(whole), problems(half)]).toEqual([[], ['CHALLENGE_SECRET']])
  expect(problems({ CHALLENGE_SECRET: 'secret' })).toEqual(['CHALLENGE_PROVIDER', 'CHALLENGE_SITE_KEY'])
  expect(problems({ CHALLENGE_VERIFY_URL: 'https://verify.example' })).toHaveLength(3)
  expect(problems({ ...whole, CHALLENGE_PROVIDER: 'sphinx' })).toEqual(['CHALLENGE_PROVIDER'])
  expect(problems({ ...whole, CHALLENGE_SCRIPT_URL: 'http://script.example' })).toEqual(['CHALLENGE_SCRIPT_URL'])
  expect(challengeOf(parseConfig(Config, { ...good, ...whole }))).toMatchObject({
    provider: 'hcaptcha',
    siteKey: 'key',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  })
  expect(challengeOf(parseConfig(Config, good))).toBeNull()
})
