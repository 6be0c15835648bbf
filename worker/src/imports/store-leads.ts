import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { isRepeat } from '@kerbside/schema/submission/lead-of-quote.model'
import { driverCollection, inTransaction } from '@kerbside/schema/transaction.model'
import type { ClientSession } from 'mongoose'
import type { GoodRow } from './check-row.ts'

/** A lead that has the submission id of a row. */
export type ImportedLead = { importId: string | null; digest: string | null }

/** The leads that some rows are already, by submission id. */
export async function findImportedLeads(
  rows: readonly GoodRow[],
  session?: ClientSession,
): Promise<Map<string, ImportedLead>> {
  const ids = rows.map(({ submissionId }) => submissionId)
  const wanted = { submissionId: { $in: ids } }
  const leads = await LeadModel.find(wanted, 'submissionId importId requestDigest', session && { session }).lean()
  return new Map(
    leads.map(({ submissionId, importId = null, requestDigest: digest }) => [submissionId, { importId, digest }]),
  )
}

/** How often a batch is begun anew because another import stores the same leads. */
const maxTries = 20

/** Stores the rows that are no leads yet, and returns the leads that were there before. */
export async function storeLeads(
  rows: readonly GoodRow[],
  nextLeadId: () => Promise<number>,
): Promise<Map<string, ImportedLead>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction((session) => storeNew(rows, nextLeadId, session))
    } catch (error) {
      if (!isRepeat(error) || attempt === maxTries) throw error
    }
  }
}

async function storeNew(
  rows: readonly GoodRow[],
  nextLeadId: () => Promise<number>,
  session: ClientSession,
): Promise<Map<string, ImportedLead>> {
  const known = await findImportedLeads(rows, session)
  const fresh = new Map<string, LeadRecord>()
  for (const { submissionId, leadOf } of rows) {
    if (!known.has(submissionId) && !fresh.has(submissionId)) fresh.set(submissionId, leadOf(await nextLeadId()))
  }
  if (fresh.size > 0) {
    await driverCollection(LeadModel).insertMany([...fresh.values()], { session })
  }
  return known
}
