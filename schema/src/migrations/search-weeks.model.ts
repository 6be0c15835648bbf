import type mongoose from 'mongoose'
import { weekMs } from '../leads/list/lead-search.model.ts'

/**
 * Writes into the search index in which week each lead was received. Safe to repeat, and beside a server of the former
 * release: what that one writes without a week is found as well. Its own index stays, because its queries name it.
 */
export async function addSearchWeeks(db: mongoose.mongo.Db): Promise<void> {
  const week = { $toInt: { $floor: { $divide: [{ $toLong: '$createdAt' }, weekMs] } } }
  const into = { into: 'leadsearches', whenMatched: 'merge', whenNotMatched: 'discard' } as const
  await db
    .collection('leads')
    .aggregate([{ $project: { week } }, { $merge: into }])
    .toArray()
}
