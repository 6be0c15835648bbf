import { exportJob } from '@kerbside/schema/exports/export'
import { LeadExportModel, type LeadExportRecord } from '@kerbside/schema/exports/export.model'
import { chunksOf, filesOf, readFile, storeFile } from '@kerbside/schema/file-store.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { sweep } from '../events/sweep.ts'
import { addStaff } from '../testing/push-devices.ts'
import { run, runningWorker, testDeps, until, useClock, useWorkers } from '../testing/test-worker.ts'
import { clearExports } from '../operation/clear-files.ts'
import { csvOf } from './lead-csv.ts'
import { writeExport } from './write-export.ts'

useDatabase()
useWorkers()
beforeEach(async () => {
  await filesOf('exports').deleteMany({})
  await chunksOf('exports').deleteMany({})
})

const minute = 60_000
async function aColleague() {
  const { userId: id, name } = await addStaff()
  return { id, name }
}
async function ask(changes: Partial<LeadExportRecord> = {}): Promise<string> {
  const now = new Date()
  const times = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + 60 * minute) }
  const record = await LeadExportModel.create({ requestedBy: await aColleague(), ...times, ...changes })
  return record.id
}
const found = async (id: string) => (await LeadExportModel.findById(id).lean()) as LeadExportRecord
async function linesOf(id: string): Promise<string[]> {
  const { fileId } = await found(id)
  const text = (await readFile('exports', fileId as Types.ObjectId)).toString()
  return text.split('\r\n').slice(0, -1)
}
const exportJobOf = (exportId: string) => ({ name: 'leads.export', data: { exportId } }) as const

async function addLeads(count: number, changes: (number: number) => Partial<LeadRecord> = () => ({})) {
  const at = Date.UTC(2026, 0, 1)
  const leads = Array.from({ length: count }, (_, index) =>
    aLead(index + 1, { createdAt: new Date(at + (index + 1) * minute), ...changes(index + 1) }),
  )
  await LeadModel.insertMany(leads)
}

test('a file has every lead of the filter once, newest first, over several parts, and says how many', async () => {
  await addLeads(1_203, (number) => ({ status: number % 400 === 0 ? 'lost' : 'new' }))
  const deps = await testDeps()
  const [all, lost] = [await ask(), await ask({ filter: { status: 'lost' } })]
  await run(deps, exportJobOf(all))
  await run(deps, exportJobOf(lost))
  expect(await found(all)).toMatchObject({ state: 'ready', written: 1_203, total: 1_203 })
  const [heading, ...lines] = await linesOf(all)
  expect(heading).toMatch(/^\uFEFFReference,Id,Received,First name,Last name,Email,Mobile,Postcode,Status,/)
  const inOrder = await LeadModel.find({}, 'reference').sort({ createdAt: -1 }).lean()
  expect(lines.map((line) => line.split(',')[0])).toEqual(inOrder.map(({ reference }) => reference))
  expect(await found(lost)).toMatchObject({ state: 'ready', written: 3, total: 3 })
  expect((await linesOf(lost)).slice(1).every((line) => line.includes(',Lost,'))).toBe(true)
})

test('a file tells of each lead how many firms priced it, the lowest price, and which was chosen', async () => {
  const at = new Date()
  const price = (id: string, firm: string, total: number, state: LeadEstimate['state']): LeadEstimate => ({
    id,
    contractorId: firm,
    contractorName: `Firm ${firm}`,
    number: 1,
    variationOf: null,
    kind: 'fixed',
    currency: 'GBP',
    sentAt: at,
    total,
    validUntil: at,
    state,
    decidedAt: null,
  })
  const prices = [
    price('1', 'a', 100, 'replaced'),
    price('2', 'b', 200, 'withdrawn'),
    price('3', 'a', 245_000, 'declined'),
    price('4', 'c', 300_000, 'agreed'),
  ]
  await addLeads(2, (number) => (number === 1 ? { estimates: prices } : {}))
  const id = await ask()
  await run(await testDeps(), exportJobOf(id))
  const [heading = '', without, withPrices] = await linesOf(id)
  expect(heading).toContain(',Prices,Lowest price,Chosen price,Chosen firm,')
  expect(without).toContain(',0,,,,')
  expect(withPrices).toContain(',3,"£2,450.00","£3,000.00",Firm c,')
})

test('an export without leads is a file with headings', async () => {
  const id = await ask()
  await run(await testDeps(), exportJobOf(id))
  expect(await found(id)).toMatchObject({ state: 'ready', written: 0, total: 0 })
  expect(await linesOf(id)).toHaveLength(1)
})

test.each([
  ['=1+1', "'=1+1"],
  ['+44 7700', "'+44 7700"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a,"b"\nc', '"a,""b""\nc"'],
  ['Zoë', 'Zoë'],
])('%j is written as %j', (firstName, cell) => {
  const lead = { ...aLead(1, { firstName }), id: 1 }
  const text = csvOf([lead as never], { isFirst: false }).toString()
  expect(text.split(/,2026-01-02 03:04,/)[1]?.startsWith(`${cell},`)).toBe(true)
})

test('times are London’s, numbers are written as people here write them', () => {
  const lead = { ...aLead(1, { createdAt: new Date('2026-07-01T12:00:00Z') }), id: 1 }
  expect(csvOf([lead as never], { isFirst: false }).toString()).toContain(
    ',2026-07-01 13:00,Aoife,Byrne,aoife@example.com,07700 900123,SW1A 1AA,New,,Medium,',
  )
})

test('a try whose worker was killed leaves nothing in the next, and a slower one gives way', async () => {
  await addLeads(2)
  const deps = await testDeps()
  const killed = new Types.ObjectId()
  await storeFile('exports', killed, 'part.csv', Buffer.from('part'))
  const id = await ask({ state: 'writing', fileId: killed, written: 1 })
  await Promise.all([writeExport(deps, { exportId: id }), writeExport(deps, { exportId: id })])
  expect(await found(id)).toMatchObject({ state: 'ready', written: 2 })
  expect(await linesOf(id)).toHaveLength(3)
  expect(await filesOf('exports').countDocuments()).toBe(1)
  const { fileId } = await found(id)
  expect(await chunksOf('exports').countDocuments({ files_id: { $ne: fileId } })).toBe(0)
  await run(deps, exportJobOf(id))
  expect((await found(id)).fileId).toEqual(fileId)
})

test('an export that cannot be written is failed and leaves no file', async () => {
  const id = await ask({ filter: { status: 'nonsense' as never } })
  await run(await testDeps(), exportJobOf(id))
  expect(await found(id)).toMatchObject({ state: 'failed' })
  expect(await filesOf('exports').countDocuments()).toBe(0)
})

test('an export that is stopped, or whose person may not export any more, leaves no file', async () => {
  await addLeads(1_200)
  const deps = await testDeps()
  const stopped = await ask({ state: 'stopped' })
  await run(deps, exportJobOf(stopped))
  const requestedBy = await aColleague()
  const leaver = await ask({ requestedBy })
  await UserModel.updateOne({ _id: requestedBy.id }, { role: 'user' })
  await run(deps, exportJobOf(leaver))
  const stoppedLater = await ask()
  let looks = 0
  const settings = Object.assign(() => {
    looks += 1
    if (looks === 2) void LeadExportModel.updateOne({ _id: stoppedLater }, { state: 'stopped' }).exec()
    return deps.settings()
  }, deps.settings)
  await writeExport({ ...deps, settings }, { exportId: stoppedLater })
  const states = await Promise.all([stopped, leaver, stoppedLater].map(async (id) => (await found(id)).state))
  expect(states).toEqual(['stopped', 'stopped', 'stopped'])
  expect(await filesOf('exports').countDocuments()).toBe(0)
})

test('the sweep queues an export that Redis has lost, and a running worker writes it', async () => {
  await addLeads(1)
  const id = await ask({ updatedAt: new Date(Date.now() - 10 * minute) })
  const waiting = await testDeps()
  await sweep(waiting)
  expect(await waiting.queues.exports.getJob(exportJob(id).jobId)).toBeDefined()
  await runningWorker()
  await until(async () => (await found(id)).state === 'ready')
})

test('a file goes when its time is over, and what belongs to no export goes too', async () => {
  await addLeads(1)
  const deps = await testDeps()
  const clock = useClock(deps)
  const id = await ask()
  await run(deps, exportJobOf(id))
  await storeFile('exports', new Types.ObjectId(), 'left.csv', Buffer.from('left'))
  await clearExports(deps)
  expect(await filesOf('exports').countDocuments()).toBe(2)
  clock.advance(59 * minute)
  await clearExports(deps)
  expect((await found(id)).state).toBe('ready')
  clock.advance(2 * minute)
  await clearExports(deps)
  expect([await found(id), await filesOf('exports').countDocuments()]).toEqual([null, 0])
  expect(await chunksOf('exports').countDocuments()).toBe(0)
})
