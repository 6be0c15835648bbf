import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { publicRating } from '@kerbside/schema/manage/rating'
import { createLookup } from '@kerbside/schema/operation/in-groups'
import mongoose from 'mongoose'

const findContractor = createLookup((ids: string[]) => ContractorModel.find({ _id: { $in: ids } }).lean())

/** The firm that an email is about, with its rating as homeowners may see it; null when it was deleted. */
export async function findFirm(id: string | null): Promise<(Contractor & { rating: string | null }) | null> {
  const record = id !== null && mongoose.isValidObjectId(id) ? await findContractor(id) : null
  return record && { ...toContractor(record), rating: publicRating(record.ratings) }
}
