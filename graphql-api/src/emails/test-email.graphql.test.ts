import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { templateOf, type EmailWords } from '@kerbside/schema/emails/templates'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'

// sendTestEmail, emailTest: 200, 404, 422 and 429; who may is tested by access-control.

const app = useTestApp()
const words: EmailWords = { ...templateOf('confirmation').builtIn, title: 'Not saved yet' }
let [token, email, userId] = ['', '', '']
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  const user = await createUser('admin')
  token = (await createSession(user)).token
  email = user.email
  userId = String(user._id)
})

const mutation = `mutation ($words: EmailWordsInput!) {
  sendTestEmail(name: CONFIRMATION, words: $words) { id to state error }
}`
async function send(changed: EmailWords = words) {
  const { data, errors } = await app.graphql(mutation, { words: changed }, token)
  return { sent: data?.sendTestEmail, code: errors?.[0]?.extensions['code'], fields: errors?.[0]?.extensions['fields'] }
}
async function ask(id: string, as = token) {
  const { data, errors } = await app.graphql('query ($id: ID!) { emailTest(id: $id) { state error } }', { id }, as)
  return data?.emailTest ?? errors?.[0]?.extensions['code']
}

test('a test is one stored email to the admin alone, with the words of the form, and a worker is asked to send it', async () => {
  const { sent } = await send()
  expect(sent).toEqual({ id: expect.any(String), to: email, state: 'SENDING', error: null })
  const [stored, ...others] = await DeliveryModel.find().lean()
  expect(others).toEqual([])
  expect(stored).toMatchObject({ _id: sent.id, kind: 'email-test', userId, leadId: null, state: 'queued' })
  expect(stored?.tested).toEqual({ name: 'confirmation', words })
  expect((await app.deps.queues.mail.getJobs()).map(({ data }) => data.deliveryId)).toEqual([sent.id])
  const [entry] = await AuditEntryModel.find({ action: 'email-template.tested' }).lean()
  expect(entry?.subject).toMatchObject({ kind: 'email-template', id: 'confirmation' })
})

test('words that could not be saved are not sent either', async () => {
  expect(await send({ ...words, subject: 'Got it' })).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { subject: [expect.stringContaining('{{reference}} is missing.')] },
  })
  expect(await DeliveryModel.countDocuments()).toBe(0)
})

test.each([
  [{ state: 'sending' as const }, { state: 'SENDING', error: null }],
  [{ state: 'sent' as const }, { state: 'SENT', error: null }],
  [
    { state: 'failed' as const, refused: true, lastError: '550 No such user' },
    { state: 'FAILED', error: 'The mail server rejected it: 550 No such user' },
  ],
  [
    { state: 'failed' as const, lastError: 'The mail server is away' },
    { state: 'FAILED', error: 'The mail server is away' },
  ],
])('%j is told as %j, to nobody else', async (change, told) => {
  const { sent } = await send()
  await DeliveryModel.updateOne({ _id: sent.id }, change)
  expect(await ask(sent.id)).toEqual(told)
  expect(await ask(sent.id, await signInAs('admin'))).toBe('NOT_FOUND')
})

test('ten in ten minutes, then an admin waits; another one does not', async () => {
  for (let count = 0; count < 10; count += 1) expect((await send()).code).toBeUndefined()
  expect((await send()).code).toBe('RATE_LIMITED')
  const other = await app.graphql(mutation, { words }, await signInAs('admin'))
  expect(other.data?.sendTestEmail.state).toBe('SENDING')
  const createdAt = new Date(Date.now() - 11 * 60_000)
  await DeliveryModel.collection.updateMany({}, { $set: { createdAt } })
  expect((await send()).code).toBeUndefined()
})
