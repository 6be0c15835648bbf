import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { EvidenceModel, reminderId } from '@kerbside/schema/contractors/evidence.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { runningWorker, testDeps, until, useClock, useWorkers } from '../testing/test-worker.ts'
import { clearEvidence } from '../operation/clear-files.ts'
import { remindOfExpiry } from './evidence.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const day = 86_400_000

const addUser = (name: string, changes: Partial<UserRecord> = {}) =>
  UserModel.create({ name, email: `${name}@kerbside.test`, role: 'admin', passwordHash: 'none', ...changes })

/** A firm with a file that expires in so many days; null: never. */
async function addEvidence(days: number | null) {
  const firm = await ContractorModel.create(aContractor(`Firm ${crypto.randomUUID().slice(0, 8)}`))
  const evidence = await EvidenceModel.create({
    contractorId: String(firm._id),
    kind: 'liability-insurance',
    fileName: 'cert.pdf',
    mimeType: 'application/pdf',
    size: 3,
    expiresAt: days === null ? null : new Date(Date.now() + days * day),
    uploadedBy: { id: 'u', name: 'Ada' },
    createdAt: new Date(),
  })
  return { firm, evidence }
}

test('admins are reminded of a file 30 days before it expires, each once however many workers look', async () => {
  const [ada, ben] = [await addUser('ada'), await addUser('ben')]
  await addUser('manager', { role: 'manager' })
  await addUser('gone', { status: 'inactive' })
  const { firm, evidence } = await addEvidence(31)
  await addEvidence(null)
  const deps = await runningWorker({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  await remindOfExpiry(deps)
  expect(await DeliveryModel.countDocuments()).toBe(0)
  clock.advance(1.5 * day)
  const look = async () => {
    await remindOfExpiry(deps)
    await queueDueDeliveries(deps)
  }
  await Promise.all([look(), look(), look()])
  const ids = [ada, ben].map(({ _id }) => reminderId(String(_id), evidence))
  expect((await DeliveryModel.distinct('_id')).toSorted()).toEqual(ids.toSorted())
  await until(async () => (await DeliveryModel.countDocuments({ state: 'sent' })) === 2)
  await look()
  expect(sink.emails.map(({ to }) => to).toSorted()).toEqual(['ada@kerbside.test', 'ben@kerbside.test'])
  const [email] = sink.emails
  expect(email?.subject).toBe(`Public liability insurance of ${firm.name} expires soon`)
  expect(email?.text).toContain(`https://quotes.example/admin/contractors/${String(firm._id)}`)
})

test('a worker that was killed in between stores no second email', async () => {
  await addUser('ada')
  const { evidence } = await addEvidence(3)
  const deps = await testDeps()
  await remindOfExpiry(deps)
  await EvidenceModel.updateOne({ _id: evidence._id }, { remindedAt: null })
  const [before] = await DeliveryModel.find().lean()
  await remindOfExpiry(deps)
  expect(await DeliveryModel.find().lean()).toEqual([before])
})

test('what has expired while no worker ran says so; without an admin the reminder waits for one', async () => {
  const { evidence } = await addEvidence(-1)
  const deps = await testDeps({ SMTP_URL: sink.url })
  await remindOfExpiry(deps)
  expect((await EvidenceModel.findById(evidence._id).lean())?.remindedAt).toBeNull()
  const ada = await addUser('ada')
  await remindOfExpiry(deps)
  expect(await sendDelivery(deps, reminderId(String(ada._id), evidence))).toEqual({ kind: 'sent' })
  expect(sink.emails[0]?.subject).toContain('has expired')
})

test('no email about a file or a firm that was deleted, nor to somebody who is no admin any more', async () => {
  const ada = await addUser('ada')
  const [one, two, three] = [await addEvidence(3), await addEvidence(3), await addEvidence(3)]
  const deps = await testDeps({ SMTP_URL: sink.url })
  await remindOfExpiry(deps)
  await EvidenceModel.deleteOne({ _id: one.evidence._id })
  await ContractorModel.deleteOne({ _id: two.firm._id })
  await UserModel.updateOne({ _id: ada._id }, { role: 'manager' })
  for (const { evidence } of [one, two, three]) {
    expect(await sendDelivery(deps, reminderId(String(ada._id), evidence))).toEqual({ kind: 'dropped' })
  }
  expect(sink.emails).toEqual([])
})

test('files without a record are removed, but not those that are being uploaded', async () => {
  const old = (id: Types.ObjectId) => Types.ObjectId.createFromHexString(`50000000${String(id).slice(8)}`)
  const [left, known, fresh] = [old(new Types.ObjectId()), old(new Types.ObjectId()), new Types.ObjectId()]
  for (const id of [left, known, fresh]) await storeFile('evidence', id, 'cert.pdf', Buffer.from('pdf'))
  const { evidence } = await addEvidence(null)
  await EvidenceModel.collection.insertOne({ ...evidence.toObject(), _id: known })
  await clearEvidence(await testDeps())
  const stored = await filesOf('evidence').distinct('_id')
  expect(stored.map(String).toSorted()).toEqual([known, fresh].map(String).toSorted())
})
