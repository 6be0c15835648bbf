import { AppError, invalid } from '@kerbside/schema/errors'
import { estimateStep } from '@kerbside/schema/estimates/estimate-life'
import type { EstimateDraft } from '@kerbside/schema/estimates/estimate-request'
import { shownState, type Estimate, type LeadEstimate, type ShownState } from '@kerbside/schema/estimates/estimate'
import { EstimateModel, toEstimate } from '@kerbside/schema/estimates/estimate.model'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { z } from 'zod'
import type { Context } from '../deps.ts'
import { getLead, leadNotFound } from '../leads/leads.service.ts'
import { sendEstimate } from './send-estimate.ts'
import { cancelAgreement } from './cancel-agreement.ts'
import { withdrawEstimate } from './withdraw-estimate.ts'

/** A price as staff see it: what the firm said, and what became of it since. */
export type StaffEstimate = Estimate & { now: Omit<LeadEstimate, 'state'> & { state: ShownState } }

/** All prices of several leads at once, in their order; of each lead oldest first. Those of erased details have no content. */
export async function estimatesOfLeads(ctx: Context, ids: readonly number[]): Promise<StaffEstimate[][]> {
  requireCan(ctx.viewer, 'lead:read')
  const [records, leads] = await Promise.all([
    EstimateModel.find({ leadId: { $in: [...ids] } })
      .sort({ sentAt: 1, _id: 1 })
      .read('primary')
      .lean(),
    LeadModel.find({ _id: { $in: [...ids] } }, { estimates: 1 }).lean(),
  ])
  const known = new Map(leads.flatMap(({ estimates = [] }) => estimates.map((each) => [each.id, each] as const)))
  const shown = records.map(toEstimate).flatMap((estimate): StaffEstimate[] => {
    const now = known.get(estimate.id)
    return now ? [{ ...estimate, now: { ...now, state: shownState(now, ctx.now()) } }] : []
  })
  return ids.map((id) => shown.filter(({ leadId }) => leadId === id))
}

/** All prices of one lead. */
export async function estimatesOfLead(ctx: Context, id: string): Promise<StaffEstimate[]> {
  const lead = await getLead(ctx, id)
  return (await estimatesOfLeads(ctx, [lead.id]))[0] ?? []
}

export type EnteredEstimate = {
  leadId: string
  contractorId: string
  id: string
  draft: EstimateDraft
  variationOf?: string | null | undefined
  extraWork?: number | null | undefined
}

/** Sends a price for a firm that told it to staff, on the phone for instance. The same id again changes nothing. */
export async function enterEstimate(ctx: Context, wanted: EnteredEstimate): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { leadId, contractorId, id, draft, variationOf = null, extraWork = null } = wanted
  const lead = await getLead(ctx, leadId)
  const offer = lead.offers.findLast((each) => each.contractorId === contractorId && each.state === 'accepted')
  if (!offer) throw invalid('contractorId', 'Choose a firm that has accepted this job.')
  const firm = { id: contractorId, name: offer.contractorName }
  const enteredBy = { id: ctx.viewer.id, name: ctx.viewer.name }
  return sendEstimate(ctx, { leadId: lead.id, firm, id, draft, variationOf, extraWork, enteredBy })
}

const reasonOf = (message: string) => z.string(message).trim().min(1, message).max(500, 'Write 500 characters at most')
const Withdrawal = z.object({ reason: reasonOf('Say why the price is withdrawn') })

/**
 * Takes a price back that the homeowner has not agreed with the firm; both hear why. The same again changes nothing.
 * CONFLICT when it is not open any more.
 */
export async function withdrawForStaff(
  ctx: Context,
  { leadId, id, reason: given }: { leadId: string; id: string; reason: string },
): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { reason } = parse(Withdrawal, { reason: given })
  const lead = await getLead(ctx, leadId)
  const estimate = lead.estimates?.find((each) => each.id === id)
  if (!estimate) throw new AppError('NOT_FOUND', 'This lead has no such price.')
  const by = { id: ctx.viewer.id, name: ctx.viewer.name }
  const after = await withdrawEstimate(ctx, { lead, estimate, happening: 'staff withdraw it', reason, by })
  return after
    ? toLead(after)
    : unlessOpen(await LeadModel.findById(lead.id).lean().orFail(leadNotFound).then(toLead), id)
}

const Cancelled = z.object({ reason: reasonOf('Say why the agreement is cancelled') })

/** Cancels what a homeowner and a contractor have agreed; both read the reason. The same again changes nothing. */
export async function cancelForStaff(
  ctx: Context,
  { leadId, id, reason: given }: { leadId: string; id: string; reason: string },
): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { reason } = parse(Cancelled, { reason: given })
  const { id: number } = await getLead(ctx, leadId)
  return cancelAgreement(ctx, { leadId: number, id, reason, by: { id: ctx.viewer.id, name: ctx.viewer.name } })
}

const whyNot: Partial<Record<LeadEstimate['state'], string>> = {
  agreed: 'The firm has confirmed this price: the homeowner and the firm have an agreement. Cancel that instead.',
  cancelled: 'The agreement about this price is cancelled already.',
  replaced: 'The firm has sent another version of this price. Withdraw that one.',
  declined: 'The homeowner has declined this price already.',
}

/** The lead when the price is withdrawn already; otherwise why it cannot be. */
function unlessOpen(lead: Lead, id: string): Lead {
  const state = lead.estimates?.find((each) => each.id === id)?.state
  if (state === 'withdrawn') return lead
  const isOpen = state !== undefined && estimateStep('staff withdraw it').from.includes(state)
  const message = (state && whyNot[state]) ?? 'This lead has just changed. Look at it again.'
  throw new AppError('CONFLICT', isOpen ? 'The homeowner has had their details erased.' : message)
}
