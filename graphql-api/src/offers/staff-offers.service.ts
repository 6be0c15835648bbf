import { leadSubject } from '@kerbside/schema/audit/audit'
import { mayTakeJobs } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, countOfferAt, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { AppError } from '@kerbside/schema/errors'
import { offersChanged } from '@kerbside/schema/events/event.jobs'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { countOffers, LeadModel, openToFirms, toLead, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { freePlaces, maximumFirmsExpression, maximumFirmsOf, type Offer } from '@kerbside/schema/leads/offer'
import { requireCan } from '@kerbside/schema/users/user'
import mongoose from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { withdrawOpenOffers } from '../leads/write-lead.ts'
import { getLead, leadNotFound } from '../leads/leads.service.ts'

/** Takes one firm's open offer back. Nobody is offered the job in its place. The same again changes nothing. */
export async function withdrawOffer(ctx: Context, leadId: string, contractorId: string): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const lead = await getLead(ctx, leadId)
  const at = ctx.now()
  const event = offersChanged('offer.withdrawn', lead.id, at)
  const { offers, arrayFilters } = withdrawOpenOffers('by-staff', at, contractorId)
  const { matchedCount } = await LeadModel.updateOne(
    { _id: lead.id, offers: { $elemMatch: { contractorId, state: 'offered' } } },
    { $set: { ...offers, updatedAt: at }, $push: { outbox: event } },
    { arrayFilters, writeConcern: { w: 'majority' } },
  )
  const after = await getLead(ctx, leadId)
  if (matchedCount === 0) requireWithdrawn(after, contractorId)
  else {
    ctx.publishEvent(lead.id, event)
    const firm = after.offers.findLast((each) => each.contractorId === contractorId)?.contractorName
    const subject = leadSubject(lead.id, lead.reference)
    await recordAudit(ctx, { action: 'offer.withdrawn', subject, details: `From ${firm}` })
    ctx.log.info({ leadId: lead.id, contractorId, userId: ctx.viewer.id }, 'offer withdrawn')
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
 * or asked before. What no choice gets past: the number of firms, a firm that may take no jobs, and a closed lead.
 */
export async function offerLead(ctx: Context, leadId: string, contractorId: string): Promise<Lead> {
  requireCan(ctx.viewer, 'lead:edit')
  const { id } = await getLead(ctx, leadId)
  const firm = mongoose.isValidObjectId(contractorId) ? await ContractorModel.findById(contractorId).lean() : null
  if (!firm) throw noSuchFirm()
  const at = ctx.now()
  const event = offersChanged('offer.made', id, at)
  // The firm is written as well, so that switching it off at the same moment comes before or after, never between.
  const made = await mongoose.connection.transaction(
    async (session) => {
      // Here and not only by the guards, because only what is read says why.
      const lead = await LeadModel.findById(id, null, { session }).lean().orFail(leadNotFound)
      requireOfferable(lead, await ContractorModel.findById(firm._id, null, { session }).lean().orFail(noSuchFirm), at)
      const offered = await LeadModel.findOneAndUpdate(
        {
          _id: id,
          ...openToFirms,
          offers: { $not: { $elemMatch: { contractorId, state: { $in: ['offered', 'accepted'] } } } },
          $expr: { $lt: [countOffers('offered', 'accepted'), maximumFirmsExpression] },
        },
        { $push: { offers: offerTo(ctx, firm, at), outbox: event }, $set: { updatedAt: at } },
        { session, returnDocument: 'after' },
      )
        .lean()
        .orFail()
      await ContractorModel.updateOne({ _id: firm._id }, [countOfferAt(at)], {
        session,
        updatePipeline: true,
      })
      const subject = leadSubject(id, lead.reference)
      await recordAudit(ctx, { action: 'offer.made', subject, details: `To ${firm.name}` }, session)
      return offered
    },
    { writeConcern: { w: 'majority' } },
  )
  ctx.publishEvent(id, event)
  ctx.log.info({ leadId: id, contractorId, userId: ctx.viewer.id }, 'lead offered by hand')
  return toLead(made)
}

const noSuchFirm = () => new AppError('NOT_FOUND', 'That firm could not be found.')

function requireOfferable(lead: LeadRecord, firm: ContractorRecord, now: Date): void {
  const conflict = (message: string) => new AppError('CONFLICT', message)
  const own = lead.offers.findLast(({ contractorId }) => contractorId === String(firm._id))
  if (lead.sharingStoppedAt) throw conflict('The homeowner wants no more firms to hear of this job.')
  if (!isOpenToFirms(lead)) throw conflict(`A ${lead.status} lead is offered to nobody.`)
  if (own?.state === 'accepted') throw conflict('This firm has accepted the job already.')
  if (own?.state === 'offered') throw conflict('This firm has been offered the job and has not decided yet.')
  if (!firm.active) throw conflict('This firm is not active.')
  if (!mayTakeJobs(firm, now)) throw conflict('This firm’s verification has run out.')
  if (freePlaces(lead) <= 0) {
    throw conflict(`All ${maximumFirmsOf(lead)} places are taken. Withdraw an open offer first.`)
  }
}

function offerTo({ settings }: Context, firm: ContractorRecord, at: Date): Offer {
  return {
    contractorId: String(firm._id),
    contractorName: firm.name,
    state: 'offered',
    offeredAt: at,
    expiresAt: new Date(at.getTime() + settings().offerHours * 3_600_000),
    decidedAt: null,
    pendingEvent: { type: 'offer.made', at },
  }
}
