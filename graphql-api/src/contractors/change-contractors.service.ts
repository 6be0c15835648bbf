import type { Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, toContractor, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { recordErasures } from '@kerbside/schema/erasures/erasure.model'
import { AppError } from '@kerbside/schema/errors'
import { removeFilesOrLeave } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import type { ClientSession } from 'mongoose'
import { changedFields, recordAudit, type Audited } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { ContractorChange, NewContractor, nullable } from './contractor-input.ts'
import { contractorSubject, findContractor, noSuchFirm } from './contractors.service.ts'
import { leaveJobs } from './leave-jobs.ts'

export async function createContractor(ctx: Context, input: unknown): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const created = await ContractorModel.create(parse(NewContractor, input))
  await recordAudit(ctx, { action: 'contractor.created', subject: contractorSubject(created) })
  return toContractor(created.toObject())
}

/** What is not given stays as it is; without a version the last change wins. */
export async function updateContractor(ctx: Context, id: string, input: unknown): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { version, ...given } = parse(ContractorChange, input)
  const change = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && (value !== null || nullable.includes(name))),
  )
  const before = await findContractor(id)
  if (version && version !== before.version) throw stale()
  if (Object.keys(change).length === 0) return toContractor(before)
  const updated = await writeContractor(ctx, before, change)
  // Somebody else has changed or deleted it in between.
  if (!updated) throw (await ContractorModel.exists({ _id: before._id })) ? stale() : noSuchFirm()
  return updated
}

/**
 * Writes a change with its entry in the audit trail. Null when somebody else was quicker. `by`: who changes it, if that is
 * not the viewer. Whoever calls this has checked the permission.
 */
export async function writeContractor(
  ctx: Context,
  before: ContractorRecord,
  change: Partial<ContractorRecord>,
  { by, details = changedFields(before, change) }: Pick<Audited, 'by' | 'details'> = {},
): Promise<Contractor | null> {
  const isLeaving = before.active && change.active === false
  const write = async (session?: ClientSession) => {
    const updated = await ContractorModel.findOneAndUpdate(
      { _id: before._id, version: before.version },
      { $set: { ...change, version: before.version + 1 } },
      { returnDocument: 'after', ...(session && { session }) },
    ).lean()
    if (!updated) return null
    if (session) await leaveJobs(ctx, updated, 'firm may take no jobs', session)
    const audited = { action: 'contractor.changed' as const, subject: contractorSubject(updated), details }
    await recordAudit(ctx, by ? { ...audited, by } : audited, session)
    return toContractor(updated)
  }
  return isLeaving ? inTransaction(write) : write()
}

/** Lets emails go to an address again from which they came back. */
export async function clearAddressBounce(ctx: Context, id: string): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const before = await findContractor(id)
  if (!before.addressBounce) return toContractor(before)
  const updated = await writeContractor(
    ctx,
    before,
    { addressBounce: null },
    { details: 'Emails go to its address again' },
  )
  if (!updated) throw stale()
  return updated
}

/** Ends all links that were emailed to a contractor until now. The next email has new ones. */
export async function revokeContractorLinks(ctx: Context, id: string): Promise<Contractor> {
  requireCan(ctx.viewer, 'contractor:edit')
  const before = await findContractor(id)
  const linksVersion = (before.linksVersion ?? 0) + 1
  const updated = await writeContractor(ctx, before, { linksVersion }, { details: 'Revoked all links' })
  if (!updated) throw stale()
  return updated
}

/**
 * Deletes a firm with its evidence and its webhook, and withdraws its open offers and quotes. Leads keep its name in their
 * offers. The transaction writes the firm, so that an acceptance at the same moment comes before, or not at all.
 */
export async function deleteContractor(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'contractor:edit')
  const { _id } = await findContractor(id)
  const contractorId = String(_id)
  const at = ctx.now()
  const { evidence } = await inTransaction(async (session) => {
    const firm = await ContractorModel.findOneAndDelete({ _id }, { session }).orFail(noSuchFirm)
    await requireDetailsSent(contractorId, session)
    const evidence = (await EvidenceModel.find({ contractorId }, '_id', { session }).lean()).map(({ _id }) => _id)
    await EvidenceModel.deleteMany({ contractorId }, { session })
    await WebhookModel.deleteOne({ _id: contractorId }, { session })
    const { offers, quotes } = await leaveJobs(ctx, firm, 'firm is deleted', session)
    await recordErasures('contractor', [contractorId], at, session)
    await recordErasures('evidence', evidence, at, session)
    const withdrawn = [offers > 0 && `Open offers withdrawn: ${offers}`, quotes > 0 && `quotes withdrawn: ${quotes}`]
    const details = withdrawn.filter(Boolean).join(', ') || null
    await recordAudit(ctx, { action: 'contractor.deleted', subject: contractorSubject(firm), details }, session)
    return { evidence }
  })
  await removeFilesOrLeave({ evidence }, ctx.log)
}

export const stale = () =>
  new AppError(
    'CONFLICT',
    'A colleague has changed this firm since you opened it. Check what it says now, and save again.',
  )

/** A firm that has accepted is owed the homeowner's details, and the homeowner its name: both emails need its record. */
async function requireDetailsSent(contractorId: string, session: ClientSession): Promise<void> {
  const isPending = await LeadModel.exists({
    'outbox.dueAt': { $exists: true }, // for the index
    outbox: { $elemMatch: { type: 'offer.accepted', contractorId } },
  }).session(session)
  const isUnsent = await DeliveryModel.exists({
    state: { $in: ['queued', 'sending'] },
    contractorId,
    kind: { $in: ['contact-details', 'accepted-notice'] },
  }).session(session)
  if (isPending || isUnsent) {
    throw new AppError(
      'CONFLICT',
      'The firm has accepted a job, and the emails about it are not out yet. Try again once they are, or make the firm inactive until then.',
    )
  }
}
