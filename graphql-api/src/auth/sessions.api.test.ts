import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSession, createTestApp, createUser, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { graceMs } from '../users/credentials.ts'
import { hashPassword } from '../users/credentials.ts'

// POST /auth/refresh: 200, 401, 403 · POST /auth/logout: 204, 401, 403
const base = useTestApp({ RATE_LIMITS: 'off' })
let time = new Date()
const app = createTestApp(base.config, { now: () => time })
afterAll(() => app.close())

const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const email = 'ada@kerbside.test'
beforeEach(async () => {
  time = new Date()
  await createUser('admin', { email, passwordHash })
})
const later = (milliseconds: number) => void (time = new Date(time.getTime() + milliseconds))

type Headers = Record<string, string>
const login = (headers: Headers = {}) => app.request('POST', '/api/auth/login', { body: { email, password }, headers })
const refresh = (cookie: string, headers: Headers = {}) =>
  app.request('POST', '/api/auth/refresh', { headers: { cookie, ...headers } })
const logout = (cookie: string, headers: Headers = {}) =>
  app.request('POST', '/api/auth/logout', { headers: { cookie, ...headers } })
const me = async (token: string) => (await app.request('GET', '/api/auth/me', { token })).status
const cookieOf = ({ headers }: TestAnswer) => /kerbside_refresh=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''

test('refreshing gives a new token and a new cookie', async () => {
  const first = await login()
  const second = await refresh(cookieOf(first))
  expect(second.status).toBe(200)
  expect(second.body.user).toMatchObject({ email, role_id: 1 })
  expect(second.headers.get('set-cookie')).toMatch(/Path=\/api\/auth;.*HttpOnly.*SameSite=Strict/)
  expect(cookieOf(second)).not.toBe(cookieOf(first))
  expect(await me(second.body.token)).toBe(200)
})

test('after a change of role the token is no longer good, and the same session gets one with the new role', async () => {
  const signedIn = await login()
  await UserModel.updateOne({ email }, { role: 'manager' })
  expect(await me(signedIn.body.token)).toBe(401)
  const renewed = await refresh(cookieOf(signedIn))
  expect(renewed.body.user).toMatchObject({ email, role_id: 2 })
  expect(await me(renewed.body.token)).toBe(200)
})

test('a browser that lost the answer refreshes again with the cookie before, and goes on with either answer', async () => {
  const first = cookieOf(await login())
  const lost = await refresh(first)
  later(graceMs - 1_000)
  const repeated = await refresh(first)
  expect(repeated.status).toBe(200)
  expect(await me(repeated.body.token)).toBe(200)
  later(graceMs)
  expect(cookieOf(repeated)).toBe(cookieOf(lost))
  expect((await refresh(cookieOf(repeated))).status).toBe(200)
})

test('tabs that refresh at once all stay signed in', async () => {
  const first = cookieOf(await login())
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  later(graceMs + 1_000)
  for (const answer of answers) expect((await refresh(cookieOf(answer))).status).toBe(200)
})

test('the cookie before, used when its half minute is over, ends the session', async () => {
  const first = cookieOf(await login())
  const second = await refresh(first)
  later(graceMs + 1_000)
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(cookieOf(second))).status).toBe(401)
  expect(await me(second.body.token)).toBe(401)
})

test('a cookie from longer ago ends the session, however quickly it comes', async () => {
  const first = cookieOf(await login())
  const third = cookieOf(await refresh(cookieOf(await refresh(first))))
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(third)).status).toBe(401)
})

test('knowing the id of a session ends nothing', async () => {
  const signedIn = await login()
  const cookie = cookieOf(signedIn)
  const [id = '', generation = ''] = cookie.split('=')[1]?.split('.') ?? []
  const another =
    cookieOf(await login())
      .split('.')
      .at(-1) ?? ''
  for (const wrong of ['x', 'x'.repeat(43), another, '']) {
    for (const secret of [wrong, `${generation}.${wrong}`, `7.${wrong}`]) {
      expect((await refresh(`kerbside_refresh=${id}.${secret}`)).status).toBe(401)
      expect((await logout(`kerbside_refresh=${id}.${secret}`)).status).toBe(401)
      await login({ cookie: `kerbside_refresh=${id}.${secret}` })
    }
  }
  expect(await me(signedIn.body.token)).toBe(200)
  expect((await refresh(cookie)).status).toBe(200)
})

test.each(['', 'kerbside_refresh=nonsense', 'kerbside_refresh=a.b.c', 'kerbside_refresh=a.0.x'])(
  'no session, no refresh: %s',
  async (cookie) => expect((await refresh(cookie)).status).toBe(401),
)

test('the database alone is not enough to make a refresh token', async () => {
  const cookie = cookieOf(await login())
  const stored = await SessionModel.findOne().lean()
  for (const value of Object.values(stored ?? {})) expect(cookie.split('.').at(-1)).not.toBe(String(value))
})

test('a page of another site can neither refresh nor sign out', async () => {
  const signedIn = await login()
  const cookie = cookieOf(signedIn)
  for (const origin of [
    'https://evil.example',
    'http://kerbside.test.evil.example',
    'http://kerbside.test:8080',
    'null',
  ]) {
    expect((await refresh(cookie, { origin })).status).toBe(403)
    const { token } = signedIn.body
    expect((await app.request('POST', '/api/auth/logout', { token, headers: { cookie, origin } })).status).toBe(403)
  }
  expect(await me(signedIn.body.token)).toBe(200)
  expect((await refresh(cookie, { origin: 'http://kerbside.test' })).status).toBe(200)
})

test('an app that was opened under another of our addresses is no other site', async () => {
  const cookie = cookieOf(await login())
  const headers = { cookie, origin: 'http://127.0.0.1:4000' }
  const answer = await app.send('http://127.0.0.1:4000/api/auth/refresh', { method: 'POST', headers })
  expect(answer.status).toBe(200)
})

test('signing in again in one browser ends its session before, and no other', async () => {
  const before = await login()
  const elsewhere = await login()
  const after = await login({ cookie: cookieOf(before) })
  expect(await me(before.body.token)).toBe(401)
  expect([await me(elsewhere.body.token), await me(after.body.token)]).toEqual([200, 200])
})

test('signing out ends the session at once, for token and cookie', async () => {
  const signedIn = await login()
  const { token } = signedIn.body
  const out = await app.request('POST', '/api/auth/logout', { token, body: {} })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await me(token)).toBe(401)
  expect((await refresh(cookieOf(signedIn))).status).toBe(401)
})

test('signing out with a token that has run out works by the cookie', async () => {
  expect((await logout(cookieOf(await login()))).status).toBe(204)
  expect(await SessionModel.countDocuments()).toBe(0)
})

test('a session written under older credentials counts for nothing, however it came to be there', async () => {
  const user = await UserModel.findOne({ email }).lean().orFail()
  const { token } = await createSession(user)
  const cookie = cookieOf(await login())
  expect(await me(token)).toBe(200)
  await UserModel.updateOne({ email }, { $inc: { credentialsVersion: 1 } })
  expect(await me(token)).toBe(401)
  expect((await refresh(cookie)).status).toBe(401)
  expect((await login()).status).toBe(200)
})

test('a token that was good is good for nothing after its fifteen minutes, though its session lasts', async () => {
  const { token } = (await login()).body
  expect(await me(token)).toBe(200)
  later(15 * 60_000 - 1_000)
  expect(await me(token)).toBe(200)
  later(1_000)
  expect(await me(token)).toBe(401)
})
