import { leadSubject } from '@kerbside/schema/audit/audit'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { deleteLeadRecords, removeWhatIsLeft } from '@kerbside/schema/manage/delete-leads.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'

type RetentionDeps = Pick<Deps, 'now' | 'log' | 'settings'>

/** Removes entries of the audit trail after the days of the settings. Safe to repeat. */
export async function clearAuditTrail({ now, log, settings }: RetentionDeps): Promise<void> {
  await settings.refresh() // a process that has just begun would delete by the defaults
  const before = new Date(now().getTime() - settings().auditDays * 86_400_000)
  const { deletedCount } = await AuditEntryModel.deleteMany({ at: { $lte: before } })
  if (deletedCount > 0) log.info({ count: deletedCount }, 'cleared entries of the audit trail whose time is over')
}

/** Leads that one transaction deletes. */
const leadsAtOnce = 100

/**
 * Deletes leads that did not convert and that nobody has changed for the months of the settings, if these say any. One that
 * is changed meanwhile stays. Safe to repeat, and beside other workers.
 */
export async function clearOldLeads({ now, log, settings }: RetentionDeps): Promise<void> {
  await settings.refresh()
  const { leadMonths } = settings()
  if (leadMonths === 0) return
  const before = now()
  before.setUTCMonth(before.getUTCMonth() - leadMonths)
  const old = {
    status: { $ne: 'converted' as const },
    updatedAt: { $lte: before },
    followUpAt: { $not: { $gt: now() } }, // somebody still means to call
  }
  for (;;) {
    const leads = await LeadModel.find(old, { _id: 1 }).sort({ updatedAt: 1, _id: 1 }).limit(leadsAtOnce).lean()
    if (leads.length === 0) return
    const ids = leads.map(({ _id }) => _id)
    const deleted = await inTransaction(async (session) => {
      const result = await deleteLeadRecords({ ...old, _id: { $in: ids } }, now(), session)
      const details = `Unchanged for ${leadMonths} ${leadMonths === 1 ? 'month' : 'months'}`
      const entries = result.leads.map(({ _id, reference }) => ({
        _id: String(new Types.ObjectId()),
        at: now(),
        by: null,
        action: 'lead.deleted' as const,
        subject: leadSubject(_id, reference),
        details,
      }))
      if (entries.length > 0) await AuditEntryModel.insertMany(entries, { session })
      return result
    })
    await removeWhatIsLeft(deleted, log)
    const count = deleted.leads.length
    if (count > 0) log.info({ count, leadMonths }, 'deleted old leads')
  }
}
