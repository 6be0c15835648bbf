import { SessionModel } from '@kerbside/schema/users/session.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { hashPassword } from '../users/credentials.ts'
import { deviceName } from './own-sessions.service.ts'

const app = useTestApp({ RATE_LIMITS: 'off' })
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const email = 'ada@kerbside.test'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const end = 'mutation ($id: ID!) { endMySession(id: $id) }'

let tokens: string[] = []
beforeEach(async () => {
  await createUser('manager', { email, passwordHash })
  tokens = []
  for (const agent of ['curl/8', firefox]) {
    const headers = { 'user-agent': agent }
    tokens.push((await app.request('POST', '/api/auth/login', { body: { email, password }, headers })).body.token)
  }
})
const sessionsOf = async (token: string | undefined) =>
  (await app.graphql('{ mySessions { id device isCurrent signedInAt lastActiveAt } }', {}, token)).data.mySessions
const me = async (token: string | undefined) =>
  (await app.request('GET', '/api/auth/me', { token: token ?? null })).status

test('own sessions are listed with their device, without those of others and those that ran out', async () => {
  await createSession(await createUser('manager'))
  const sessions = await sessionsOf(tokens[0])
  expect(sessions).toMatchObject([
    { device: 'Firefox on Linux', isCurrent: false },
    { device: null, isCurrent: true },
  ])
  await SessionModel.updateOne({ _id: sessions[0].id }, { expiresAt: new Date(0) })
  expect(await sessionsOf(tokens[0])).toMatchObject([{ isCurrent: true }])
})

test('a session that was written under an older password is not listed', async () => {
  const [other] = await sessionsOf(tokens[0])
  await SessionModel.updateOne({ _id: other.id }, { credentialsVersion: 7 })
  expect(await sessionsOf(tokens[0])).toHaveLength(1)
})

test('an own session is ended at once, and the others stay', async () => {
  const [other] = await sessionsOf(tokens[0])
  expect((await app.graphql(end, { id: other.id }, tokens[0])).data.endMySession).toBe(true)
  expect([await me(tokens[0]), await me(tokens[1])]).toEqual([200, 401])
  const again = await app.graphql(end, { id: other.id }, tokens[0])
  expect(again.errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
})

test("nobody ends somebody else's session, not even an admin", async () => {
  const { token, viewer } = await createSession(await createUser('admin'))
  const [theirs] = await sessionsOf(tokens[0])
  for (const id of [theirs.id, '', '$where', '{"$gt":""}', 'x'.repeat(5_000)]) {
    expect((await app.graphql(end, { id }, token)).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
  }
  expect((await app.graphql(end, { id: { $gt: '' } }, token)).errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  expect(await me(tokens[1])).toBe(200)
  expect(await SessionModel.countDocuments({ _id: viewer.sessionId })).toBe(1)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on Mac'],
  ['', null],
])('%s is named', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
