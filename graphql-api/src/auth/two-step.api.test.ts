import type { AuditAction } from '@kerbside/schema/audit/audit'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { linkToAccount } from '@kerbside/schema/links/signed-link'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import { TOTP, URI } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { codeAt, enable, enrol, otherThan, password, passwordHash, storedUser } from '../testing/two-step.ts'

const middleOfStep = () => new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
let now = middleOfStep()
const app = useTestApp({}, { now: () => now })
let network = 0
beforeEach(async () => {
  now = middleOfStep()
  network += 1
  await app.deps.queues.mail.obliterate({ force: true })
})

type Attempt = { password?: string; code?: unknown; from?: string }
const login = ({ email }: Pick<UserRecord, 'email'>, { from = `198.51.100.${network}`, ...given }: Attempt = {}) =>
  app.request('POST', '/api/auth/login', { body: { email, password, ...given }, peer: from })
const statusOf = async (user: UserRecord, attempt?: Attempt) => (await login(user, attempt)).status
const emailsOf = async ({ _id }: UserRecord) =>
  (
    await DeliveryModel.find({ userId: String(_id) })
      .sort({ _id: 1 })
      .lean()
  ).map(({ kind }) => kind)
const auditOf = async (action: AuditAction) =>
  (await AuditEntryModel.find({ action }).sort({ at: 1, _id: 1 }).lean()).map(({ details }) => details)
const own = (token: string) => app.graphql('{ myTwoStep { enabledAt isRequired recoveryCodesLeft } }', {}, token)
const prove = (field: string, token: string, proof: object) =>
  app.graphql(
    `mutation ($password: String!, $code: String!) { ${field}(password: $password, code: $code) }`,
    { password, ...proof },
    token,
  )
const fieldsOf = ({ errors }: Awaited<ReturnType<typeof own>>) => errors?.[0]?.extensions['fields']
const codeOf = ({ errors }: Awaited<ReturnType<typeof own>>) => errors?.[0]?.extensions['code']

test('it is set up with a key and a code of it; until then signing in takes the password alone', async () => {
  const user = await createUser('manager', { passwordHash, email: 'ada@kerbside.test' })
  const { token } = await createSession(user)
  const { secret, uri } = (await app.graphql('mutation { startTwoStep { secret uri } }', {}, token)).data.startTwoStep
  const read = URI.parse(uri) as TOTP
  expect(read).toMatchObject({ issuer: 'Kerbside', label: user.email, digits: 6, period: 30, algorithm: 'SHA1' })
  expect([read.secret.base32, secret.length]).toEqual([secret, 32])
  expect(await statusOf(user)).toBe(200)

  const code = codeAt(secret, now)
  const given = { password, code }
  const wrongCode = await enable(app, token, { password, code: otherThan(code) })
  expect(fieldsOf(wrongCode)).toEqual({ code: [expect.stringContaining('wrong')] })
  // Whoever has the open session alone cannot lock its owner out.
  const wrongPassword = await enable(app, token, { password: 'something else', code })
  expect(fieldsOf(wrongPassword)).toEqual({ password: ['This is not your password'] })
  expect((await own(token)).data.myTwoStep).toEqual({ enabledAt: null, isRequired: false, recoveryCodesLeft: 0 })
  const recoveryCodes: string[] = (await enable(app, token, given)).data.enableTwoStep
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes.join(' ')).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}( |$)/)
  expect((await own(token)).data.myTwoStep).toMatchObject({ enabledAt: now.toISOString(), recoveryCodesLeft: 10 })
  expect([codeOf(await enable(app, token, given)), await statusOf(user)]).toEqual(['CONFLICT', 422])
  expect(codeOf(await app.graphql('mutation { startTwoStep { secret } }', {}, token))).toBe('CONFLICT')
  expect(await emailsOf(user)).toEqual(['two-step-on'])
  expect(await auditOf('user.two-step-changed')).toEqual(['Turned on'])
})

test('no answer, audit entry or email has the key, and recovery codes are stored as hashes', async () => {
  const { user, token, secret, recoveryCodes } = await enrol(app, { passwordHash })
  const admin = await signInAs('admin')
  const seen = [
    (await app.request('GET', '/api/auth/user', { token: admin })).body,
    await app.graphql('{ users { name twoStepEnabledAt } }', {}, admin),
    (await app.request('GET', '/api/auth/me', { token })).body,
    (await login(user, { code: codeAt(secret, now) })).body,
    await AuditEntryModel.find().lean(),
    await DeliveryModel.find().lean(),
  ]
  expect(JSON.stringify(seen)).not.toMatch(new RegExp([secret, 'ecoveryCodes', ...recoveryCodes].join('|')))
  expect(JSON.stringify(seen)).toContain(now.toISOString())
  const stored = JSON.stringify(await storedUser(user))
  expect(stored).toContain(secret)
  expect(stored).not.toMatch(new RegExp(recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]).join('|')))
})

test('the right password asks for the code; a wrong one gets the answer of always, whatever the code is', async () => {
  const { user, secret } = await enrol(app, { passwordHash })
  const code = codeAt(secret, now)
  const nobody = await login({ email: 'nobody@kerbside.test' })
  for (const given of [undefined, code, otherThan(code), '']) {
    expect((await login(user, { password: 'something else', code: given })).body).toEqual(nobody.body)
  }
  for (const given of [undefined, null, '', ' ']) {
    const asked = await login(user, { code: given })
    expect([asked.status, asked.body.errors, asked.body.token]).toEqual([
      422,
      { code: ['Enter the six digits of your authenticator app, or a recovery code'] },
      undefined,
    ])
    expect(asked.headers.get('set-cookie')).toBeNull()
  }
  expect(Object.keys((await login(user, { code: { $ne: null } })).body.errors)).toEqual(['code'])
  const signedIn = await login(user, { code })
  expect([signedIn.status, Object.keys(signedIn.body)]).toEqual([200, ['token', 'user']])
})

test('GraphQL: login takes the code, and names it when it is missing or wrong', async () => {
  const { user, secret } = await enrol(app, { passwordHash })
  const document =
    'mutation ($email: String!, $password: String!, $code: String) { login(email: $email, password: $password, code: $code) { token } }'
  const answer = (code?: string) => app.graphql(document, { email: user.email, password, code })
  expect(fieldsOf(await answer())).toEqual({ code: [expect.stringMatching(/^Enter the six digits/)] })
  expect(fieldsOf(await answer('123'))).toEqual({ code: [expect.stringContaining('wrong')] })
  expect((await answer(codeAt(secret, now))).data.login.token).toEqual(expect.any(String))
})

test.each([
  [-2, 422],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 422],
])('a code of %i half minutes from now is answered %i', async (steps, status) => {
  const { user, secret } = await enrol(app, { passwordHash })
  now = new Date(now.getTime() + 120_000)
  expect(await statusOf(user, { code: codeAt(secret, now, steps) })).toBe(status)
})

test('a code works once, and none from before it', async () => {
  const { user, secret } = await enrol(app, { passwordHash })
  const [before, present, next] = [-1, 0, 1].map((steps) => codeAt(secret, now, steps))
  expect(await statusOf(user, { code: before })).toBe(422) // the set-up used it
  expect(await statusOf(user, { code: ` ${present?.slice(0, 3)} ${present?.slice(3)} ` })).toBe(200)
  expect(await statusOf(user, { code: present })).toBe(422)
  expect(await statusOf(user, { code: next })).toBe(200)
  expect(await statusOf(user, { code: present })).toBe(422)
})

test('each recovery code works once, however it is typed', async () => {
  const { user, token, recoveryCodes } = await enrol(app, { passwordHash })
  const [first = '', second = ''] = recoveryCodes
  expect(await statusOf(user, { code: first })).toBe(200)
  expect(await statusOf(user, { code: first })).toBe(422)
  expect(await statusOf(user, { code: ` ${second.toLowerCase().replaceAll('-', ' ')}` })).toBe(200)
  expect(await statusOf(user, { code: second.replaceAll('-', '') })).toBe(422)
  const misread = recoveryCodes.slice(2).find((code) => /[OIB]/.test(code)) ?? ''
  const typed = misread.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8')
  expect(await statusOf(user, { code: typed })).toBe(200)
  expect((await own(token)).data.myTwoStep.recoveryCodesLeft).toBe(7)
  expect(await auditOf('user.signed-in')).toEqual(Array(3).fill('With a recovery code'))
})

test.each(['code of the app', 'recovery code'])(
  'of eight sign-ins at once with the same %s one gets in',
  async (kind) => {
    const { user, secret, recoveryCodes } = await enrol(app, { passwordHash })
    const code = kind === 'recovery code' ? recoveryCodes[0] : codeAt(secret, now)
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(user, { code })))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array(7).fill(422)])
  },
)

test('wrong codes count like wrong passwords, and the right password alone neither counts nor forgives', async () => {
  const { user, secret } = await enrol(app, { passwordHash })
  const code = codeAt(secret, now)
  for (let turn = 0; turn < 12; turn += 1) expect(await statusOf(user)).toBe(422)
  for (let turn = 0; turn < 9; turn += 1) {
    expect(await statusOf(user, { code: otherThan(code) })).toBe(422)
    expect(await statusOf(user)).toBe(422)
  }
  expect(await statusOf(user, { code: otherThan(code) })).toBe(422)
  const limited = await login(user, { code })
  expect([limited.status, limited.body.errors]).toEqual([429, undefined])
  expect(await statusOf(user, { code, from: '203.0.113.9' })).toBe(200)
})

test('twenty wrong codes a day from anywhere stop the guessing for a day, but not a recovery code', async () => {
  const { user, secret, recoveryCodes } = await enrol(app, { passwordHash })
  const attempt = { email: user.email, address: '203.0.113.1', device: null }
  for (let guess = 0; guess < 19; guess += 1) await app.deps.loginLimits.attemptCode(attempt)
  expect(await statusOf(user, { code: otherThan(codeAt(secret, now)) })).toBe(422)
  const limited = await login(user, { code: codeAt(secret, now) })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(80_000)
  expect(await statusOf(user, { password: 'something else' })).toBe(401)
  expect(await statusOf(user, { code: recoveryCodes[0] })).toBe(200)
  expect(await statusOf(user, { code: codeAt(secret, now) })).toBe(200)
})

test('a session alone turns nothing off: the password and a code are asked for', async () => {
  const { user, token, secret, recoveryCodes } = await enrol(app, { passwordHash })
  const code = codeAt(secret, now)
  for (const field of ['disableTwoStep', 'renewRecoveryCodes']) {
    expect(fieldsOf(await prove(field, token, { code, password: 'x' }))).toEqual({ password: [expect.any(String)] })
    expect(fieldsOf(await prove(field, token, { code: otherThan(code) }))).toEqual({ code: [expect.any(String)] })
    expect(fieldsOf(await prove(field, token, { code: ' ', password: '' }))).toEqual({
      password: [expect.any(String)],
      code: [expect.any(String)],
    })
  }
  const renewed: string[] = (await prove('renewRecoveryCodes', token, { code })).data.renewRecoveryCodes
  expect(await statusOf(user, { code: recoveryCodes[0] })).toBe(422)
  expect(await statusOf(user, { code: renewed[0] })).toBe(200)
  expect((await prove('disableTwoStep', token, { code: renewed[1] })).data).toEqual({ disableTwoStep: true })
  expect(codeOf(await prove('disableTwoStep', token, { code: renewed[2] }))).toBe('CONFLICT')
  expect(await statusOf(user)).toBe(200)
  expect((await storedUser(user)).twoStep).toBeNull()
  expect(await emailsOf(user)).toEqual(['two-step-off', 'two-step-on'])
  expect(await auditOf('user.two-step-changed')).toEqual(['Turned on', 'Made new recovery codes', 'Turned off'])
})

test('whoever has a session cannot guess the password there', async () => {
  const { token, secret } = await enrol(app, { passwordHash })
  const guess = (given: string) => prove('disableTwoStep', token, { password: given, code: codeAt(secret, now) })
  for (let turn = 0; turn < 10; turn += 1) expect(fieldsOf(await guess('a guess'))).toHaveProperty('password')
  expect(codeOf(await guess(password))).toBe('RATE_LIMITED')
})

test('a password set by a link does not replace the code', async () => {
  const { user, secret } = await enrol(app)
  const token = await app.deps.links.sign(
    { purpose: 'password', ...linkToAccount(user) },
    new Date(now.getTime() + 60_000),
  )
  const password = 'another long password'
  const choose = 'mutation ($token: String!, $password: String!) { setPassword(token: $token, password: $password) }'
  expect((await app.graphql(choose, { token, password })).data).toEqual({ setPassword: true })
  expect(await statusOf(user, { password })).toBe(422)
  expect(await statusOf(user, { password, code: codeAt(secret, now) })).toBe(200)
})
