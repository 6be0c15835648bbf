import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { hashPassword } from '../users/credentials.ts'

// POST /auth/login: 200, 401, 403, 422 (429: login-limits.api.test.ts) · GET /auth/me: 200, 401
const app = useTestApp()
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const email = 'ada@kerbside.test'
let address = 0
beforeEach(() => void (address += 1))

const login = (body: unknown) => app.request('POST', '/api/auth/login', { body, peer: `198.51.100.${address}` })

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

test('a right pair of an account that is not active is rejected as such, a wrong pair like any other', async () => {
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
