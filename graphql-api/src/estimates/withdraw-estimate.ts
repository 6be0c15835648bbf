import { formatAmount } from '@kerbside/schema/amount'
import { leadSubject, type AuditPerson } from '@kerbside/schema/audit/audit'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import type { EstimateHappening } from '@kerbside/schema/estimates/estimate-life'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import type { Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeAndRead } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { heldBy } from '@kerbside/schema/leads/write-offers.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'
import { webhooksAbout } from './webhooks-about.ts'

type Withdrawal = {
  lead: Pick<Lead, 'id' | 'reference' | 'email' | 'sharingStoppedAt'>
  estimate: LeadEstimate
  happening: Extract<EstimateHappening, 'firm withdraws it' | 'staff withdraw it'>
  /** In words; empty without one. */
  reason: string
  by: AuditPerson
}

/**
 * Takes a price back, with its entry in the audit trail. The homeowner hears it, the firm's own system does, and the firm
 * when staff do it. The lead as it is then; null when the price cannot be withdrawn (any more).
 */
export async function withdrawEstimate(ctx: Context, withdrawal: Withdrawal): Promise<LeadRecord | null> {
  const { lead, estimate, happening, reason, by } = withdrawal
  const at = ctx.now()
  const { guard, ...change } = changeEstimates(happening, at, { id: estimate.id }, reason === '' ? {} : { reason })
  const emails = emailsAbout(withdrawal)
  const after = await inTransaction(async (session) => {
    const held = happening === 'firm withdraws it' ? heldBy(estimate.contractorId ?? '') : {}
    const write = { leadId: lead.id, at, guard: { ...guard, ...held, erasedAt: null }, ...change, inc: { version: 1 } }
    const written = await writeAndRead(write, session)
    if (!written) return null
    for (const message of emails) await storeEmail(ctx, message, session)
    await webhooksAbout(ctx, 'withdrawn', { leadId: lead.id, at, estimates: [estimate] }, session)
    const { total: amount, currency, contractorName } = estimate
    const details = `${formatAmount({ amount, currency })} of ${contractorName}`
    const subject = leadSubject(lead.id, lead.reference)
    await recordAudit(ctx, { action: 'estimate.withdrawn', subject, details, by }, session)
    return written
  })
  if (after) await Promise.all(emails.map((message) => sendStoredEmail(ctx, message)))
  return after
}

function emailsAbout({ lead, estimate, happening }: Withdrawal): StoredEmail[] {
  const { id: leadId, email, sharingStoppedAt } = lead
  const { id, contractorId } = estimate
  const toHomeowner = 'estimate-withdrawn' as const
  const toFirm = 'estimate-withdrawn-notice' as const
  const isByStaff = happening === 'staff withdraw it'
  return [
    ...(email && !sharingStoppedAt ? [{ _id: deliveryId(leadId, toHomeowner, id), kind: toHomeowner, leadId }] : []),
    ...(contractorId !== null && isByStaff
      ? [{ _id: deliveryId(leadId, toFirm, id), kind: toFirm, leadId, contractorId }]
      : []),
  ]
}
