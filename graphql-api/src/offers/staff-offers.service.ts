import { leadSubject } from '@kerbside/schema/audit/audit'
import { mayTakeJobs } from '@kerbside/schema/contractors/contractor'
import { capPeriods } from '@kerbside/schema/contractors/caps'
import {
  ContractorModel,
  countOffer,
  toContractor,
  type ContractorRecord,
} from '@kerbside/schema/contractors/contractor.model'
import { heldUntil } from '@kerbside/schema/contractors/working-hours'
import { AppError } from '@kerbside/schema/errors'
import { offersChanged } from '@kerbside/schema/events/event.jobs'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeAndRead } from '@kerbside/schema/leads/write-lead.model'
import { addOffers, writeEnded } from '@kerbside/schema/leads/write-offers.model'
import { freePlaces, newOffer, takesPlace, type Offer } from '@kerbside/schema/offers/offer'
import { placesOfJob, type JobLead } from '@kerbside/schema/same-job/same-job'
import { claimSameJob, findSameJob } from '@kerbside/schema/same-job/same-job.model'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { requireCan } from '@kerbside/schema/users/user'
import mongoose from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { getLead, leadNotFound } from '../leads/leads.service.ts'

/** Takes one firm's open offer back. Nobody is offered the job in its place. The same again changes nothing. */
export async function withdrawOffer(ctx: Context, leadId: string, contractorId: string): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const lead = await getLead(ctx, leadId)
  const at = ctx.now()
  const event = await writeEnded('staff withdraw it', { leadId: lead.id, at, contractorId })
  const after = await getLead(ctx, leadId)
  if (!event) requireWithdrawn(after, contractorId)
  else {
    ctx.publishEvent(lead.id, event)
    const firm = after.offers.findLast((each) => each.contractorId === contractorId)?.contractorName
    const subject = leadSubject(lead.id, lead.reference)
    await recordAudit(ctx, { action: 'offer.withdrawn', subject, details: `From ${firm}` })
  }
  return after
}

function requireWithdrawn({ offers }: Lead, contractorId: string): void {
  const offer = offers.findLast((each) => each.contractorId === contractorId)
  if (!offer) throw new AppError('NOT_FOUND', 'This firm has not been offered this job.')
  if (offer.state === 'accepted') {
    throw new AppError('CONFLICT', 'The firm has accepted the job and has the homeowner’s details already.')
  }
  if (offer.state !== 'withdrawn') throw new AppError('CONFLICT', 'The firm’s offer is not open any more.')
}

/**
 * Offers the job to a firm that staff chose, whatever matching thinks of it: outside its area, over its daily cap, paused,
 * closed, or asked before. If the firm's offers are held while it is closed, this one is too; it does not wait for a
 * digest. What no choice gets past: the number of firms, a firm that may take no jobs, and a closed lead.
 */
export async function offerLead(ctx: Context, leadId: string, contractorId: string): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { id } = await getLead(ctx, leadId)
  const firm = mongoose.isValidObjectId(contractorId) ? await ContractorModel.findById(contractorId).lean() : null
  if (!firm) throw noSuchFirm()
  const at = ctx.now()
  const event = offersChanged('offer.made', id, at)
  // The firm is written as well, so that switching it off at the same moment comes before or after, never between.
  const made = await inTransaction(async (session) => {
    // Here and not only by the guards, because only what is read says why.
    const lead = await LeadModel.findById(id, null, { session }).lean().orFail(leadNotFound)
    const others = await findSameJob(lead, session)
    const record = await ContractorModel.findById(firm._id, null, { session }).lean().orFail(noSuchFirm)
    requireOfferable({ lead, others }, record, at)
    const unless = { contractorId, state: { $in: ['offered', 'accepted'] } }
    const added = addOffers([offerTo(ctx, firm, at)], unless)
    const offered = await writeAndRead({ leadId: id, at, ...added, events: [event] }, session)
    // What was read in this transaction allows it, so only another one that wrote at the same moment can be the reason.
    if (!offered) throw new AppError('CONFLICT', 'This lead has just changed. Look at it again.')
    await claimSameJob(others, session)
    await ContractorModel.updateOne({ _id: firm._id }, countOffer(record, capPeriods(byHand(record), at), at), {
      session,
    })
    const subject = leadSubject(id, lead.reference)
    await recordAudit(ctx, { action: 'offer.made', subject, details: `To ${firm.name}` }, session)
    return offered
  })
  ctx.publishEvent(id, event)
  return toLead(made)
}

const noSuchFirm = () => new AppError('NOT_FOUND', 'That firm could not be found.')

type Job = { lead: LeadRecord; others: readonly JobLead[] }

function requireOfferable({ lead, others }: Job, firm: ContractorRecord, now: Date): void {
  const conflict = (message: string) => new AppError('CONFLICT', message)
  const own = lead.offers.findLast(({ contractorId }) => contractorId === String(firm._id))
  if (lead.enoughQuotesAt || lead.sharingStoppedAt)
    throw conflict('The homeowner wants no more firms to hear of this job.')
  if (!isOpenToFirms(lead)) throw conflict(`A ${lead.status} lead is offered to nobody.`)
  if (own?.state === 'accepted') throw conflict('This firm has accepted the job already.')
  if (own?.state === 'offered') throw conflict('This firm has been offered the job and has not decided yet.')
  if (!firm.active) throw conflict('This firm is not active.')
  if (firm.verifiedUntil === null) throw conflict('This firm has never been verified.')
  if (!mayTakeJobs(firm, now)) throw conflict('This firm’s verification has run out.')
  if (toContractor(firm).addressBounce) {
    throw conflict('Emails to this firm’s address come back. Correct the address on the firm’s page first.')
  }
  const holder = others.find(({ offers }) =>
    offers.some((offer) => offer.contractorId === String(firm._id) && takesPlace(offer)),
  )
  if (holder) throw conflict(`This firm has this job already, by ${holder.reference} of the same homeowner.`)
  const places = `All ${lead.maximumFirms} places are taken`
  if (freePlaces(lead) <= 0) throw conflict(`${places}. Withdraw an open offer first.`)
  if (placesOfJob(lead, others) <= 0) {
    const references = others.map(({ reference }) => reference).join(', ')
    throw conflict(`${places}, with those of ${references}, which is the same job. Withdraw an open offer first.`)
  }
}

/** Its email goes out by itself, because a person asked for it. */
const byHand = (firm: ContractorRecord) => ({ ...toContractor(firm), offerEmails: 'single' as const })

function offerTo({ settings }: Context, firm: ContractorRecord, at: Date): Offer {
  const { id: contractorId, name: contractorName, ...hours } = byHand(firm)
  const sendAt = heldUntil(hours, at)
  return newOffer({ contractorId, contractorName }, at, { hours: settings().offerHours, sendAt })
}
