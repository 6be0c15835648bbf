import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { BulkChangeModel } from '@kerbside/schema/bulk-changes/bulk-change.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadStatus } from '@kerbside/schema/leads/lead'
import { referenceOf } from '@kerbside/schema/leads/lead-id.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Deps } from '../deps.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { runBulkChanges, startBulkChanges } from './run-bulk-changes.ts'

const app = useTestApp()
let manager = ''
let managerId = ''
beforeEach(async () => {
  const { token, viewer } = await createSession(await createUser('manager'))
  manager = token
  managerId = viewer.id
})

const fields =
  'id state kind status total done changed unchanged error skipped { message count leads { id reference } }'
type Asked = { token?: string; id?: string; leads?: { id: string; version: number }[]; filter?: object | null }
const start = (change: string, { token = manager, id = crypto.randomUUID(), ...variables }: Asked = {}) =>
  app.graphql(
    `mutation ($leads: [SeenLead!], $filter: LeadFilter) {
      startBulkChange(id: "${id}", leads: $leads, filter: $filter, ${change}) { ${fields} }
    }`,
    { ...(!variables.leads && { filter: {} }), ...variables },
    token,
  )
const toContacted = 'kind: STATUS, status: CONTACTED, note: "Called all"'
const latest = async (token = manager) => (await app.graphql(`{ bulkChange { ${fields} } }`, {}, token)).data.bulkChange
const ownCall = (name: string, id: string, token = manager) =>
  app.graphql(`mutation ($id: ID!) { ${name}(id: $id) { state } }`, { id }, token)
const errorOf = ({ errors }: Awaited<ReturnType<typeof start>>) => errors?.[0]?.extensions

async function store(count: number, status: LeadStatus = 'new', from = 1) {
  const ids = Array.from({ length: count }, (_, index) => from + index)
  await LeadModel.insertMany(ids.map((id) => aLead(id, { status })))
}

/** Every lead was moved, recorded and counted once. */
async function expectEachOnce(count: number) {
  const leads = await LeadModel.find().lean()
  expect(leads.map(({ version, statusHistory }) => [version, statusHistory.length])).toEqual(Array(count).fill([2, 1]))
  expect(await AuditEntryModel.countDocuments({ action: 'lead.changed' })).toBe(count)
  expect(await latest()).toMatchObject({ state: 'DONE', total: count, done: count, changed: count, skipped: [] })
}

/** A process whose clock does something at this look at it. */
const processWhere = (look: number, happens: () => void): Deps => {
  let looks = 0
  const now = () => {
    looks += 1
    if (looks === look) happens()
    return app.deps.now()
  }
  return { ...app.deps, now }
}

test('all leads that the filter leaves are changed as one call changes them, and the report is there until it is closed', async () => {
  await store(3)
  await store(2, 'converted', 4)
  await store(1, 'contacted', 6)
  const { data } = await start(toContacted, { filter: { search: '' } })
  expect(data.startBulkChange).toMatchObject({ state: 'WAITING', total: null, done: 0 })
  await runBulkChanges(app.deps)
  const { id, ...report } = await latest()
  const converted = await LeadModel.find({ status: 'converted' }).sort({ createdAt: -1, _id: -1 }).lean()
  expect(report).toEqual({
    state: 'DONE',
    kind: 'STATUS',
    status: 'CONTACTED',
    total: 6,
    done: 6,
    changed: 3,
    unchanged: 1,
    error: null,
    skipped: [
      {
        message: 'A converted lead cannot become contacted.',
        count: 2,
        leads: converted.map(({ _id, reference }) => ({ id: String(_id), reference })),
      },
    ],
  })
  const lead = await LeadModel.findById(1).lean()
  expect(lead?.statusHistory).toMatchObject([
    { from: 'new', to: 'contacted', by: { id: managerId }, note: 'Called all' },
  ])
  const entries = await AuditEntryModel.find({ action: 'lead.changed' }).lean()
  expect(entries.map(({ by, details }) => [by?.id, details])).toEqual(
    Array(3).fill([managerId, 'Status new → contacted']),
  )
  expect((await ownCall('dismissBulkChange', id)).errors).toBeUndefined()
  expect(await latest()).toBeNull()
})

test('a change that was asked for twice is one, its id stands for no other, and a second one waits for the first', async () => {
  await store(2)
  const id = crypto.randomUUID()
  expect((await start(toContacted, { id })).data.startBulkChange.id).toBe(id)
  expect((await start(toContacted, { id })).data.startBulkChange.id).toBe(id)
  expect(errorOf(await start('kind: STATUS, status: LOST', { id }))).toMatchObject({
    fields: { id: [expect.any(String)] },
  })
  expect(errorOf(await start(toContacted, { id, token: await signInAs('admin') }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  expect(errorOf(await start(toContacted))).toMatchObject({ code: 'CONFLICT' })
  await Promise.all([runBulkChanges(app.deps), runBulkChanges(app.deps)])
  await expectEachOnce(2)
  expect((await start(toContacted, { id })).data.startBulkChange.state).toBe('DONE')
  expect((await start(toContacted)).errors).toBeUndefined()
})

test('killed at any moment, it goes on where it was: no lead is changed twice, none is left out', async () => {
  await store(4)
  await start(toContacted)
  const killed = () => {
    throw Object.assign(new Error('The process is gone'), { name: 'MongoNetworkError' })
  }
  for (let look = 2; look <= 30; look += 1) {
    await runBulkChanges(processWhere(look, killed)).catch(() => {})
    const { state } = await latest()
    if (state === 'DONE') break
    // It leaves its lease behind, until that runs out.
    await runBulkChanges(app.deps)
    expect((await latest()).state).not.toBe('DONE')
    await BulkChangeModel.updateOne({}, { leaseUntil: new Date(0) })
  }
  await expectEachOnce(4)
})

test('a process that was only slow gives way to the one that has taken over', async () => {
  await store(12)
  await start(toContacted)
  let second = Promise.resolve()
  const takenOver = () => {
    second = BulkChangeModel.updateOne({}, { leaseUntil: new Date(0) }).then(() => runBulkChanges(app.deps))
  }
  await runBulkChanges(processWhere(12, takenOver))
  await second
  await expectEachOnce(12)
})

test('a process that stops hands its change on at once', async () => {
  await store(6)
  await start(toContacted)
  const stopping = new AbortController()
  await runBulkChanges(
    processWhere(12, () => stopping.abort()),
    stopping.signal,
  )
  const { state, done } = await latest()
  expect([state, done > 0 && done < 6]).toEqual(['RUNNING', true])
  await runBulkChanges(app.deps)
  await expectEachOnce(6)
})

test('Stop ends it; what was done by then stays done and is in the report', async () => {
  await store(20)
  const { id } = (await start(toContacted)).data.startBulkChange
  let stopped: ReturnType<typeof ownCall> | undefined
  await runBulkChanges(processWhere(15, () => void (stopped = ownCall('stopBulkChange', id))))
  expect((await stopped)?.data.stopBulkChange.state).toBe('STOPPED')
  await runBulkChanges(app.deps)
  const { state, changed } = await latest()
  expect(state).toBe('STOPPED')
  expect(changed).toBeLessThan(20)
  expect(await LeadModel.countDocuments({ status: 'contacted' })).toBe(changed)
  expect((await start(toContacted)).errors).toBeUndefined()
  expect(errorOf(await ownCall('stopBulkChange', id, await signInAs('admin')))).toMatchObject({ code: 'NOT_FOUND' })
})

test('it is for the leads that matched when it began: changed, deleted and new ones since are left out', async () => {
  await store(3)
  await start(toContacted, { filter: { status: 'NEW' } })
  await runBulkChanges(app.deps, AbortSignal.abort())
  expect(await latest()).toMatchObject({ total: 3, done: 0 })
  await app.graphql('mutation { addLeadNote(id: "1", text: "Mine") { id } }', {}, manager)
  await LeadModel.deleteOne({ _id: 2 })
  await store(1, 'new', 4)
  await runBulkChanges(app.deps)
  const { changed, skipped } = await latest()
  const reasons = skipped.map(({ message, leads }: { message: string; leads: { id: string }[] }) => [
    message,
    leads[0]?.id,
  ])
  expect([changed, reasons.toSorted()]).toEqual([
    1,
    [
      ['A colleague has just changed this lead. Reload it and try again.', '1'],
      ['The requested lead could not be found.', '2'],
    ],
  ])
  const left = await LeadModel.find({ status: 'new' }).sort({ _id: 1 }).lean()
  expect(left.map(({ _id }) => _id)).toEqual([1, 4])
})

test('leads are assigned, followed up, written to and deleted', async () => {
  await store(2)
  const admin = await signInAs('admin')
  const done = async (change: string) => {
    await start(change, { token: admin })
    await runBulkChanges(app.deps)
    expect(await latest(admin)).toMatchObject({ state: 'DONE', changed: 2, skipped: [] })
    return LeadModel.findById(1).lean()
  }
  expect((await done(`kind: ASSIGN, userId: "${managerId}"`))?.assignedTo?.id).toBe(managerId)
  expect(await DeliveryModel.countDocuments({ kind: 'assignment' })).toBe(2)
  const at = '2026-12-01T09:00:00Z'
  expect((await done(`kind: FOLLOW_UP, followUpAt: "${at}"`))?.followUpAt).toEqual(new Date(at))
  expect((await done('kind: MESSAGE, message: "May we call?"'))?.activity?.at(-1)?.text).toBe('May we call?')
  expect(await DeliveryModel.countDocuments({ kind: 'follow-up' })).toBe(2)
  expect(await done('kind: DELETE')).toBeNull()
  expect(await AuditEntryModel.countDocuments({ action: 'lead.deleted' })).toBe(2)
})

test('who may no longer change leads changes none, and hears why', async () => {
  await store(2)
  await start(toContacted)
  await UserModel.updateOne({ _id: managerId }, { status: 'inactive' })
  await runBulkChanges(app.deps)
  await UserModel.updateOne({ _id: managerId }, { status: 'active' })
  expect(await latest()).toMatchObject({
    state: 'FAILED',
    changed: 0,
    error: expect.stringMatching(/may not do it any more/),
  })
  expect(await LeadModel.countDocuments({ status: 'new' })).toBe(2)
})

test.each([
  ['kind: STATUS', 'status'],
  ['kind: MESSAGE, message: " "', 'message'],
  ['kind: ASSIGN, userId: "nobody"', 'userId'],
  ['kind: DELETE', 'filter.area', { filter: { area: 'London' } }],
  ['kind: DELETE', 'leads', { filter: null }],
  ['kind: DELETE', 'leads', { filter: {}, leads: [{ id: '1', version: 1 }] }],
] as [string, string, Asked?][])('%s is rejected by the name of the field: %s', async (change, field, asked) => {
  const error = errorOf(await start(change, { token: await signInAs('admin'), ...asked }))
  expect(error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } })
})

test('managers delete no leads', async () => {
  expect(errorOf(await start('kind: DELETE'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await BulkChangeModel.countDocuments()).toBe(0)
})

const selected = (...leads: (readonly [id: number | string, version: number])[]) => ({
  leads: leads.map(([id, version]) => ({ id: String(id), version })),
})
const statuses = async () => (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ status }) => status)

test('selected leads are changed each by itself, as they were seen, and no others; what became of each is reported', async () => {
  await store(1)
  await store(1, 'converted', 2)
  await store(1, 'contacted', 3)
  await store(2, 'new', 4)
  await LeadModel.updateOne({ _id: 4 }, { version: 7 })
  await start(toContacted, selected([1, 1], [2, 1], [3, 1], [4, 6], [404, 1], [1, 1]))
  await runBulkChanges(app.deps)
  const one = (message: string, id: number) => ({
    message,
    count: 1,
    leads: [{ id: String(id), reference: referenceOf(id) }],
  })
  expect(await latest()).toMatchObject({
    state: 'DONE',
    total: 5,
    changed: 1,
    unchanged: 1,
    skipped: [
      one('A converted lead cannot become contacted.', 2),
      one('A colleague has just changed this lead. Reload it and try again.', 4),
      one('The requested lead could not be found.', 404),
    ],
  })
  expect(await statuses()).toEqual(['contacted', 'converted', 'contacted', 'new', 'new'])
})

test('200 leads can be selected, and no more; what is no lead is none', async () => {
  const leads = Array.from({ length: 201 }, (_, index) => [index + 1, 1] as const)
  const fieldsOf = async (asked: Asked) => errorOf(await start(toContacted, asked))?.['fields']
  expect(await fieldsOf(selected(...leads))).toEqual({ leads: ['Select 200 leads at a time at most'] })
  expect(await fieldsOf(selected(['NaN', 1]))).toEqual({ 'leads.0.id': ['This is no lead'] })
  const { data } = await start(toContacted, selected(...leads.slice(0, 200)))
  expect(data.startBulkChange.state).toBe('WAITING')
})

test('the note is the reason of leads that are lost', async () => {
  await store(1)
  await start('kind: STATUS, status: LOST, note: "Duplicates"', selected([1, 1]))
  await runBulkChanges(app.deps)
  const lead = await LeadModel.findById(1).lean()
  expect(lead).toMatchObject({ status: 'lost', lostReason: 'Duplicates', statusHistory: [{ note: 'Duplicates' }] })
})

test('follow-ups are set and cleared, and the same again changes nothing', async () => {
  await store(2)
  const at = '2036-05-06T09:00:00.000Z'
  const set = async (followUpAt: string | null, version: number) => {
    const given = followUpAt === null ? 'null' : `"${followUpAt}"`
    await start(`kind: FOLLOW_UP, followUpAt: ${given}`, selected([1, version]))
    await runBulkChanges(app.deps)
    const { changed, unchanged } = await latest()
    return [changed, unchanged]
  }
  expect(await set(at, 1)).toEqual([1, 0])
  expect(await set(at, 2)).toEqual([0, 1])
  expect(await LeadModel.findById(1).lean()).toMatchObject({ version: 2, followUpAt: new Date(at) })
  expect(await set(null, 2)).toEqual([1, 0])
  expect(await LeadModel.findById(1).lean()).toMatchObject({ followUpAt: null, activity: [{}, { followUpAt: null }] })
})

test('a process that works on changes begins a new one at once, also while a long one is under way', async () => {
  await store(150)
  const admin = await signInAs('admin')
  // Without a wake it looks for work only when this time is over.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const worker = startBulkChanges(app.deps)
  onTestFinished(() => worker.close())
  await start(toContacted, { token: admin })
  await expect.poll(async () => (await latest(admin)).done).toBeGreaterThan(0)
  await start('kind: FOLLOW_UP, followUpAt: null', selected([1, 1]))
  await expect.poll(async () => (await latest()).state).toBe('DONE')
  expect((await latest(admin)).state).toBe('RUNNING')
})
