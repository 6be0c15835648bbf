import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'
import { enrol, storedUser } from '../testing/two-step.ts'
import { hashPassword } from './credentials.ts'
import { endTwoStep } from './reset-two-step.ts'

const app = useTestApp()
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
beforeEach(() => app.deps.queues.mail.obliterate({ force: true }))

const reset = (id: string, token: string) =>
  app.graphql('mutation ($id: ID!) { resetTwoStep(id: $id) { twoStepEnabledAt } }', { id }, token)
const codeOf = ({ errors }: Awaited<ReturnType<typeof reset>>) => errors?.[0]?.extensions['code']
const traces = async (userId: unknown) => ({
  emails: (await DeliveryModel.find({ userId: String(userId), kind: 'two-step-reset' }).lean()).length,
  audit: (await AuditEntryModel.find({ action: 'user.two-step-changed' }).sort({ _id: -1 }).lean())
    .slice(0, 1)
    .map(({ by, subject, details }) => [by?.name ?? null, subject.id, details]),
})

test('an admin resets the two-step sign-in of a colleague, who is signed out and told', async () => {
  const { user, token } = await enrol(app, { passwordHash, name: 'Ben' })
  const admin = await signInAs('admin')
  expect((await reset(String(user._id), admin)).data.resetTwoStep).toEqual({ twoStepEnabledAt: null })
  expect((await app.request('GET', '/api/auth/me', { token })).status).toBe(401)
  expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0)
  expect(await storedUser(user)).toMatchObject({ twoStep: null, twoStepEnabledAt: null, credentialsVersion: 1 })
  expect(await traces(user._id)).toEqual({ emails: 1, audit: [['The admin', String(user._id), 'Reset by an admin']] })
  const signedIn = await app.request('POST', '/api/auth/login', { body: { email: user.email, password } })
  expect(signedIn.status).toBe(200)
  expect(codeOf(await reset(String(user._id), admin))).toBe('CONFLICT')
})

test('nobody resets their own: that takes a code', async () => {
  const { user, token } = await enrol(app, { role: 'admin', passwordHash })
  expect(codeOf(await reset(String(user._id), token))).toBe('CONFLICT')
  expect((await storedUser(user)).twoStepEnabledAt).not.toBeNull()
})

test('an id of nobody is NOT_FOUND', async () => {
  const admin = await signInAs('admin')
  for (const id of ['x', '65f0000000000000000000ff']) expect(codeOf(await reset(id, admin))).toBe('NOT_FOUND')
})

test('what an operator resets has no person in the audit trail, and is told by email as well', async () => {
  const { user } = await enrol(app, { role: 'admin', passwordHash })
  await endTwoStep(app.contextOf(null), user, 'Reset by an operator')
  expect(await traces(user._id)).toEqual({ emails: 1, audit: [[null, String(user._id), 'Reset by an operator']] })
})
