import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { loginLimits } from './login-limits.ts'
import { hashPassword } from './password.ts'

// POST /auth/login: 200, 401, 403, 422, 429 · GET /auth/me: 200, 401 · POST /auth/refresh: 200, 401 · POST /auth/logout: 204, 401
const app = useTestApp()
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const email = 'ada@kerbside.test'
let address = 0
beforeEach(() => void (address += 1))

const login = (body: unknown) => app.request('POST', '/api/auth/login', { body, peer: `198.51.100.${address}` })
const cookieOf = ({ headers }: TestAnswer) => /^kerbside_refresh=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
const refresh = (cookie: string) => app.request('POST', '/api/auth/refresh', { headers: { cookie } })

test('a right pair gives a token that is good at once, and a refresh cookie out of reach of scripts', async () => {
  const user = await createUser('manager', { email, passwordHash, name: 'Ada' })
  const answer = await login({ email: ' ADA@kerbside.test ', password })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    token: expect.any(String),
    user: { id: String(user._id), name: 'Ada', email, role_id: 2 },
  })
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/)
  expect(answer.headers.get('set-cookie')).toContain('Path=/api/auth')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const me = await app.request('GET', '/api/auth/me', { token: answer.body.token })
  expect(me.body.user).toMatchObject({ email, role_id: 2, last_login_at: expect.any(String) })
})

test('a wrong password and an unknown account get the same answer', async () => {
  await createUser('admin', { email, passwordHash })
  const wrong = await login({ email, password: 'something else' })
  const unknown = await login({ email: 'nobody@kerbside.test', password: 'something else' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toMatchObject({ status: 401, message: 'Invalid email or password' })
  expect(unknown.body).toEqual(wrong.body)
})

test('a right pair of an account that is not active is refused by name, a wrong one is not told', async () => {
  await createUser('admin', { email, passwordHash, status: 'inactive' })
  expect((await login({ email, password })).status).toBe(403)
  expect((await login({ email, password: 'something else' })).status).toBe(401)
})

test.each([
  [{}, ['email', 'password']],
  [{ email: { $gt: '' }, password: { $ne: null } }, ['email', 'password']],
  [{ email, password: ['x'] }, ['password']],
  [{ email, password, admin: true }, ['admin']],
])('what is no sign-in at all is 422 with its fields: %j', async (body, fields) => {
  const answer = await login(body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors)).toEqual(fields)
})

test('an account is closed for a while after too many failures, for the right password too, from any address', async () => {
  await createUser('admin', { email: 'often@kerbside.test', passwordHash })
  const attempt = (password: string) => login({ email: 'often@kerbside.test', password })
  for (let failure = 0; failure < loginLimits.account; failure++) {
    address += 1
    expect((await attempt('wrong')).status).toBe(401)
  }
  const limited = await attempt(password)
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an address is limited over all accounts, and signing in properly does not count', async () => {
  await createUser('admin', { email, passwordHash })
  const proper: number[] = []
  for (let attempt = 0; attempt < loginLimits.address; attempt += 1) {
    expect((await login({ email: `nobody-${attempt}@kerbside.test`, password: 'wrong' })).status).toBe(401)
    if (attempt % 25 === 0) proper.push((await login({ email, password })).status)
  }
  expect(proper).toEqual(Array(Math.ceil(loginLimits.address / 25)).fill(200))
  expect((await login({ email: 'another@kerbside.test', password: 'wrong' })).status).toBe(429)
})

test('refreshing gives a new token and a new cookie', async () => {
  await createUser('admin', { email, passwordHash })
  const first = await login({ email, password })
  const second = await refresh(cookieOf(first))
  expect(second.status).toBe(200)
  expect(second.body.user).toMatchObject({ email, role_id: 1 })
  expect(cookieOf(second)).not.toBe(cookieOf(first))
  expect((await app.request('GET', '/api/auth/me', { token: second.body.token })).status).toBe(200)
})

test('a refresh cookie that comes twice ends the session', async () => {
  await createUser('admin', { email, passwordHash })
  const first = await login({ email, password })
  const second = await refresh(cookieOf(first))
  expect((await refresh(cookieOf(first))).status).toBe(401)
  expect((await refresh(cookieOf(second))).status).toBe(401)
  expect((await app.request('GET', '/api/auth/me', { token: second.body.token })).status).toBe(401)
})

test('two refreshes at once: one at most is answered with a new token', async () => {
  await createUser('admin', { email, passwordHash })
  const cookie = cookieOf(await login({ email, password }))
  const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each(['', 'kerbside_refresh=nonsense', 'kerbside_refresh=a.b.c'])('no session, no refresh: %s', async (cookie) => {
  expect((await refresh(cookie)).status).toBe(401)
})

test('signing out ends the session at once, for token and cookie', async () => {
  await createUser('admin', { email, passwordHash })
  const signedIn = await login({ email, password })
  const { token } = signedIn.body
  const out = await app.request('POST', '/api/auth/logout', { token, body: {} })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await app.request('GET', '/api/auth/me', { token })).status).toBe(401)
  expect((await refresh(cookieOf(signedIn))).status).toBe(401)
})

test('signing out with a token that has run out works by the cookie', async () => {
  await createUser('admin', { email, passwordHash })
  const cookie = cookieOf(await login({ email, password }))
  expect((await app.request('POST', '/api/auth/logout', { headers: { cookie } })).status).toBe(204)
  expect(await SessionModel.countDocuments()).toBe(0)
})

test('a visitor is nobody', async () => {
  expect((await app.request('GET', '/api/auth/me')).status).toBe(401)
  expect((await app.request('POST', '/api/auth/logout')).status).toBe(401)
})

test('a token counts no longer when its account is deactivated, its session gone, or it is too old', async () => {
  const status = async (token: string) => (await app.request('GET', '/api/auth/me', { token })).status
  const user = await createUser('admin')
  const { token, viewer } = await createSession(user)
  expect(await status(token)).toBe(200)
  await UserModel.updateOne({ _id: user._id }, { status: 'inactive' })
  expect(await status(token)).toBe(401)
  await UserModel.updateOne({ _id: user._id }, { status: 'active' })
  await SessionModel.deleteOne({ _id: viewer.sessionId })
  expect(await status(token)).toBe(401)
  expect(await status(await signInAs('admin', new Date(Date.now() - 16 * 60_000)))).toBe(401)
  expect(await status(`${token}x`)).toBe(401)
})

test('GraphQL: login, me and logout', async () => {
  await createUser('admin', { email, passwordHash, name: 'Ada' })
  const document =
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token user { name role } } }'
  const { data } = await app.graphql(document, { email, password })
  expect(data.login.user).toEqual({ name: 'Ada', role: 'ADMIN' })
  expect((await app.graphql('{ me { email lastLoginAt } }', {}, data.login.token)).data.me).toMatchObject({ email })
  expect((await app.graphql('mutation { logout }', {}, data.login.token)).data).toEqual({ logout: true })
  expect((await app.graphql('{ me { email } }', {}, data.login.token)).data).toEqual({ me: null })
})

test('GraphQL: a wrong pair is UNAUTHENTICATED, a missing password BAD_USER_INPUT with its field', async () => {
  const wrong = await app.graphql('mutation { login(email: "a@b.example", password: "nope") { token } }')
  expect(wrong.errors?.[0]).toMatchObject({
    message: 'Invalid email or password',
    path: ['login'],
    extensions: { code: 'UNAUTHENTICATED' },
  })
  const empty = await app.graphql('mutation { login(email: "a@b.example", password: "") { token } }')
  expect(empty.errors?.[0]?.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    fields: { password: ['Enter your password'] },
  })
})
