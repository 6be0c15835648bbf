import type { ClientSession, Types } from 'mongoose'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import { recordErasures } from '../erasures/erasure.model.ts'
import { LeadExportModel } from '../exports/export.model.ts'
import { database, filesOf, readFile, removeFiles, type FilesToRemove } from '../file-store.model.ts'
import { LeadImportModel } from '../imports/import.model.ts'
import { indexLeads } from '../leads/lead-search.model.ts'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import { searchTextOf, type Lead, type LeadActivity } from '../leads/lead.ts'
import { erasePhotosOf } from '../photos/photo.model.ts'
import { QuoteFileModel } from '../quote-files/quote-file.model.ts'
import { columnOf, leadColumnNames, type LeadColumn, type LeadColumns } from '../quotes/columns.ts'
import { HeldQuoteModel } from '../quotes/held-quote.model.ts'
import { parsePhone } from '../quotes/phone.ts'
import { withoutRatingTexts } from '../offers/write-offers.model.ts'
import { countryOf, districtOf } from '../quotes/postcode.ts'
import { eraseSearches, searchesIn } from './erase-searches.model.ts'

/**
 * Erases what tells who the homeowner of a lead is, here and wherever else it is stored. Number, reference, times, status,
 * trade, district and source stay, for the figures. Imported files are too large for a transaction: `eraseFromImports`.
 * Returns the files to remove once the transaction has succeeded.
 */
export async function eraseDetails(lead: LeadRecord, at: Date, session: ClientSession): Promise<FilesToRemove> {
  const { _id, reference } = lead
  const { emails, mobiles } = contactsOf(lead)
  const searchText = searchTextOf({ fullName: '', email: '', mobile: '', reference })
  await LeadModel.updateOne(
    { _id },
    {
      $set: { ...blanked(lead), searchText, erasedAt: at },
      $unset: { photos: 1 },
      $pull: { outbox: { type: 'quote.sent' } },
    },
    { session },
  )
  // The reasons of other leads of the same homeowner name this one.
  await LeadModel.updateMany(
    { 'matching.reasons': { $regex: reference }, $or: [{ email: { $in: emails } }, { mobile: { $in: mobiles } }] },
    { $pull: { 'matching.$[].reasons': { $regex: reference } } },
    { session },
  )
  if (lead.dispatchedAt !== null) await indexLeads([{ _id, searchText }], session)
  await DeliveryModel.deleteMany({ leadId: _id }, { session })
  await HeldQuoteModel.deleteMany({ _id }, { session })
  const sent = await QuoteFileModel.find({ leadId: _id }, { fileId: 1 }, { session }).lean()
  await QuoteFileModel.deleteMany({ leadId: _id }, { session })
  // Any file of leads may hold this one. They are there for an hour only, and can be made again.
  const files = await LeadExportModel.find({}, { fileId: 1 }, { session }).lean()
  await LeadExportModel.deleteMany({ _id: { $in: files.map((file) => file._id) } }, { session })
  await eraseSearches(lead, searchesIn(database()), session)
  const pdfs = sent.map(({ fileId }) => fileId)
  await recordErasures('homeowner', [_id], at, session)
  await recordErasures('quote-file', pdfs, at, session)
  return {
    photos: await erasePhotosOf([lead], at, session),
    quoteFiles: pdfs,
    exports: files.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
  }
}

function blanked({
  postcode,
  attribution,
  statusHistory,
  activity,
  complaints,
  corrections,
  offers,
  consent,
}: LeadRecord): Partial<LeadRecord> {
  const columns = Object.fromEntries(leadColumnNames.map((column) => [column, null])) as unknown as LeadColumns
  return {
    ...columns,
    firstName: '',
    lastName: '',
    fullName: '',
    email: '',
    mobile: '',
    postcode: postcode && districtOf(postcode).district,
    answers: [],
    matching: [],
    requestDigest: null,
    statusHistory: statusHistory.map((change) => ({ ...change, note: null })),
    lostReason: null,
    followUpAt: null,
    ...(complaints && { complaints: complaints.map((complaint) => ({ ...complaint, text: '' })) }),
    offers: withoutRatingTexts(offers),
    ...(consent && { consent: { jurisdiction: consent.jurisdiction } }),
    ...(corrections && { corrections: corrections.map(({ at }) => ({ at, changes: [] })) }),
    ...(activity && { activity: activity.map(withoutText) }),
    urlType: null,
    attribution: {
      source: attribution.source,
      medium: null,
      campaign: null,
      term: null,
      content: null,
      referrer: null,
    },
  }
}

/** What colleagues did and when, without a word about the homeowner. */
const withoutText = ({ kind, at, by, assignedTo, quote }: LeadActivity): LeadActivity => ({
  kind,
  at,
  by,
  ...(assignedTo !== undefined && { assignedTo }),
  ...(quote && { quote: { ...quote, file: null } }),
})

type Contact = Pick<Lead, 'email' | 'mobile' | 'postcode' | 'corrections'>

/** The homeowner's addresses and phone numbers, with those from before they corrected them. */
function contactsOf({ email, mobile, postcode, corrections = [] }: Contact) {
  const changes = corrections.flatMap((correction) => correction.changes)
  const former = (column: LeadColumn) =>
    changes.flatMap(({ name, before }) => (columnOf(name) === column ? [before] : []))
  const country = postcode && countryOf(postcode)
  const numbers = former('mobile').map((number) => parsePhone(number, country || null) ?? '')
  return {
    emails: [email, ...former('email')].map((address) => address.toLowerCase()).filter(Boolean),
    mobiles: [mobile, ...numbers].filter(Boolean),
  }
}

/** Removes imported files that hold the email or the phone number. Repeated it does no harm. */
export async function eraseFromImports(lead: Contact): Promise<void> {
  const { emails, mobiles } = contactsOf(lead)
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
