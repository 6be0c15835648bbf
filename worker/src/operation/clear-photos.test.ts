import { chunksOf, filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { clearHeldQuotes } from '../quotes/clear-held-quotes.ts'
import { testDeps, useWorkers } from '../testing/test-worker.ts'
import { clearPhotos } from './clear-files.ts'

useDatabase()
useWorkers()
beforeEach(async () => {
  await filesOf('photos').deleteMany({})
  await chunksOf('photos').deleteMany({})
})
const now = new Date('2026-11-30T12:00:00Z')
const minutesBefore = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** A file of this age, which a photo may name. */
async function aFile(minutes: number) {
  const time = Types.ObjectId.createFromTime(minutesBefore(minutes).getTime() / 1_000)
    .toHexString()
    .slice(0, 8)
  const fileId = new Types.ObjectId(time + new Types.ObjectId().toHexString().slice(8))
  await storeFile('photos', fileId, 'photo.jpg', Buffer.from('photo'))
  return { fileId, photo: { id: crypto.randomUUID(), fileId: String(fileId), width: 1, height: 1, size: 5, at: now } }
}
const left = async () => [
  (await filesOf('photos').distinct('_id')).map(String).toSorted(),
  (await chunksOf('photos').distinct('files_id')).map(String).toSorted(),
]

test('files that no lead and no held quote names go after an hour, whole or in part; all others stay', async () => {
  const [ofLead, held, fresh, unnamed, withoutEntry] = await Promise.all([
    aFile(90),
    aFile(90),
    aFile(50),
    aFile(90),
    aFile(90),
  ])
  await LeadModel.create(aLead(1, { photos: [ofLead.photo] }))
  const { _id, submissionId, ...lead } = aLead(2)
  const record = { _id, submissionId, reason: 'honeypot' as const, createdAt: now }
  await HeldQuoteModel.create({ ...record, lead: { ...lead, photos: [held.photo] } })
  await filesOf('photos').deleteOne({ _id: withoutEntry.fileId })
  const deps = { ...(await testDeps()), now: () => now }
  await clearPhotos(deps)
  await clearPhotos(deps)
  const stay = [ofLead, held, fresh].map(({ fileId }) => String(fileId)).toSorted()
  expect(await left()).toEqual([stay, stay])
  expect(stay).not.toContain(String(unnamed.fileId))
})

test('a held quote that goes by itself takes its photos with it', async () => {
  const { photo } = await aFile(1)
  const { _id, submissionId, ...lead } = aLead(1)
  const createdAt = minutesBefore(31 * 24 * 60)
  await HeldQuoteModel.create({ _id, submissionId, reason: 'honeypot', createdAt, lead: { ...lead, photos: [photo] } })
  await clearHeldQuotes({ ...(await testDeps()), now: () => now })
  expect(await left()).toEqual([[], []])
})
