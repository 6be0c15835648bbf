import { isOpenToFirms } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { takeNoBack } from '@kerbside/schema/leads/write-offers.model'
import { takesPlace, type Offer } from '@kerbside/schema/offers/offer'
import { isInTimeToUndo } from '@kerbside/schema/offers/offer-life'
import { placesOfJob, type JobLead } from '@kerbside/schema/same-job/same-job'
import { claimSameJob, findSameJob } from '@kerbside/schema/same-job/same-job.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import type { ClientSession } from 'mongoose'
import type { Context } from '../deps.ts'

/** Whether the lead, with others that are the same job, has a place for the firm that gave it up. */
export async function hasPlaceAgain(lead: LeadRecord, contractorId: string): Promise<boolean> {
  return isOpenToFirms(lead) && isFree(lead, await findSameJob(lead), contractorId)
}

const isFree = (lead: LeadRecord, others: readonly JobLead[], contractorId: string) =>
  placesOfJob(lead, others) > 0 &&
  !others.some(({ offers }) => offers.some((offer) => offer.contractorId === contractorId && takesPlace(offer)))

/**
 * The firm takes its no back while the place is free. The write is guarded by what it found, and leads that are the same job
 * are claimed, as for new offers: so there are never more firms than places, and nobody else gets this one.
 */
export async function undoDecline(
  ctx: Context,
  { lead: { _id: leadId }, offer }: { lead: LeadRecord; offer: Offer },
): Promise<void> {
  const at = ctx.now()
  if (!isInTimeToUndo(offer, at)) return
  const { contractorId } = offer
  const isUndone = await inTransaction(async (session: ClientSession) => {
    const lead = await LeadModel.findById(leadId, null, { session }).lean()
    if (!lead) return false
    const others = await findSameJob(lead, session)
    if (!isFree(lead, others, contractorId)) return false
    if (!(await writeGuarded({ leadId, at, ...takeNoBack({ leadId, at, offer }) }, session))) return false
    await claimSameJob(others, session)
    return true
  })
  if (isUndone) ctx.log.info({ leadId, contractorId }, 'a decline was undone')
}
