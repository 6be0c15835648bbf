import { userEmailId, type StaffEmailKind } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { staffEmailsOf } from '@kerbside/schema/leads/staff-email'
import type { LeadActivity } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { useMailSink } from '../../testing/mail-sink.ts'
import { addLead, minutesAgo, runningWorker, testDeps, until, useWorkers } from '../../testing/test-worker.ts'
import { queueDueDeliveries } from '../queue-deliveries.ts'
import { sendDelivery } from '../send-delivery.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const depsFor = () => testDeps({ SMTP_URL: sink.url })
const addUser = (changes: Partial<UserRecord> = {}) =>
  UserModel.create({
    name: 'Sam Reid',
    email: 'sam@kerbside.test',
    role: 'manager',
    passwordHash: 'none',
    ...changes,
  })
const by = { id: 'mia', name: 'Mia <b>Walsh</b>' }
const text = '@Sam Reid: <b>call</b> her.\n\nAfter five.'
const person = ({ _id, name }: Pick<UserRecord, '_id' | 'name'>) => ({ id: String(_id), name })
const noteFor = (user: UserRecord): LeadActivity => ({
  kind: 'note',
  at: new Date(),
  by,
  text,
  mentions: [person(user)],
})
const assignmentOf = (user: UserRecord): LeadActivity => ({
  kind: 'assigned',
  at: new Date(),
  by,
  assignedTo: person(user),
})

/** A lead with these entries, and the email about the last one, as the api stores them. */
async function addEmail(kind: StaffEmailKind, activity: LeadActivity[], changes: Partial<LeadRecord> = {}) {
  const lead = await addLead(7, { activity, ...changes })
  const email = staffEmailsOf({ id: lead._id, activity }).at(-1)
  const id = userEmailId(email?.userId ?? '', kind, email?.about ?? '')
  const times = { createdAt: minutesAgo(2), updatedAt: minutesAgo(2), nextTryAt: minutesAgo(1) }
  const delivery = { _id: id, leadId: 7, userId: email?.userId ?? '', kind, ...times }
  await DeliveryModel.create([delivery], { timestamps: false })
  return id
}

test('a mention: by whom, reference, area, the note as plain text, and a button to the lead', async () => {
  const user = await addUser()
  const id = await addEmail('mention', [noteFor(user)])
  expect(await sendDelivery(await depsFor(), id)).toEqual({ kind: 'sent' })
  const [email] = sink.emails
  const { reference } = await LeadModel.findById(7).lean().orFail()
  expect(email).toMatchObject({ to: 'sam@kerbside.test', subject: `Mia <b>Walsh</b> mentioned you – ${reference}` })
  expect(email?.messageId).toBe(`<${id}@kerbside.example>`)
  for (const part of [
    'Hello Sam Reid,',
    `Reference: ${reference}`,
    'Area: South West London (SW1A)',
    '@Sam Reid: <b>call</b> her.\n\nAfter five.',
    'Open the lead:\nhttps://quotes.example/manager/leads/7',
  ]) {
    expect(email?.text).toContain(part)
  }
  expect(email?.html).toContain('@Sam Reid: &lt;b&gt;call&lt;/b&gt; her.')
  expect(email?.html).toContain('href="https://quotes.example/manager/leads/7"')
  expect(`${email?.text}${email?.html}`).not.toMatch(/Byrne|900123|aoife@example/)
})

test('an assignment leads to the page of the person’s own area', async () => {
  const user = await addUser({ role: 'admin' })
  const id = await addEmail('assignment', [assignmentOf(user)], { assignedTo: person(user), postcode: null })
  expect(await sendDelivery(await depsFor(), id)).toEqual({ kind: 'sent' })
  expect(sink.emails[0]?.text).toContain('Mia <b>Walsh</b> assigned you a lead.')
  expect(sink.emails[0]?.text).toContain('Area: Not given')
  expect(sink.emails[0]?.text).toContain('https://quotes.example/admin/leads/7')
})

test('it goes out once, however often it is asked for, and also after its job was lost or its worker killed', async () => {
  const user = await addUser()
  const activity = [noteFor(user), { kind: 'called' as const, at: new Date(), by }, noteFor(user)]
  const id = await addEmail('mention', activity)
  // Its job was never queued, and a worker that had it in hand was killed.
  await DeliveryModel.updateOne({ _id: id }, { state: 'sending', claimedUntil: minutesAgo(1), attempts: 1 })
  const deps = await runningWorker({ SMTP_URL: sink.url })
  await Promise.all([queueDueDeliveries(deps), queueDueDeliveries(deps), sendDelivery(deps, id)])
  await until(async () => (await DeliveryModel.findById(id).lean())?.state === 'sent')
  expect(await sendDelivery(deps, id)).toEqual({ kind: 'dropped' })
  await queueDueDeliveries(deps)
  expect(sink.emails.map(({ messageId }) => messageId)).toEqual([`<${id}@kerbside.example>`])
})

test.each<[string, Partial<UserRecord>]>([
  ['deactivated', { status: 'inactive' }],
  ['no longer staff', { role: 'user' }],
])('nothing to somebody who is %s by then', async (_what, changes) => {
  const user = await addUser()
  const id = await addEmail('mention', [noteFor(user)])
  await UserModel.updateOne({ _id: user._id }, changes)
  expect(await sendDelivery(await depsFor(), id)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
})

test('nothing about a lead that was taken back, nor when person or lead was deleted', async () => {
  const user = await addUser()
  const deps = await depsFor()
  const assignment = await addEmail('assignment', [assignmentOf(user)], { assignedTo: null })
  expect(await sendDelivery(deps, assignment)).toEqual({ kind: 'dropped' })
  await LeadModel.deleteOne({ _id: 7 })
  const ofNoLead = await addEmail('mention', [noteFor(user)])
  await LeadModel.deleteOne({ _id: 7 })
  expect(await sendDelivery(deps, ofNoLead)).toEqual({ kind: 'dropped' })
  expect(await DeliveryModel.findById(ofNoLead)).toBeNull()
  const toNobody = await addEmail('mention', [noteFor(user)])
  await UserModel.deleteOne({ _id: user._id })
  expect(await sendDelivery(deps, toNobody)).toEqual({ kind: 'dropped' })
  expect(sink.emails).toEqual([])
})
