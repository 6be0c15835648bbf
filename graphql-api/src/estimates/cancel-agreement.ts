import { formatAmount } from '@kerbside/schema/amount'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { AppError } from '@kerbside/schema/errors'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { estimateStep } from '@kerbside/schema/estimates/estimate-life'
import type { Lead } from '@kerbside/schema/leads/lead'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import type { JobOutcome } from '@kerbside/schema/offers/job-outcome'
import type { ClientSession } from 'mongoose'
import type { Audited } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import type { StoredEmail } from '../events/stored-email.ts'
import { moved } from '../leads/change-lead.ts'
import { guardedWrite } from '../leads/write-lead.ts'
import { webhooksAbout } from './webhooks-about.ts'

type Cancellation = {
  leadId: number
  id: string
  /** In words, which both sides read; empty without one. */
  reason: string
  /** Null: the homeowner. */
  by: { id: string; name: string } | null
}

/**
 * The step out of what is agreed. With the job goes its extra work, the lead is quoted again, and the contractor's report is
 * lost; both sides and the contractor's own system are told. All of it is one transaction, and again it changes nothing.
 */
export async function cancelAgreement(ctx: Context, { leadId, id, reason, by }: Cancellation): Promise<Lead> {
  let alongside: (session: ClientSession) => Promise<void> = () => Promise.resolve()
  const seen = { id: String(leadId), version: null, alongside: (session: ClientSession) => alongside(session) }
  return guardedWrite(ctx, seen, (lead) => {
    const at = ctx.now()
    const agreed = lead.estimates?.find((each) => each.id === id)
    if (!agreed) throw new AppError('NOT_FOUND', 'This lead has no such price.')
    if (agreed.state === 'cancelled') return { set: {}, activity: [] }
    const { contractorId, contractorName } = agreed
    if (agreed.state !== 'agreed' || contractorId === null) {
      throw new AppError('CONFLICT', 'This price is not agreed, so there is nothing to cancel.')
    }
    const extra = extraWorkOn(lead, id)
    alongside = async (session) => {
      const beside = reason === '' ? {} : { reason }
      const job = changeEstimates('agreement is cancelled', at, { id }, beside)
      if (!(await writeGuarded({ leadId, at, ...job }, session)))
        throw new AppError('CONFLICT', 'Please try once more.')
      const others = changeEstimates('agreement of its job is cancelled', at, { variationOf: id }, beside)
      await writeGuarded({ leadId, at, ...others }, session)
      await webhooksAbout(ctx, 'cancelled', { leadId, at, estimates: [agreed, ...extra] }, session)
    }
    const isJob = agreed.variationOf === null
    const to = isJob && lead.status === 'converted' ? 'quoted' : lead.status
    return {
      set: moved(lead, { status: to, note: reason || null }, by, at),
      activity: [],
      report: { contractorId, contractorName, outcome: outcomeAfter(lead, agreed, at) },
      emails: emailsAbout(lead, agreed, contractorId),
      audited: auditOf(agreed, by),
    }
  })
}

const extraWorkOn = ({ estimates = [] }: Lead, id: string): LeadEstimate[] => {
  const { from } = estimateStep('agreement of its job is cancelled')
  return estimates.filter(({ variationOf, state }) => variationOf === id && from.includes(state))
}

/** The job is lost to its contractor; without an extra work it is still won, for what the job itself comes to. */
function outcomeAfter({ estimates = [] }: Lead, agreed: LeadEstimate, at: Date): JobOutcome {
  const base = estimates.find(({ id }) => id === agreed.variationOf)
  return base
    ? { kind: 'won', at, amount: base.total, currency: base.currency, reason: null }
    : { kind: 'lost', at, amount: null, currency: null, reason: null }
}

function auditOf({ total: amount, currency, contractorName }: LeadEstimate, by: Cancellation['by']) {
  const details = `${formatAmount({ amount, currency })} of ${contractorName}`
  const action: Audited['action'] = by ? 'estimate.cancelled' : 'homeowner.cancelled-agreement'
  return { action, details, by }
}

function emailsAbout({ id: leadId, email }: Lead, { id }: LeadEstimate, contractorId: string): StoredEmail[] {
  const [toHomeowner, toFirm] = ['agreement-cancelled', 'agreement-cancelled-notice'] as const
  return [
    ...(email ? [{ _id: deliveryId(leadId, toHomeowner, id), kind: toHomeowner, leadId }] : []),
    { _id: deliveryId(leadId, toFirm, id), kind: toFirm, leadId, contractorId },
  ]
}
