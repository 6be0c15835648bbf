import {
  ContractorModel,
  countOfferOn,
  entitledAt,
  type ContractorRecord,
} from '@kerbside/schema/contractors/contractor.model'
import { londonDay } from '@kerbside/schema/london-time'
import type { QueryFilter } from 'mongoose'

export type Reservation = { contractorId: string; contractorName: string; day: string; at: Date; previous: Date | null }

/**
 * Reserves one of today's places of a firm: of these firms, the one that has waited longest and may still have a lead.
 * Null when none of them may. One atomic update, so that a cap holds however many leads are matched at once.
 *
 * Firms that had a lead after `seenAt` come last. Otherwise leads that are matched concurrently would all take the same
 * firm, because MongoDB checks a changed document's filter again but not its order.
 */
export async function reserveLongestWaiting(
  candidateIds: readonly string[],
  now: Date,
  seenAt: Date,
): Promise<Reservation | null> {
  const any = { _id: { $in: candidateIds } }
  const unserved = { $or: [{ lastLeadAt: null }, { lastLeadAt: { $lt: seenAt } }] }
  return (await reserveFirst({ $and: [any, unserved] }, now)) ?? reserveFirst(any, now)
}

async function reserveFirst(candidates: QueryFilter<ContractorRecord>, now: Date): Promise<Reservation | null> {
  const day = londonDay(now)
  const firm = await ContractorModel.findOneAndUpdate(
    { $and: [candidates, mayHaveLead(day, now)] },
    [countOfferOn(day, now)],
    // Among firms with the same time, the one with the fewest offers today comes first.
    { sort: { lastLeadAt: 1, 'offersOn.count': 1, _id: 1 }, returnDocument: 'before', updatePipeline: true },
  ).lean()
  if (firm === null) return null
  return { contractorId: String(firm._id), contractorName: firm.name, day, at: now, previous: firm.lastLeadAt }
}

function mayHaveLead(day: string, now: Date): QueryFilter<ContractorRecord> {
  return {
    $and: [entitledAt(now), { $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }] }],
    $expr: { $gt: ['$dailyCap', { $cond: [{ $eq: ['$offersOn.day', day] }, '$offersOn.count', 0] }] },
  }
}

/** Returns the place, and restores the firm's turn unless it has had another lead since. */
export async function giveBack({ contractorId, day, at, previous }: Reservation): Promise<void> {
  await ContractorModel.updateOne(
    { _id: contractorId, 'offersOn.day': day, 'offersOn.count': { $gt: 0 } },
    { $inc: { 'offersOn.count': -1 } },
  )
  await ContractorModel.updateOne({ _id: contractorId, lastLeadAt: at }, { lastLeadAt: previous })
}
