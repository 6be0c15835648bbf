import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { BulkChangeModel } from '@kerbside/schema/bulk-changes/bulk-change.model'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { runBulkChanges } from '../bulk-changes/run-bulk-changes.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let leaver = { id: '', token: '' }
beforeEach(async () => {
  const { token, viewer } = await createSession(await createUser('admin'))
  leaver = { id: viewer.id, token }
})

/** Twelve leads, and the deletion of all of them that the leaver asked for. */
async function askForDeletion(): Promise<string> {
  await LeadModel.insertMany(Array.from({ length: 12 }, (_, index) => aLead(index + 1)))
  const id = crypto.randomUUID()
  await app.graphql(`mutation { startBulkChange(id: "${id}", filter: {}, kind: DELETE) { id } }`, {}, leaver.token)
  return id
}
const underWay = async (token: string) =>
  (await app.graphql('{ workUnderWay { kind id requestedBy action done total } }', {}, token)).data.workUnderWay
const stop = (kind: string, id: string, token: string) =>
  app.graphql(`mutation { stopWork(kind: ${kind}, id: "${id}") }`, {}, token)
/** The deletion as this process makes it; after two leads something happens. */
async function runWhere(happens: () => Promise<unknown>) {
  let pending: Promise<unknown> | undefined
  const now = () => {
    if (deleted.count === 2) pending ??= happens()
    return app.deps.now()
  }
  const deleted = { count: 0 }
  const { log } = app.deps
  const counting = Object.assign(Object.create(log), {
    info: (...args: Parameters<typeof log.info>) => {
      if ((args as unknown[])[1] === 'lead.deleted') deleted.count += 1
      log.info(...args)
    },
  }) as typeof log
  await runBulkChanges({ ...app.deps, now, log: counting })
  await pending
}

test('any admin sees and stops the bulk change of another; what is done stays done', async () => {
  const id = await askForDeletion()
  const other = await signInAs('admin')
  expect(await underWay(other)).toMatchObject([{ kind: 'BULK_CHANGE', id, action: 'delete', done: 0, total: null }])
  await runWhere(() => stop('BULK_CHANGE', id, other))
  const left = await LeadModel.countDocuments()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(12)
  expect((await BulkChangeModel.findById(id).lean())?.state).toBe('stopped')
  expect(await underWay(other)).toEqual([])
  expect((await stop('BULK_CHANGE', id, other)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
  expect(await AuditEntryModel.countDocuments({ action: 'work.stopped' })).toBe(1)
})

test.each([
  ['deactivated', { status: 'inactive' }],
  ['made a manager', { role: 'manager' }],
] as const)('the deletion of an admin who is %s ends with them', async (_what, change) => {
  const id = await askForDeletion()
  await runWhere(() => UserModel.updateOne({ _id: leaver.id }, change).exec())
  expect(await LeadModel.countDocuments()).toBeGreaterThan(0)
  expect((await BulkChangeModel.findById(id).lean())?.state).toBe('failed')
})

test('any admin stops an import and an export of another', async () => {
  const at = app.deps.now()
  const requestedBy = { id: leaver.id, name: 'Leaver' }
  const times = { createdAt: at, updatedAt: at, expiresAt: new Date(at.getTime() + 3_600_000) }
  const file = { fileName: 'a.csv', delimiter: ',', rows: 5, columns: [], form: {}, fileId: new Types.ObjectId() }
  const [imported, exported] = await Promise.all([
    LeadImportModel.create({ requestedBy, state: 'importing', ...file, ...times } as never),
    LeadExportModel.create({ requestedBy, ...times }),
  ])
  const other = await signInAs('admin')
  expect((await underWay(other)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['EXPORT', 'IMPORT'])
  expect((await stop('IMPORT', imported.id, other)).data.stopWork).toBe(true)
  expect((await stop('EXPORT', exported.id, other)).data.stopWork).toBe(true)
  expect(await underWay(other)).toEqual([])
  const states = [
    (await LeadImportModel.findById(imported.id).lean())?.state,
    (await LeadExportModel.findById(exported.id).lean())?.state,
  ]
  expect(states).toEqual(['stopped', 'stopped'])
  expect((await stop('EXPORT', 'nonsense', other)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
})
