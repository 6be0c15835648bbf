import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { publicRating } from '@kerbside/schema/contractors/rating'
import mongoose from 'mongoose'

/** The lead that an email is about; null when it was deleted. */
export async function findLead(id: number | null): Promise<Lead | null> {
  const record = id === null ? null : await LeadModel.findById(id).lean()
  return record && toLead(record)
}

export type Firm = Contractor & { rating: string | null }

/** The firm that an email is about, with its rating as homeowners may see it; null when it was deleted. */
export async function findFirm(id: string | null): Promise<Firm | null> {
  const record = id !== null && mongoose.isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  return record && { ...toContractor(record), rating: publicRating(record.ratings) }
}

/** Whether a lead is lost by the very move that an email tells of: none that was undone or made again since. */
export function isOfClosing({ status, statusHistory }: Lead, { _id }: { _id: string }): boolean {
  const at = statusHistory.findLast(({ to }) => to === 'lost')?.at.getTime()
  return status === 'lost' && _id.endsWith(`-${at}`)
}

/** The price that an email of a lead is about, by the id that ends the delivery's own. */
export const estimateAbout = ({ estimates = [] }: Lead, { _id }: { _id: string }) =>
  estimates.find(({ id }) => _id.endsWith(`-${id}`))
