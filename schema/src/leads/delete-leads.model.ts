import type { ClientSession, QueryFilter } from 'mongoose'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import { recordErasures } from '../erasures/erasure.model.ts'
import { LeadSearchModel } from './lead-search.model.ts'
import { LeadModel, type LeadRecord } from './lead.model.ts'

/** Leads go with everything that belongs to them. Returns those that were there, for the audit trail. */
export async function deleteLeadRecords(
  match: QueryFilter<LeadRecord>,
  at: Date,
  session: ClientSession,
): Promise<Pick<LeadRecord, '_id' | 'reference'>[]> {
  const leads = await LeadModel.find(match, { _id: 1, reference: 1 }, { session }).lean()
  const leadIds = leads.map(({ _id }) => _id)
  await LeadModel.deleteMany({ _id: { $in: leadIds } }, { session })
  await LeadSearchModel.deleteMany({ _id: { $in: leadIds } }, { session })
  await DeliveryModel.deleteMany({ leadId: { $in: leadIds } }, { session })
  await recordErasures('lead', leadIds, at, session)
  return leads
}
