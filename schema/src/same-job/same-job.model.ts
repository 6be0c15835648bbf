import type { ClientSession, QueryFilter } from 'mongoose'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import { openToFirms } from '../leads/write-offers.model.ts'
import { districtOf } from '../quotes/postcode.ts'
import type { JobLead } from './same-job.ts'

/** Within so many milliseconds of each other leads can be the same job. */
const sameJobMs = 30 * 86_400_000

const fields = 'reference offers maximumFirms createdAt jobRevision postcode'
type Found = JobLead & Pick<LeadRecord, '_id' | 'jobRevision' | 'postcode'>
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

type Revised = Pick<LeadRecord, '_id' | 'jobRevision'>

/**
 * Claims these leads for a write of offers to another one that is the same job, within its transaction. False when one of
 * them has got offers since it was read. Whoever writes offers to one of them at the same moment meets this write.
 */
export async function claimSameJob(others: readonly Revised[], session: ClientSession): Promise<boolean> {
  for (const { _id, jobRevision } of others.toSorted((a, b) => a._id - b._id)) {
    const unchanged = { _id, jobRevision: jobRevision ?? null }
    const { matchedCount } = await LeadModel.updateOne(unchanged, { $inc: { jobRevision: 1 } }, { session })
    if (matchedCount === 0) return false
  }
  return true
}
