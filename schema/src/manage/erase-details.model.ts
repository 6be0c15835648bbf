import type { ClientSession } from 'mongoose'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import { EstimateModel } from '../estimates/estimate.model.ts'
import { recordErasures } from '../erasures/erasure.model.ts'
import type { FilesToRemove } from '../file-store.model.ts'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import type { LeadActivity } from '../leads/lead.ts'
import { searchFieldsOf } from '../leads/search-text.ts'
import { erasePhotosOf } from '../photos/photo.model.ts'
import { QuoteFileModel } from '../quote-files/quote-file.model.ts'
import { leadColumnNames, type LeadColumns } from '../quotes/columns.ts'
import { withoutWords } from '../leads/write-estimates.model.ts'
import { withoutRatingTexts } from '../leads/write-offers.model.ts'
import { districtOf } from '../quotes/postcode.ts'
import { addressesOf, eraseTraces } from './erase-traces.model.ts'

/**
 * Erases what tells who the homeowner of a lead is, here and wherever else it is stored. Number, reference, times, status,
 * trade, district and source stay, for the figures. Imported files are too large for a transaction: `eraseFromImports`.
 * Returns the files to remove once the transaction has succeeded.
 */
export async function eraseDetails(lead: LeadRecord, at: Date, session: ClientSession): Promise<FilesToRemove> {
  const { _id, reference } = lead
  const { emails, mobiles } = addressesOf([lead])
  const found = searchFieldsOf({ fullName: '', email: '', mobile: '', reference })
  await LeadModel.updateOne(
    { _id },
    {
      $set: { ...blanked(lead), ...found, erasedAt: at },
      $unset: { photos: 1, formerContacts: 1 },
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
  await DeliveryModel.deleteMany({ leadId: _id }, { session })
  const sent = await QuoteFileModel.find({ leadId: _id }, { fileId: 1 }, { session }).lean()
  await QuoteFileModel.deleteMany({ leadId: _id }, { session })
  // What the prices came to stays in the lead, for the figures.
  await EstimateModel.deleteMany({ leadId: _id }, { session })
  const traces = await eraseTraces([lead], at, session)
  const pdfs = sent.map(({ fileId }) => fileId)
  await recordErasures('homeowner', [_id], at, session)
  await recordErasures('quote-file', pdfs, at, session)
  const photos = await erasePhotosOf([lead], at, session)
  return { ...traces, quoteFiles: pdfs, photos: [...photos, ...(traces.photos ?? [])] }
}

function blanked({
  postcode,
  attribution,
  statusHistory,
  activity,
  complaints,
  corrections,
  offers,
  estimates,
  questions,
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
    ...withoutWords({ estimates, questions }),
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
