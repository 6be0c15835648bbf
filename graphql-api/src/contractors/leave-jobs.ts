import type { ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { isTaken } from '@kerbside/schema/estimates/estimate'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { estimateStep } from '@kerbside/schema/estimates/estimate-life'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { changeEstimates } from '@kerbside/schema/leads/write-estimates.model'
import { writeEnded } from '@kerbside/schema/leads/write-offers.model'
import type { OfferHappening } from '@kerbside/schema/offers/offer-life'
import { afterCommit } from '@kerbside/schema/transaction.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'
import { webhooksAbout } from '../estimates/webhooks-about.ts'
import { sendStoredEmail, storeEmail, type StoredEmail } from '../events/stored-email.ts'

type Leaving = Pick<ContractorRecord, '_id' | 'name'>
type Happening = Extract<OfferHappening, 'firm is deleted' | 'firm may take no jobs'>

/**
 * What becomes of a contractor's jobs when it is deleted or not active any more, in the transaction that does it, which
 * writes the contractor: what it does at the same moment comes before, or not at all. Gives how many offers and quotes were
 * withdrawn.
 */
export async function leaveJobs(ctx: Context, firm: Leaving, happening: Happening, session: ClientSession) {
  const offers = await withdrawOffers(ctx, firm, happening, session)
  const leadIds = await EstimateModel.distinct('leadId', { contractorId: String(firm._id) }).session(session)
  let quotes = 0
  // One after the other: a transaction takes one command at a time.
  for (const leadId of leadIds) quotes += await leaveJob(ctx, firm, leadId, session)
  return { offers, quotes }
}

async function withdrawOffers(ctx: Context, { _id }: Leaving, happening: Happening, session: ClientSession) {
  const contractorId = String(_id)
  const open = { contractorId, state: 'offered' as const }
  const leads = await LeadModel.find(
    // The first two conditions are for the index.
    { 'offers.state': 'offered', 'offers.expiresAt': { $gt: new Date(0) }, offers: { $elemMatch: open } },
    '_id',
    { session },
  ).lean()
  for (const { _id: leadId } of leads) {
    const event = await writeEnded(happening, { leadId, at: ctx.now(), contractorId }, session)
    if (event) afterCommit(session, () => ctx.publishEvent(leadId, event))
  }
  return leads.length
}

/** Its open and chosen quotes of one lead are withdrawn, which the homeowner hears. What is agreed is a task for staff. */
async function leaveJob(ctx: Context, firm: Leaving, leadId: number, session: ClientSession): Promise<number> {
  const at = ctx.now()
  const contractorId = String(firm._id)
  const lead = await LeadModel.findById(leadId, 'estimates email sharingStoppedAt erasedAt followUpAt status', {
    session,
  }).lean()
  if (!lead || lead.erasedAt) return 0
  const own = (lead.estimates ?? []).filter((each) => each.contractorId === contractorId)
  const { from } = estimateStep('contractor is gone')
  const open = own.filter(({ state }) => from.includes(state))
  const isAgreed = lead.status !== 'lost' && own.some((each) => isTaken(each) && !open.includes(each))
  if (open.length === 0 && !isAgreed) return 0
  const reason = `${firm.name} no longer works with Kerbside`
  const gone = changeEstimates('contractor is gone', at, { contractorId }, { reason })
  const task = isAgreed ? taskFor(ctx, lead, firm) : {}
  const ended = open.length > 0 ? { set: { ...gone.set }, arrayFilters: gone.arrayFilters } : {}
  const write = { ...task, ...ended, set: { ...task.set, ...ended.set } }
  await writeGuarded({ leadId, at, guard: {}, ...write, inc: { version: 1 } }, session)
  await webhooksAbout(ctx, 'withdrawn', { leadId, at, estimates: open }, session)
  const kind = 'estimate-withdrawn' as const
  const emails = open.map(({ id }): StoredEmail => ({ _id: deliveryId(leadId, kind, id), kind, leadId }))
  for (const email of lead.email && !lead.sharingStoppedAt ? emails : []) {
    await storeEmail(ctx, email, session)
    afterCommit(session, () => void sendStoredEmail(ctx, email))
  }
  return open.length
}

/** A note, and a follow-up that is due at once. */
function taskFor({ viewer, now }: Context, { followUpAt }: Pick<LeadRecord, 'followUpAt'>, { name }: Leaving) {
  if (!viewer) return {}
  const at = now()
  const text = `${name} no longer works with us, and has agreed this job. Call the homeowner: the agreement stands until it is cancelled.`
  const note = { kind: 'note' as const, at, by: { id: viewer.id, name: viewer.name }, text }
  return {
    push: { activity: note },
    set: followUpAt !== null && followUpAt < at ? {} : { followUpAt: at },
  }
}
