import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { publicRating } from '@kerbside/schema/contractors/rating'
import { createLookup } from '@kerbside/schema/operation/in-groups'
import { driverCollection } from '@kerbside/schema/transaction.model'
import mongoose from 'mongoose'

// Emails that are composed at the same moment are mostly of the same leads and firms.
const leadRecord = createLookup((ids: number[]) =>
  driverCollection(LeadModel)
    .find({ _id: { $in: ids } })
    .toArray(),
)
const firmRecord = createLookup((ids: string[]) =>
  driverCollection(ContractorModel)
    .find({ _id: { $in: ids.map((id) => new mongoose.Types.ObjectId(id)) } })
    .toArray(),
)

/** The lead that an email is about; null when it was deleted. */
export async function findLead(id: number | null): Promise<Lead | null> {
  const record = id === null ? null : await leadRecord(id)
  return record && toLead(record)
}

export type Firm = Contractor & { rating: string | null }

/** The firm that an email is about, with its rating as homeowners may see it; null when it was deleted. */
export async function findFirm(id: string | null): Promise<Firm | null> {
  const record = id !== null && mongoose.isValidObjectId(id) ? await firmRecord(id) : null
  return record && { ...toContractor(record), rating: publicRating(record.ratings) }
}

/** The price that an email of a lead is about, by the id that ends the delivery's own. */
export const estimateAbout = ({ estimates = [] }: Lead, { _id }: { _id: string }) =>
  estimates.find(({ id }) => _id.endsWith(`-${id}`))
