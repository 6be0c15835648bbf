import { CounterModel } from '@kerbside/schema/leads/lead-id.model'
import { searchTextOf } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { indexLeads, searchProgress } from '@kerbside/schema/leads/lead-search.model'
import mongoose from 'mongoose'
import type { Deps } from '../deps.ts'

/** A lead has about 90 tails, and a transaction has to fit into MongoDB's cache. */
const batchSize = 100
const batchesInOnePass = 20

/**
 * Makes the leads of older releases searchable, some thousands in a pass, from the lowest number up. Safe to repeat and
 * beside others that do the same. Until it has come to the end, search reads leads without the index.
 */
export async function indexOlderLeads({ log }: Pick<Deps, 'log'>): Promise<void> {
  for (let batch = 0; batch < batchesInOnePass; batch++) {
    const progress = await CounterModel.findById(searchProgress).lean()
    if (!progress) return
    const last = await mongoose.connection.transaction((session) => indexBatch(progress.next, session))
    if (last !== null) {
      await CounterModel.updateOne({ _id: searchProgress }, { $max: { next: last } })
      continue
    }
    await CounterModel.deleteOne({ _id: searchProgress })
    log.info('all leads are in the search index')
  }
}

/** The last number of the batch; null when there are no more leads. */
async function indexBatch(after: number, session: mongoose.ClientSession): Promise<number | null> {
  // One that nobody has finished is indexed when it is finished.
  const leads = await LeadModel.find({ _id: { $gt: after }, dispatchedAt: { $ne: null } }, null, { session })
    .sort({ _id: 1 })
    .limit(batchSize)
    .lean()
  const texts = leads.map((lead) => ({ _id: lead._id, searchText: searchTextOf(lead) }))
  const outdated = texts.filter(({ searchText }, place) => searchText !== leads[place]?.searchText)
  if (outdated.length > 0) {
    await LeadModel.bulkWrite(
      outdated.map(({ _id, searchText }) => ({ updateOne: { filter: { _id }, update: { $set: { searchText } } } })),
      { session, ordered: false, timestamps: false },
    )
  }
  await indexLeads(texts, session)
  return texts.at(-1)?._id ?? null
}
