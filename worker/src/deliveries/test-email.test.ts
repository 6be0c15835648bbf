import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { templateOf } from '@kerbside/schema/emails/templates'
import { useDatabase } from '@kerbside/schema/testing/database'
import type { Role } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { useMailSink } from '../testing/mail-sink.ts'
import { testDeps, useWorkers } from '../testing/test-worker.ts'
import { sendDelivery } from './send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const words = { ...templateOf('offer').builtIn, title: 'Not saved yet' }
const email = 'ada@kerbside.test'

async function addTest(role: Role = 'admin') {
  const user = await UserModel.create({ name: 'Ada', email, role, passwordHash: 'none' })
  const _id = `user-${String(user._id)}-email-test-1`
  const tested = { name: 'offer' as const, words }
  await DeliveryModel.create({ _id, kind: 'email-test', userId: String(user._id), tested })
  return _id
}
const stored = (id: string) => DeliveryModel.findById(id).orFail().lean()
const deps = () => testDeps({ SMTP_URL: sink.url })

test('a test has the words of the form and made-up people, and goes to the admin alone', async () => {
  const id = await addTest()
  expect(await sendDelivery(await deps(), id)).toEqual({ kind: 'sent' })
  expect(sink.emails).toHaveLength(1)
  const [message] = sink.emails
  expect(message?.to).toBe(email)
  expect(message?.subject).toMatch(/^\[Test\] /)
  expect(message?.text).toContain('Not saved yet')
  expect(message?.headers.has('reply-to')).toBe(false)
  expect((await stored(id)).state).toBe('sent')
})

test.each([450, 550])('%i ends a test at the first try, with what the mail server said', async (code) => {
  sink.behaviour.rejectRecipient = () => code
  const id = await addTest()
  expect((await sendDelivery(await deps(), id)).kind).toBe('given-up')
  expect(await stored(id)).toMatchObject({
    state: 'failed',
    refused: code === 550,
    lastError: expect.stringContaining(String(code)),
  })
})

test('while the mail server is known to be away, a test fails at once and is not sent later', async () => {
  await sink.goDown()
  const worker = await deps()
  const first = await addTest()
  expect((await sendDelivery(worker, first)).kind).toBe('given-up')
  const second = `${first}-again`
  const { userId, tested } = await stored(first)
  await DeliveryModel.create({ _id: second, kind: 'email-test', userId, tested })
  await sendDelivery(worker, second)
  expect(await stored(second)).toMatchObject({ state: 'failed', lastError: 'The mail server is away' })
  await sink.comeBack()
  expect((await sendDelivery(worker, second)).kind).toBe('dropped')
  expect(sink.emails).toEqual([])
})

test('somebody who is no admin any more gets none', async () => {
  const id = await addTest('manager')
  expect(await sendDelivery(await deps(), id)).toEqual({ kind: 'dropped' })
  expect((await stored(id)).state).toBe('expired')
  expect(sink.emails).toEqual([])
})
