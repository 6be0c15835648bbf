import type { ClientSession, Types } from 'mongoose'
import { recordErasures } from '../erasures/erasure.model.ts'
import { LeadExportModel } from '../exports/export.model.ts'
import { database, filesOf, readFile, removeFiles, type FilesToRemove } from '../file-store.model.ts'
import { LeadImportModel } from '../imports/import.model.ts'
import { contactsOf, type LeadContact } from '../leads/lead.ts'
import type { LeadRecord } from '../leads/lead.model.ts'
import { erasePhotosOf } from '../photos/photo.model.ts'
import { HeldQuoteModel } from '../quotes/held-quote.model.ts'
import { rememberGone } from '../submission/submission.model.ts'
import { eraseSearches, searchesIn } from './erase-searches.model.ts'

type Erased = LeadContact & Pick<LeadRecord, 'formerContacts'>

/** By what each of these homeowners was ever reached. */
export function addressesOf(leads: readonly Erased[]): { emails: string[]; mobiles: string[] } {
  const contacts = leads.flatMap(contactsOf)
  const different = (texts: string[]) => [...new Set(texts)].filter(Boolean)
  return {
    emails: different(contacts.map(({ email }) => email.toLowerCase())),
    mobiles: different(contacts.map(({ mobile }) => mobile)),
  }
}

/**
 * Erases what is stored of these homeowners beside their leads, because they had their details erased or the leads are
 * deleted: held quotes of the same people, files of leads, and what staff typed to find them. Imported files are too large
 * for a transaction: `eraseFromImports`. Returns the files to remove once the transaction has succeeded.
 */
export async function eraseTraces(
  leads: readonly (Erased & Pick<LeadRecord, '_id' | 'submissionId'>)[],
  at: Date,
  session: ClientSession,
): Promise<FilesToRemove> {
  if (leads.length === 0) return {}
  const { emails, mobiles } = addressesOf(leads)
  const held = await HeldQuoteModel.find(
    {
      $or: [
        { _id: { $in: leads.map(({ _id }) => _id) } },
        { submissionId: { $in: leads.map(({ submissionId }) => submissionId) } },
        { 'lead.email': { $in: emails } },
        { 'lead.mobile': { $in: mobiles } },
      ],
    },
    { lead: 1, submissionId: 1 },
    { session },
  ).lean()
  const heldIds = held.map(({ _id }) => _id)
  await HeldQuoteModel.deleteMany({ _id: { $in: heldIds } }, { session })
  await recordErasures('held-quote', heldIds, at, session)
  await rememberGone(
    [...leads, ...held].map(({ submissionId }) => submissionId),
    at,
    session,
  )
  // Any file of leads may hold one of these. They are there for an hour only, and can be made again.
  const files = await LeadExportModel.find({}, { fileId: 1 }, { session }).lean()
  await LeadExportModel.deleteMany({ _id: { $in: files.map((file) => file._id) } }, { session })
  await eraseSearches(leads.flatMap(contactsOf), searchesIn(database()), session)
  const quotes = held.map(({ lead }) => lead as Pick<LeadRecord, 'photos'>)
  return {
    photos: await erasePhotosOf(quotes, at, session),
    exports: files.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
  }
}

/** Removes imported files that hold an email or a phone number of these homeowners. Repeated it does no harm. */
export async function eraseFromImports(leads: readonly Erased[]): Promise<void> {
  const { emails, mobiles } = addressesOf(leads)
  const marks = [...emails, ...mobiles.map((mobile) => mobile.slice(-9))]
  for (const { _id, fileId, problemsFileId } of await LeadImportModel.find({}, 'fileId problemsFileId').lean()) {
    const text = (await readUnlessRemoved(fileId))?.toString('utf8').toLowerCase()
    if (text === undefined) continue
    const digits = text.replace(/[^\d\n]/g, '')
    if (!marks.some((mark) => text.includes(mark) || digits.includes(mark))) continue
    await LeadImportModel.deleteOne({ _id })
    await removeFiles('imports', problemsFileId ? [fileId, problemsFileId] : [fileId])
  }
}

/** Undefined when the file is gone by now: its time may be over, or the homeowner presses the button a second time. */
async function readUnlessRemoved(fileId: Types.ObjectId): Promise<Buffer | undefined> {
  try {
    return await readFile('imports', fileId)
  } catch (error) {
    // Its entry goes before its bytes.
    if ((await filesOf('imports').findOne({ _id: fileId })) === null) return undefined
    throw error
  }
}
