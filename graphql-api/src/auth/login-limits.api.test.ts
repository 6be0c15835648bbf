import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, createUser, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { deviceDays } from './auth-cookies.ts'
import { loginLimits } from './login-limits.ts'
import { hashPassword } from '../users/credentials.ts'

// POST /auth/login and GraphQL's login: 429
const app = useTestApp()
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
let email = ''
let network = 0
beforeEach(async () => {
  email = `${crypto.randomUUID().slice(0, 8)}@kerbside.test`
  network += 1
  await createUser('admin', { email, passwordHash })
})
const here = () => `198.51.100.${network}`
const elsewhere = (number: number) => `203.0.${network}.${number}`

type Attempt = { email?: string; password?: string; from?: string; cookie?: string; through?: typeof app }
const login = ({ from = here(), cookie, through = app, ...pair }: Attempt = {}) =>
  through.request('POST', '/api/auth/login', {
    body: { email, password, ...pair },
    peer: from,
    ...(cookie !== undefined && { headers: { cookie } }),
  })
const wrong = (attempt: Attempt = {}) => login({ ...attempt, password: 'something else' })
const deviceOf = ({ headers }: TestAnswer) => /kerbside_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''

/** Guesses from everywhere, counted where HTTP requests are counted, without hashing a password for each. */
async function guessFromEverywhere(guesses: number, device: string | null = null) {
  for (let guess = 0; guess < guesses; guess += 1) {
    await app.deps.loginLimits.attempt({ email, address: elsewhere(Math.floor(guess / 10)), device })
  }
}

test('ten wrong tries close an account for the network they came from, for the right password too, and nowhere else', async () => {
  for (let failure = 0; failure < 10; failure += 1) expect((await wrong()).status).toBe(401)
  const limited = await login()
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800)
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect((await login({ from: elsewhere(1) })).status).toBe(200)
})

test('addresses of one IPv6 network are one network', async () => {
  const from = (host: number) => `2001:db8:1:${network}::${host}`
  for (let failure = 0; failure < 10; failure += 1) expect((await wrong({ from: from(failure) })).status).toBe(401)
  expect((await login({ from: from(99) })).status).toBe(429)
  expect((await login({ from: `2001:db8:2:${network}::1` })).status).toBe(200)
})

test('a hundred wrong tries from anywhere close an account to strangers for an hour', async () => {
  await guessFromEverywhere(99)
  expect((await wrong()).status).toBe(401)
  const limited = await login({ from: elsewhere(77) })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test('a device that signed in to the account before is not held up by the others’ hundred', async () => {
  const signedIn = await login()
  const cookie = deviceOf(signedIn)
  expect(signedIn.headers.get('set-cookie')).toMatch(
    /kerbside_device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict/,
  )
  await guessFromEverywhere(100)
  expect((await login({ from: elsewhere(77) })).status).toBe(429)
  expect((await login({ from: elsewhere(77), cookie })).status).toBe(200)
  const graphql = await app.request('POST', '/graphql', {
    body: { query: `mutation { login(email: "${email}", password: "${password}") { token } }` },
    headers: { cookie },
    peer: elsewhere(78),
  })
  expect(graphql.body.data.login.token).toEqual(expect.any(String))
})

test('a known device has ten tries from one network and a hundred in all like anybody', async () => {
  const cookie = deviceOf(await login())
  for (let failure = 0; failure < 10; failure += 1) expect((await wrong({ cookie })).status).toBe(401)
  expect((await login({ cookie })).status).toBe(429)
  const deviceId = cookie.split('.')[1] ?? ''
  await guessFromEverywhere(90, deviceId)
  expect((await login({ cookie, from: elsewhere(77) })).status).toBe(429)
  expect((await login({ from: elsewhere(77) })).status).toBe(200)
})

test('a device is known to the accounts that signed in on it, and to no other', async () => {
  const other = `other-${email}`
  await createUser('manager', { email: other, passwordHash })
  const first = deviceOf(await login())
  const both = deviceOf(await login({ email: other, cookie: first }))
  await guessFromEverywhere(100)
  expect((await login({ cookie: both, from: elsewhere(77) })).status).toBe(200)
  const onlyOther = both.replace(/=([^~]+)~.*/, '=$1')
  expect((await login({ cookie: onlyOther, from: elsewhere(77) })).status).toBe(429)
})

test('a cookie that was made up, changed or is 180 days old makes no device known', async () => {
  const cookie = deviceOf(await login())
  const [, deviceId = '', at = ''] = cookie.split('.')
  await guessFromEverywhere(100)
  const forged = [cookie.slice(0, -2), cookie.replace(deviceId, crypto.randomUUID()), cookie.replace(at, `${at}0`), 'x']
  for (const each of forged) expect((await login({ cookie: each, from: elsewhere(77) })).status).toBe(429)
  const future = new Date(Date.now() + deviceDays * 86_400_000)
  const then = createTestApp(app.config, { now: () => future })
  if (then.deps.redis.status !== 'ready') await once(then.deps.redis, 'ready')
  expect((await login({ through: then, cookie, from: elsewhere(77) })).status).toBe(429)
  expect((await login({ cookie, from: elsewhere(77) })).status).toBe(200)
  await then.close()
})

test('an account that does not exist is closed like one that does, with the same words', async () => {
  const unknown = `nobody-${email}`
  for (const each of [email, unknown]) {
    for (let failure = 0; failure < 10; failure += 1) await wrong({ email: each })
  }
  const [known, none] = [await wrong(), await wrong({ email: unknown })]
  expect([known.status, none.status]).toEqual([429, 429])
  expect(none.body).toEqual(known.body)
})

test('an attempt that one limit stops uses up no other', async () => {
  for (let failure = 0; failure < 40; failure += 1) await wrong()
  await guessFromEverywhere(89)
  expect((await login({ from: elsewhere(77) })).status).toBe(200)
})

test('a network is limited over all accounts, and signing in properly does not count', async () => {
  const attempt = (number: number) => ({ email: `nobody-${number}-${email}`, address: here(), device: null })
  for (let number = 1; number < loginLimits.address.points; number += 1) {
    await app.deps.loginLimits.attempt(attempt(number))
  }
  for (const _ of [1, 2, 3]) expect((await login()).status).toBe(200)
  expect((await wrong({ email: `another-${email}` })).status).toBe(401)
  expect((await wrong({ email: `one-more-${email}` })).status).toBe(429)
})
