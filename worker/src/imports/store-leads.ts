import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { driverCollection } from '@kerbside/schema/transaction.model'
import type { GoodRow } from './check-row.ts'

/** A lead that has the submission id of a row. */
export type ImportedLead = { importId: string | null; digest: string | null }

/** The leads that some rows are already, by submission id. */
export async function findImportedLeads(rows: readonly GoodRow[]): Promise<Map<string, ImportedLead>> {
  const ids = rows.map(({ submissionId }) => submissionId)
  const references = rows.flatMap(({ reference }) => reference ?? [])
  const leads = await LeadModel.find(
    { $or: [{ submissionId: { $in: ids } }, { reference: { $in: references } }] },
    'submissionId reference importId requestDigest',
  ).lean()
  const known = new Map(
    leads.map(({ submissionId, importId = null, requestDigest: digest }) => [submissionId, { importId, digest }]),
  )
  const byReference = new Map(leads.map((lead) => [lead.reference, lead]))
  for (const { submissionId, reference, digest } of rows) {
    // Whatever the row says besides, it is that lead; what staff have changed since stays.
    if (reference !== null && byReference.has(reference)) known.set(submissionId, { importId: null, digest })
  }
  return known
}

/** Stores the rows that are no leads yet, and returns the leads that there are then. */
export async function storeLeads(
  rows: readonly GoodRow[],
  nextLeadId: () => Promise<number>,
): Promise<Map<string, ImportedLead>> {
  const known = await findImportedLeads(rows)
  const fresh = new Map<string, LeadRecord>()
  for (const { submissionId, leadOf } of rows) {
    if (!known.has(submissionId) && !fresh.has(submissionId)) fresh.set(submissionId, leadOf(await nextLeadId()))
  }
  if (fresh.size === 0) return known
  try {
    await driverCollection(LeadModel).insertMany([...fresh.values()], {
      ordered: false,
      writeConcern: { w: 'majority' },
    })
  } catch (error) {
    // Of a row that another import has stored meanwhile there is a lead all the same.
    const leads = await findImportedLeads(rows)
    if ([...fresh.keys()].some((id) => !leads.has(id))) throw error
  }
  return findImportedLeads(rows)
}
