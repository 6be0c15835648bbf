import {
  ContractorModel,
  countOfferAt,
  entitledAt,
  isUnderCaps,
  type ContractorRecord,
} from '@kerbside/schema/contractors/contractor.model'
import { londonDay, londonWeek } from '@kerbside/schema/london-time'
import type { QueryFilter } from 'mongoose'

export type Reservation = { contractorId: string; contractorName: string; at: Date; previous: Date | null }

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
  const firm = await ContractorModel.findOneAndUpdate(
    { $and: [candidates, mayHaveLead(now)] },
    [countOfferAt(now)],
    // Among firms with the same time, the one with the fewest offers today comes first.
    { sort: { lastLeadAt: 1, 'offersOn.count': 1, _id: 1 }, returnDocument: 'before', updatePipeline: true },
  ).lean()
  if (firm === null) return null
  return { contractorId: String(firm._id), contractorName: firm.name, at: now, previous: firm.lastLeadAt }
}

function mayHaveLead(now: Date): QueryFilter<ContractorRecord> {
  return {
    $and: [entitledAt(now), { $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }] }],
    $expr: isUnderCaps(now),
  }
}

/** Returns the place, and restores the firm's turn unless it has had another lead since. */
export async function giveBack({ contractorId, at, previous }: Reservation): Promise<void> {
  await ContractorModel.updateOne(
    { _id: contractorId, 'offersOn.day': londonDay(at), 'offersOn.count': { $gt: 0 } },
    { $inc: { 'offersOn.count': -1 } },
  )
  await ContractorModel.updateOne(
    { _id: contractorId, 'offersInWeek.week': londonWeek(at), 'offersInWeek.count': { $gt: 0 } },
    { $inc: { 'offersInWeek.count': -1 } },
  )
  await ContractorModel.updateOne({ _id: contractorId, lastLeadAt: at }, { lastLeadAt: previous })
}
