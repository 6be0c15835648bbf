import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead, aPdf } from '@kerbside/schema/testing/factories'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { addLead, runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { clearAuditTrail, clearOldLeads } from './retention.ts'

useDatabase()
useWorkers()
const now = new Date('2026-11-30T12:00:00Z')
const settled = async () => ({ ...(await testDeps()), now: () => new Date(now) })
const left = async () => (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)

test('leads that did not convert go after the months of the settings without a change, and not a moment earlier', async () => {
  const old = { updatedAt: new Date('2026-05-30T12:00:00Z') }
  await addLead(1, { ...old, status: 'lost' })
  await addLead(2, { ...old, status: 'new' })
  await addLead(3, { ...old, status: 'converted' })
  await addLead(4, { updatedAt: new Date(old.updatedAt.getTime() + 1), status: 'lost' })
  await addLead(5, { ...old, status: 'quoted', followUpAt: new Date('2026-12-24T09:00:00Z') })
  const deps = await settled()
  await clearOldLeads(deps)
  expect(await left()).toEqual([1, 2, 3, 4, 5])
  await saveSettings(deps.settings, { leadMonths: 6 })
  await Promise.all([clearOldLeads(deps), clearOldLeads(deps)])
  expect(await left()).toEqual([3, 4, 5])
})

test('a lead goes with its emails and its file, and leaves a record of its erasure and an entry in the trail', async () => {
  const { reference } = aLead(1)
  await addLead(1, { updatedAt: new Date('2025-01-01T00:00:00Z') })
  await DeliveryModel.collection.insertOne({ _id: 'mail-1' as never, leadId: 1, kind: 'confirmation' })
  const fileId = new Types.ObjectId()
  await storeFile('quoteFiles', fileId, 'quote.pdf', Buffer.from('%PDF-1.7'))
  await QuoteFileModel.create({ ...aPdf, leadId: 1, name: 'quote.pdf', size: 8, fileId, createdAt: now })
  const deps = await settled()
  await saveSettings(deps.settings, { leadMonths: 12 })
  await clearOldLeads(deps)
  const models = [DeliveryModel.countDocuments(), QuoteFileModel.countDocuments()]
  expect([...(await Promise.all(models)), await filesOf('quoteFiles').countDocuments()]).toEqual([0, 0, 0])
  expect(await ErasureModel.find({}, { _id: 0 }).sort({ kind: 1 }).lean()).toEqual([
    { kind: 'lead', id: '1', at: now },
    { kind: 'quote-file', id: String(fileId), at: now },
  ])
  expect(await AuditEntryModel.find({}, { _id: 0 }).lean()).toEqual([
    {
      at: now,
      by: null,
      action: 'lead.deleted',
      subject: { kind: 'lead', id: '1', label: reference },
      details: 'Unchanged for 12 months',
    },
  ])
})

const addEntry = (id: string, at: Date) =>
  AuditEntryModel.create({ _id: id, at, action: 'lead.viewed', subject: { kind: 'lead', id: '1', label: 'KB-AAAAAA' } })

test('an entry of the audit trail goes after the days of the settings', async () => {
  await addEntry('old', new Date('2026-08-31T12:00:00Z'))
  await addEntry('new', new Date('2026-09-01T12:00:00Z'))
  const deps = await settled()
  await clearAuditTrail(deps)
  expect(await AuditEntryModel.countDocuments()).toBe(2)
  await saveSettings(deps.settings, { auditDays: 91 })
  await clearAuditTrail(deps)
  expect((await AuditEntryModel.find().lean()).map(({ _id }) => _id)).toEqual(['new'])
})

test('a running worker does both by itself', async () => {
  await addEntry('old', new Date('2020-01-01T00:00:00Z'))
  await addLead(1, { updatedAt: new Date('2020-01-01T00:00:00Z') })
  const deps = await testDeps()
  await saveSettings(deps.settings, { leadMonths: 12 })
  await runningWorker()
  const oldEntries = () => AuditEntryModel.countDocuments({ _id: 'old' })
  await until(async () => (await left()).length === 0 && (await oldEntries()) === 0)
  expect([await left(), await oldEntries()]).toEqual([[], 0])
})
