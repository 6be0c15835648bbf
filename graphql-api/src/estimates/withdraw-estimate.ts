import { leadSubject, type AuditPerson } from '@kerbside/schema/audit/audit'
import type { EstimateHappening } from '@kerbside/schema/estimates/estimate-life'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates, type Which } from '@kerbside/schema/leads/write-estimates.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'

type Withdrawal = {
  leadId: number
  reference: string
  happening: Extract<EstimateHappening, 'firm withdraws it' | 'staff withdraw it'>
  which: Which
  /** In words; empty without one. */
  reason: string
  by: AuditPerson
}

/** Takes a price back, with its entry in the trail. False when it cannot be withdrawn (any more). */
export async function withdrawEstimate(ctx: Context, withdrawal: Withdrawal): Promise<boolean> {
  const { leadId, reference, happening, which, reason, by } = withdrawal
  const at = ctx.now()
  const beside = reason === '' ? {} : { reason }
  const part = changeEstimates(happening, at, which, beside)
  return inTransaction(async (session) => {
    const isDone = await writeGuarded({ leadId, at, ...part, inc: { version: 1 } }, session)
    const audited = {
      action: 'lead.changed' as const,
      subject: leadSubject(leadId, reference),
      details: 'Price withdrawn',
      by,
    }
    if (isDone) await recordAudit(ctx, audited, session)
    return isDone
  })
}
