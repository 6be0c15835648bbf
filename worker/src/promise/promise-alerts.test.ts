import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addLead, minutesAgo, runningWorker, testDeps, until, useClock, useWorkers } from '../testing/test-worker.ts'
import { alertAboutPromises } from './promise-alerts.ts'

useDatabase()
useWorkers()
const sink = useMailSink()

const addUser = (name: string, changes: Partial<UserRecord> = {}) =>
  UserModel.create({ name, email: `${name}@kerbside.test`, role: 'manager', passwordHash: 'none', ...changes })

/** A lead as a homeowner's quote becomes one, so many minutes ago. */
const addReceived = (id: number, minutes: number, changes: Partial<LeadRecord> = {}) =>
  addLead(id, { createdAt: minutesAgo(minutes), dispatchedAt: new Date(), nextPromiseAlert: 'warning', ...changes })

const emails = () => DeliveryModel.find({}, 'kind userId leadIds').sort({ createdAt: 1, kind: 1 }).lean()
const alertsOf = async (deps: Parameters<typeof alertAboutPromises>[0]) => {
  await alertAboutPromises(deps)
  return (await emails()).map(({ kind, leadIds }) => [kind, leadIds])
}
const acceptedOffer = {
  contractorId: 'a',
  contractorName: 'A',
  state: 'accepted' as const,
  offeredAt: minutesAgo(100),
  expiresAt: minutesAgo(-100),
  decidedAt: minutesAgo(95),
}

test('managers are warned at three quarters of the promised time and alerted at its end, once each', async () => {
  await addUser('mia')
  await addUser('gone', { status: 'inactive' })
  await addUser('ada', { role: 'admin' })
  await addReceived(1, 89)
  const deps = await testDeps()
  const clock = useClock(deps)
  expect(await alertsOf(deps)).toEqual([])
  clock.advance(60_000)
  const warning = ['promise-warning', [1]]
  expect(await alertsOf(deps)).toEqual([warning])
  clock.advance(29 * 60_000)
  expect(await alertsOf(deps)).toEqual([warning])
  clock.advance(60_000)
  const missed = ['promise-missed', [1]]
  expect(await alertsOf(deps)).toEqual([warning, missed])
  clock.advance(24 * 3_600_000)
  expect(await alertsOf(deps)).toEqual([warning, missed])
})

test('any number of workers at once store one email per person, about all leads that are due together', async () => {
  const people = [await addUser('mia'), await addUser('sam')]
  for (let id = 1; id <= 6; id += 1) await addReceived(id, 100 + id)
  const deps = await testDeps()
  await Promise.all(Array.from({ length: 5 }, () => alertAboutPromises(deps)))
  expect((await emails()).map(({ userId, leadIds }) => [userId, leadIds])).toEqual(
    people.map(({ _id }) => [String(_id), [6, 5, 4, 3, 2, 1]]),
  )
})

test('a lead that is late when it is first seen is alerted about without a warning, like a quote released late', async () => {
  await addUser('mia')
  await addReceived(1, 600)
  await addReceived(2, 100)
  const deps = await testDeps()
  expect(await alertsOf(deps)).toEqual([
    ['promise-missed', [1]],
    ['promise-warning', [2]],
  ])
})

test('nothing about leads that somebody has answered, whose homeowner stopped, or that were imported', async () => {
  await addUser('mia')
  await addReceived(1, 600, { contactedAt: minutesAgo(599) })
  await addReceived(2, 600, { status: 'lost' })
  await addReceived(3, 600, { offers: [acceptedOffer] })
  await addReceived(5, 600, { sharingStoppedAt: minutesAgo(599) })
  await addLead(4, { createdAt: minutesAgo(600) })
  const deps = await testDeps()
  expect(await alertsOf(deps)).toEqual([])
  // They are not looked at again.
  expect(await LeadModel.countDocuments({ nextPromiseAlert: { $exists: true } })).toBe(0)
})

test('the setting decides the time, and a lead that was warned about and then answered causes no alert', async () => {
  await addUser('mia')
  await addReceived(1, 50)
  const deps = await testDeps()
  await saveSettings(deps.settings, { promiseHours: 1 })
  expect(await alertsOf(deps)).toEqual([['promise-warning', [1]]])
  await LeadModel.updateOne({ _id: 1 }, { contactedAt: new Date() })
  useClock(deps).advance(3_600_000)
  expect(await alertsOf(deps)).toEqual([['promise-warning', [1]]])
})

test('admins get it where there is no active manager; without them the lead is not looked at again', async () => {
  const deps = await testDeps()
  await addReceived(1, 600)
  expect(await alertsOf(deps)).toEqual([])
  const ada = await addUser('ada', { role: 'admin' })
  await addUser('mia', { status: 'inactive' })
  await addReceived(2, 600)
  expect(await alertsOf(deps)).toEqual([['promise-missed', [2]]])
  expect((await emails())[0]?.userId).toBe(String(ada._id))
})

test('the email names the leads that nobody has answered by then and no homeowner, and leads to them', async () => {
  await addUser('mia')
  const first = await addReceived(1, 600)
  const second = await addReceived(2, 500)
  await addReceived(3, 400)
  const deps = await testDeps({ SMTP_URL: sink.url })
  await alertAboutPromises(deps)
  await LeadModel.updateOne({ _id: 3 }, { contactedAt: new Date() })
  const [email] = await emails()
  expect(await sendDelivery(deps, email?._id ?? '')).toEqual({ kind: 'sent' })
  const [received] = sink.emails
  expect(received).toMatchObject({ to: 'mia@kerbside.test', subject: 'Two leads are late' })
  for (const part of [first.reference, second.reference, 'within two hours', '/manager/leads?filter=waiting']) {
    expect(received?.text).toContain(part)
  }
  expect(`${received?.text}${received?.html}`).not.toMatch(/Byrne|900123|aoife@example/)
})

test('no email when all of them were answered by then', async () => {
  await addUser('mia')
  await addReceived(1, 600)
  const deps = await testDeps({ SMTP_URL: sink.url })
  await alertAboutPromises(deps)
  await LeadModel.deleteOne({ _id: 1 })
  const [email] = await emails()
  expect(await sendDelivery(deps, email?._id ?? '')).toEqual({ kind: 'dropped' })
  await queueDueDeliveries(deps)
  expect(sink.emails).toEqual([])
})

test('a running worker sends it by itself', async () => {
  await addUser('mia')
  const { reference } = await addReceived(1, 600)
  await runningWorker({ SMTP_URL: sink.url })
  await until(() => sink.emails.length === 1)
  expect(sink.emails[0]?.subject).toBe(`A lead is late – ${reference}`)
})
