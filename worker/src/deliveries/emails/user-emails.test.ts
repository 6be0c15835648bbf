import type { UserEmailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { addressMark, linkToAccount } from '@kerbside/schema/links/signed-link'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { testDeps, useWorkers } from '../../testing/test-worker.ts'
import { sendDelivery } from '../send-delivery.ts'
import { renderEmail } from './render-email.ts'

useDatabase()
useWorkers()

const hour = 3_600_000
const addUser = async (changes: Partial<UserRecord> = {}) =>
  (
    await UserModel.create({
      name: 'Noor',
      email: 'noor@kerbside.test',
      role: 'manager',
      passwordHash: 'none',
      ...changes,
    })
  ).toObject()

async function addEmail(user: UserRecord, kind: UserEmailKind, age = 0) {
  const createdAt = new Date(Date.now() - age)
  const email = await DeliveryModel.create({
    _id: `user-${String(user._id)}-${kind}-1`,
    userId: String(user._id),
    kind,
    createdAt,
  })
  return email.toObject()
}

/** What the email's link says, and the email; null when it is not sent. */
async function rendered(user: UserRecord, kind: UserEmailKind, age = 0) {
  const deps = await testDeps()
  const built = await renderEmail(deps, await addEmail(user, kind, age))
  if (built.kind !== 'email') return null
  const token = /https:\/\/quotes\.example\/login\/password\/([\w.-]+)/.exec(built.email.text)?.[1] ?? ''
  return { ...built.email, signed: await deps.links.read('password', token) }
}

test('an invitation has a link for seven days, a reset one for an hour, both for the present password only', async () => {
  const pending = await addUser({ status: 'pending' })
  const invitation = await rendered(pending, 'invitation', hour)
  expect(invitation).toMatchObject({
    to: { name: 'Noor', address: 'noor@kerbside.test' },
    subject: 'Your Kerbside account',
  })
  expect(invitation?.signed?.link).toMatchObject(linkToAccount(pending))
  expect(Math.round(((invitation?.signed?.expiresAt.getTime() ?? 0) - Date.now()) / hour)).toBe(7 * 24 - 1)
  const active = await addUser({ email: 'active@kerbside.test', credentialsVersion: 4 })
  const reset = await rendered(active, 'password-reset')
  expect(reset?.signed?.link).toMatchObject({ sentTo: addressMark('active@kerbside.test', 4) })
  expect(Math.round(((reset?.signed?.expiresAt.getTime() ?? 0) - Date.now()) / hour)).toBe(1)
})

test.each([
  ['invitation', 'active', 0],
  ['invitation', 'pending', 8 * 24 * hour],
  ['password-reset', 'pending', 0],
  ['password-reset', 'inactive', 0],
  ['password-reset', 'active', 2 * hour],
] as const)('no %s to a person who is %s, asked for %i ms ago', async (kind, status, age) => {
  expect(await rendered(await addUser({ status }), kind, age)).toBeNull()
})

test('a changed password is told, without a link', async () => {
  const notice = await rendered(await addUser(), 'password-changed')
  expect(notice).toMatchObject({ subject: 'Your password was changed', signed: null })
})

test.each([
  ['email-changed', 'Your sign-in email address has changed', /Sign in with it from now on/],
  ['two-step-on', 'Two-step sign-in was turned on', /password and a code of your authenticator app/],
  ['two-step-off', 'Two-step sign-in was turned off', /turned off on .* you sign in with the password alone/],
  ['two-step-reset', 'Two-step sign-in was reset', /every device was signed out/],
] as const)('%s is told, without a link', async (kind, subject, text) => {
  const notice = await rendered(await addUser(), kind)
  expect(notice).toMatchObject({ subject, signed: null, text: expect.stringMatching(text) })
})

test('the former address of an account is told at that address', async () => {
  const sent: string[] = []
  const deps = {
    ...(await testDeps()),
    sendEmail: async ({ to, text }: { to: { address: string }; text: string }) =>
      `250 ${sent.push(to.address, text.includes('You can no longer sign in with this address') ? 'told' : text)}`,
  }
  const email = await addEmail(await addUser(), 'email-changed-away')
  await DeliveryModel.updateOne({ _id: email._id }, { formerAddress: 'noor@gmial.test' })
  expect(await sendDelivery(deps, email._id)).toEqual({ kind: 'sent' })
  expect(sent).toEqual(['noor@gmial.test', 'told'])
})

test('an email to a user goes out once, and that of a deleted one is gone', async () => {
  const sent: string[] = []
  const deps = {
    ...(await testDeps()),
    sendEmail: async ({ to }: { to: { address: string } }) => `250 ${sent.push(to.address)}`,
  }
  const user = await addUser()
  const email = await addEmail(user, 'password-reset')
  expect(await sendDelivery(deps, email._id)).toEqual({ kind: 'sent' })
  expect(await sendDelivery(deps, email._id)).toEqual({ kind: 'dropped' })
  expect(sent).toEqual(['noor@kerbside.test'])
  const other = await addEmail(user, 'password-changed')
  await UserModel.deleteOne({ _id: user._id })
  expect(await sendDelivery(deps, other._id)).toEqual({ kind: 'dropped' })
  expect(await DeliveryModel.findById(other._id)).toBeNull()
})
