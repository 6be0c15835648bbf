import type { ClientSession, QueryFilter } from 'mongoose'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import { openToFirms } from '../leads/write-offers.model.ts'
import { districtOf } from '../quotes/postcode.ts'
import type { JobLead } from './same-job.ts'

/** Within so many milliseconds of each other leads can be the same job. */
const sameJobMs = 30 * 86_400_000

const fields = 'reference offers maximumFirms createdAt postcode'
type Found = JobLead & Pick<LeadRecord, '_id' | 'postcode'>
type Wanted = Pick<LeadRecord, '_id' | 'email' | 'mobile' | 'postcode' | 'trade' | 'createdAt'>

/**
 * The other open leads that are the same job for firms: of the same homeowner (by email or mobile), for the same trade in
 * the same district, received within 30 days of this one. Oldest first.
 */
export async function findSameJob(lead: Wanted, session: ClientSession | null = null): Promise<Found[]> {
  const { _id, email, mobile, postcode, trade, createdAt } = lead
  const contact: QueryFilter<LeadRecord>[] = [...(email ? [{ email }] : []), ...(mobile ? [{ mobile }] : [])]
  if (postcode === null || contact.length === 0) return []
  const { district } = districtOf(postcode)
  const [from, to] = [-sameJobMs, sameJobMs].map((milliseconds) => new Date(createdAt.getTime() + milliseconds))
  const found = await LeadModel.find(
    { $or: contact, _id: { $ne: _id }, trade, createdAt: { $gte: from, $lte: to }, ...openToFirms },
    fields,
    { session },
  )
    .sort({ createdAt: 1, _id: 1 })
    .lean<Found[]>()
  return found.filter((other) => other.postcode !== null && districtOf(other.postcode).district === district)
}

/**
 * Writes to these leads within the transaction that offers another one of the same job. Whoever offers one of them at the
 * same moment meets this write and begins again.
 */
export async function claimSameJob(others: readonly Pick<LeadRecord, '_id'>[], session: ClientSession): Promise<void> {
  if (others.length === 0) return
  const ids = others.map(({ _id }) => _id)
  await LeadModel.updateMany({ _id: { $in: ids } }, { $inc: { jobRevision: 1 } }, { session })
}
