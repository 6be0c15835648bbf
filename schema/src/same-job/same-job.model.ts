import type { ClientSession } from 'mongoose'
import { LeadModel, type LeadRecord } from '../leads/lead.model.ts'
import { openToFirms } from '../leads/write-offers.model.ts'
import { jobRelation, sameJobMs, type JobLead } from './same-job.ts'

const fields = 'reference offers maximumFirms createdAt email mobile postcode trade emailConfirmedAt'
type Wanted = Pick<LeadRecord, '_id' | 'email' | 'mobile' | 'postcode' | 'trade' | 'createdAt' | 'emailConfirmedAt'>
type Found = JobLead & Wanted

/** The other open leads that are the same job for firms (see `jobRelation`). Oldest first. */
export async function findSameJob(lead: Wanted, session: ClientSession | null = null): Promise<Found[]> {
  const { _id, email, postcode, trade, createdAt } = lead
  if (postcode === null || email === '') return []
  const [from, to] = [-sameJobMs, sameJobMs].map((milliseconds) => new Date(createdAt.getTime() + milliseconds))
  const found = await LeadModel.find(
    { email, _id: { $ne: _id }, trade, createdAt: { $gte: from, $lte: to }, ...openToFirms },
    fields,
    { session },
  )
    .sort({ createdAt: 1, _id: 1 })
    .lean<Found[]>()
  return found.filter((other) => jobRelation(lead, other) === 'same')
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
