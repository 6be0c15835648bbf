import type mongoose from 'mongoose'
import type { LeadRecord } from '../leads/lead.model.ts'
import { searchFieldsOf } from '../leads/search-text.ts'

/** Leads that one command changes. */
const atOnce = 500

/**
 * Leads are found and sorted without accents from now on. A lead that changes meanwhile keeps what its change has written:
 * the text that was read is part of the condition.
 */
export async function foldSearchTexts(db: mongoose.mongo.Db): Promise<void> {
  const leads = db.collection<LeadRecord>('leads')
  let changes: mongoose.mongo.AnyBulkWriteOperation<LeadRecord>[] = []
  const store = async () => {
    if (changes.length > 0) await leads.bulkWrite(changes, { ordered: false })
    changes = []
  }
  for await (const lead of leads.find()) {
    const { _id, searchText } = lead
    const fields = searchFieldsOf(lead)
    if (fields.searchText === searchText) continue
    changes.push({ updateOne: { filter: { _id, searchText }, update: { $set: fields } } })
    if (changes.length === atOnce) await store()
  }
  await store()
}
