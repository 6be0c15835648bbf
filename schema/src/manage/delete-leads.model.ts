import type { ClientSession, QueryFilter } from 'mongoose'
import { ContractorModel } from '../contractors/contractor.model.ts'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import { recordErasures } from '../erasures/erasure.model.ts'
import { EstimateModel } from '../estimates/estimate.model.ts'
import { removeFilesOrLeave, type FilesToRemove } from '../file-store.model.ts'
import { erasePhotosOf } from '../photos/photo.model.ts'
import { QuoteFileModel } from '../quote-files/quote-file.model.ts'
import type { LeadContact } from '../leads/lead.ts'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import { eraseFromImports, eraseTraces } from './erase-traces.model.ts'

/** Leads that were there, and the stored files that belonged to them. */
type Deleted = {
  leads: (Pick<LeadRecord, '_id' | 'reference' | 'formerContacts'> & LeadContact)[]
  files: FilesToRemove
}

/** The ratings of these leads no longer count for their firms. */
async function takeBackRatings(leadIds: readonly number[], session: ClientSession): Promise<void> {
  const rated = { _id: { $in: leadIds }, 'offers.rating.stars': { $gt: 0 } }
  for (const { offers } of await LeadModel.find(rated, { offers: 1 }, { session }).lean()) {
    for (const { contractorId, rating } of offers) {
      if (!rating) continue
      const less = { 'ratings.count': -1, 'ratings.sum': -rating.stars }
      await ContractorModel.updateOne({ _id: contractorId }, { $inc: less }, { session, timestamps: false })
    }
  }
}

/**
 * Leads go with everything that belongs to them and with what tells elsewhere who their homeowners are. Their files, and
 * imported files that name them, follow once the transaction has succeeded: `removeWhatIsLeft`.
 */
export async function deleteLeadRecords(
  match: QueryFilter<LeadRecord>,
  at: Date,
  session: ClientSession,
): Promise<Deleted> {
  const fields = 'reference submissionId photos firstName lastName email mobile postcode formerContacts'
  const leads = await LeadModel.find(match, fields, { session }).lean()
  const leadIds = leads.map(({ _id }) => _id)
  await takeBackRatings(leadIds, session)
  await LeadModel.deleteMany({ _id: { $in: leadIds } }, { session })
  await DeliveryModel.deleteMany({ leadId: { $in: leadIds } }, { session })
  await EstimateModel.deleteMany({ leadId: { $in: leadIds } }, { session })
  const sent = await QuoteFileModel.find({ leadId: { $in: leadIds } }, { fileId: 1 }, { session }).lean()
  await QuoteFileModel.deleteMany({ leadId: { $in: leadIds } }, { session })
  await EstimateModel.deleteMany({ leadId: { $in: leadIds } }, { session })
  const quoteFiles = sent.map(({ fileId }) => fileId)
  await recordErasures('lead', leadIds, at, session)
  await recordErasures('quote-file', quoteFiles, at, session)
  const photos = await erasePhotosOf(leads, at, session)
  const traces = await eraseTraces(leads, at, session)
  return { leads, files: { ...traces, quoteFiles, photos: [...photos, ...(traces.photos ?? [])] } }
}

/** What fails is logged and left to the clearing jobs: an imported file is there for an hour only. */
export async function removeWhatIsLeft(
  { leads, files }: Deleted,
  log: Parameters<typeof removeFilesOrLeave>[1],
): Promise<void> {
  await eraseFromImports(leads).catch((err: unknown) => log.warn({ err }, 'imported files of deleted leads are left'))
  await removeFilesOrLeave(files, log)
}
