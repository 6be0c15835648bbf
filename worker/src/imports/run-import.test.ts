import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { chunksOf, filesOf, readFile, storeFile } from '@kerbside/schema/file-store.model'
import { importJob } from '@kerbside/schema/imports/import'
import { LeadImportModel, type LeadImportRecord } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { newRedisPrefix, useDatabase } from '@kerbside/schema/testing/database'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { relayOutbox } from '../events/relay.ts'
import { sweep } from '../events/sweep.ts'
import { offerToMatches } from '../offers/offer-lead.ts'
import { clearImports } from '../operation/clear-files.ts'
import {
  addFirms,
  minutesAgo,
  run,
  runningWorker,
  testDeps,
  until,
  useClock,
  useWorkers,
} from '../testing/test-worker.ts'
import { addStaff } from '../testing/push-devices.ts'
import { startWorkerProcess } from '../testing/worker-process.ts'
import { runImport } from './run-import.ts'

useDatabase()
useWorkers()
beforeEach(async () => {
  await filesOf('imports').deleteMany({})
  await chunksOf('imports').deleteMany({})
})

const asked = ['first_name', 'last_name', 'email', 'mobile', 'postcode']
const form = {
  version: 3,
  trade: 'driveways' as const,
  fields: defaultFormFields.filter(({ name }) => asked.includes(name)),
}

async function anAdmin() {
  const { userId: id, name } = await addStaff({ role: 'admin' })
  return { id, name }
}

/** An import as the api leaves it, of a file with these lines below its header. */
async function send(lines: string[], changes: Partial<LeadImportRecord> = {}, more: string[] = []): Promise<string> {
  const now = new Date()
  const record = await LeadImportModel.create({
    requestedBy: await anAdmin(),
    fileName: 'leads.csv',
    state: 'importing',
    delimiter: ',',
    rows: lines.length,
    columns: [...asked, ...more].map((field) => ({ name: `Our ${field}`, sample: '', field })),
    form,
    round: 1,
    fileId: new Types.ObjectId(),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
    ...changes,
  })
  await storeFile('imports', record.fileId, 'leads.csv', Buffer.from(['header', ...lines].join('\n')))
  return record.id
}

const aRow = (number: number) => `Aoife,Byrne,aoife-${number}@example.com,07700 900123,sw1a 1aa`
const manyRows = (count: number) => Array.from({ length: count }, (_, index) => aRow(index + 1))

const found = async (id: string) => (await LeadImportModel.findById(id).lean()) as LeadImportRecord
const countsOf = async (id: string) => {
  const { state, processed, added, existing, skipped } = await found(id)
  return { state, processed, added, existing, skipped }
}
async function problemLines(id: string): Promise<string[]> {
  const { problemsFileId } = await found(id)
  return (await readFile('imports', problemsFileId as Types.ObjectId)).toString().split('\r\n').slice(1, -1)
}
const importOf = (importId: string) => ({ name: 'leads.import', data: { importId } }) as const
const decide = (id: string) => LeadImportModel.updateOne({ _id: id }, { state: 'importing', round: 2 })

const bad = 'Ben,,not an email,1,ZZ1 1ZZ'

test('a dry run adds nothing and reports what the import then does', async () => {
  const deps = await testDeps()
  const id = await send([aRow(1), '', bad, aRow(1).toUpperCase().replace('07700 900123', '+447700900123'), aRow(2)], {
    state: 'checking',
    rows: 4,
  })
  await run(deps, importOf(id))
  const counts = { processed: 4, added: 3, existing: 0, skipped: 1 }
  expect(await countsOf(id)).toEqual({ state: 'checked', ...counts })
  expect((await found(id)).problems).toEqual([
    { row: 4, column: 'Our last_name', message: 'Enter your last name' },
    { row: 4, column: 'Our email', message: expect.stringContaining('name@example.com') },
    { row: 4, column: 'Our mobile', message: expect.stringContaining('phone number') },
    { row: 4, column: 'Our postcode', message: expect.stringContaining('No UK postcode starts with ZZ') },
  ])
  expect(await problemLines(id)).toHaveLength(4)
  expect((await problemLines(id))[0]).toBe('4,Our last_name,Enter your last name')
  expect(await LeadModel.countDocuments()).toBe(0)

  await decide(id)
  await run(deps, importOf(id))
  expect(await countsOf(id)).toEqual({ state: 'imported', ...counts })
  expect(await LeadModel.countDocuments()).toBe(3)
  expect(await filesOf('imports').countDocuments()).toBe(2)
})

test('an imported lead is found and counted, and causes no email and no offer, also when a firm’s place becomes free', async () => {
  const deps = await testDeps()
  await addFirms(2)
  const id = await send([`${aRow(1)},2024-07-01 09:30`], {}, ['received-at'])
  await run(deps, importOf(id))
  const lead = await LeadModel.findOne().lean().orFail()
  expect(lead).toMatchObject({
    email: 'aoife-1@example.com',
    mobile: '+447700900123',
    postcode: 'SW1A 1AA',
    status: 'new',
    formVersion: 3,
    notice: '',
    attribution: { source: 'import' },
    importId: id,
    outbox: [],
    createdAt: new Date('2024-07-01T08:30:00Z'),
  })
  expect(lead.dispatchedAt).toBeInstanceOf(Date)
  expect(lead.nextPromiseAlert).toBeUndefined()
  expect(lead.tails).toContain(lead.reference.toLowerCase().replace('-', ' '))
  await relayOutbox(deps)
  await sweep(deps)
  expect(await deps.queues.leads.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 0, delayed: 0 })
  await run(deps, { name: 'lead.submitted', data: { leadId: lead._id } })
  expect(await offerToMatches(deps, lead._id)).toEqual([])
  expect(await DeliveryModel.countDocuments()).toBe(0)
})

test('the same file again adds nothing, nor does a file that repeats it', async () => {
  const deps = await testDeps()
  // More than one batch.
  await run(deps, importOf(await send(manyRows(110))))
  const again = await send(manyRows(120))
  await run(deps, importOf(again))
  expect(await countsOf(again)).toMatchObject({ added: 10, existing: 110 })
  const third = await send([...manyRows(120), ...manyRows(120)])
  await run(deps, importOf(third))
  expect(await countsOf(third)).toMatchObject({ added: 0, existing: 240 })
  expect(await LeadModel.countDocuments()).toBe(120)
  expect((await LeadModel.distinct('reference')).length).toBe(120)
})

test('a row’s own id makes it one lead, and other answers under it are a problem', async () => {
  const deps = await testDeps()
  const [first, second] = [`${aRow(1)},A-1`, `${aRow(2)},A-2`]
  await run(deps, importOf(await send([first, second, first], {}, ['row-id'])))
  const again = await send([first, `${aRow(3)},A-2`, `${aRow(4)},A-3`, `${aRow(5)},A-3`], {}, ['row-id'])
  await run(deps, importOf(again))
  expect(await countsOf(again)).toMatchObject({ added: 1, existing: 1, skipped: 2 })
  expect((await found(again)).problems.map(({ row }) => row)).toEqual([3, 5])
  expect(await LeadModel.countDocuments()).toBe(3)
})

test('our own export, imported again, adds nothing: a reference that exists is that lead', async () => {
  const deps = await testDeps()
  await run(deps, importOf(await send(manyRows(2))))
  const leads = await LeadModel.find().sort({ _id: 1 }).lean()
  await LeadModel.updateOne({ _id: leads[0]?._id }, { lastName: 'Corrected' })
  const rows = leads.map(({ reference, email }) => `Aoife,Byrne,${email},07700 900123,sw1a 1aa,${reference}`)
  const again = await send([...rows, `${aRow(3)},KB-ZZZZZZ`], {}, ['row-id'])
  await run(deps, importOf(again))
  expect(await countsOf(again)).toMatchObject({ added: 1, existing: 2, skipped: 0 })
  expect(await LeadModel.countDocuments()).toBe(3)
  expect(await LeadModel.countDocuments({ lastName: 'Corrected' })).toBe(1)
})

test('two imports of the same file at once add each row once', async () => {
  const deps = await testDeps()
  const ids = await Promise.all([1, 2, 3].map(() => send(manyRows(150))))
  await Promise.all(ids.map((importId) => runImport(deps, { importId })))
  const reports = await Promise.all(ids.map(countsOf))
  expect(reports.map(({ state }) => state)).toEqual(['imported', 'imported', 'imported'])
  expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(150)
  expect(reports.reduce((sum, { existing }) => sum + existing, 0)).toBe(300)
  expect(await LeadModel.countDocuments()).toBe(150)
})

test('two workers at one import: the slower gives way, and the report is whole', async () => {
  const deps = await testDeps()
  const importId = await send([...manyRows(150), bad])
  await Promise.all([runImport(deps, { importId }), runImport(deps, { importId })])
  expect(await countsOf(importId)).toEqual({ state: 'imported', processed: 151, added: 150, existing: 0, skipped: 1 })
  expect(await filesOf('imports').countDocuments()).toBe(2)
  expect(await problemLines(importId)).toHaveLength(4)
})

test('an import whose person may not import any more adds nothing further', async () => {
  const deps = await testDeps()
  const requestedBy = await anAdmin()
  const importId = await send(manyRows(600), { requestedBy })
  let looks = 0
  const settings = Object.assign(() => {
    looks += 1
    if (looks === 2) void UserModel.updateOne({ _id: requestedBy.id }, { status: 'inactive' }).exec()
    return deps.settings()
  }, deps.settings)
  await runImport({ ...deps, settings }, { importId })
  const { state, processed } = await countsOf(importId)
  const stored = await LeadModel.countDocuments()
  expect([state, processed < 600, stored < 600]).toEqual(['stopped', true, true])
  await LeadImportModel.updateOne({ _id: importId }, { state: 'importing' })
  await runImport(deps, { importId })
  expect([(await found(importId)).state, await LeadModel.countDocuments()]).toEqual(['stopped', stored])
  expect(await filesOf('imports').countDocuments()).toBe(1)
})

test('a worker killed in the middle: after its restart every row is a lead, and the report is whole', async () => {
  const rows = 500
  const id = await send([...manyRows(rows), bad])
  const settings = { REDIS_PREFIX: newRedisPrefix(), SWEEP_AFTER_SECONDS: '1', SWEEP_EVERY_SECONDS: '1' }
  const deps = await testDeps(settings)
  await deps.enqueueAll([importJob(id, 1)])
  const first = startWorkerProcess(settings)
  onTestFinished(async () => void (await first.kill()))
  await until(async () => (await found(id)).processed >= 100)
  await first.kill()
  const stored = await LeadModel.countDocuments()
  expect(stored).toBeGreaterThanOrEqual(100)
  expect(stored).toBeLessThan(rows)

  const second = startWorkerProcess(settings)
  onTestFinished(async () => void (await second.kill()))
  await until(async () => (await found(id)).state === 'imported')
  expect(await second.stop()).toBe(0)
  expect(await countsOf(id)).toEqual({ state: 'imported', processed: rows + 1, added: rows, existing: 0, skipped: 1 })
  expect(await LeadModel.countDocuments()).toBe(rows)
  expect(await problemLines(id)).toHaveLength(4)
})

test('the sweep queues an import that Redis has lost, and a running worker does it', async () => {
  const id = await send([aRow(1)], { updatedAt: minutesAgo(10) })
  const waiting = await testDeps()
  await sweep(waiting)
  expect(await waiting.queues.imports.getJob(importJob(id, 1).jobId)).toBeDefined()
  await runningWorker()
  await until(async () => (await found(id)).state === 'imported')
})

test('an import whose file cannot be read is failed and leaves no list of problems', async () => {
  const id = await send([aRow(1)])
  await filesOf('imports').deleteMany({})
  await run(await testDeps(), importOf(id))
  expect(await found(id)).toMatchObject({ state: 'failed' })
  expect(await filesOf('imports').countDocuments()).toBe(0)
})

test('file and report go a day later, and what belongs to no import goes too', async () => {
  const deps = await testDeps()
  const clock = useClock(deps)
  const id = await send([aRow(1)], { state: 'checking' })
  await run(deps, importOf(id))
  await storeFile('imports', new Types.ObjectId(), 'left.csv', Buffer.from('left'))
  await clearImports(deps)
  expect(await filesOf('imports').countDocuments()).toBe(3)
  clock.advance(25 * 3_600_000)
  await clearImports(deps)
  expect([await found(id), await filesOf('imports').countDocuments()]).toEqual([null, 0])
  expect(await chunksOf('imports').countDocuments()).toBe(0)
})
