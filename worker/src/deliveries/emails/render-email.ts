import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { mayTakeJobs, type Contractor } from '@kerbside/schema/contractors/contractor'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { deliveryId } from '@kerbside/schema/deliveries/delivery'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { offerRound, type Offer } from '@kerbside/schema/leads/offer'
import mongoose from 'mongoose'
import type { Deps } from '../../deps.ts'
import { acceptedNoticeEmail } from './accepted-notice-email.ts'
import { confirmationEmail } from './confirmation-email.ts'
import { contactDetailsEmail } from './contact-details-email.ts'
import { offerEmail } from './offer-email.ts'
import type { Letter } from '../transport.ts'

/** `firm-gone`: the offer's firm was deleted, switched off or is no longer verified. `not-wanted`: an offer that is no longer open, and the like. */
export type Built =
  | { kind: 'letter'; letter: Letter; lead: Lead }
  | { kind: 'lead-gone' }
  | { kind: 'firm-gone' }
  | { kind: 'not-wanted'; offer: Offer | null }

type Wanted = Pick<DeliveryRecord, '_id' | 'leadId' | 'kind' | 'contractorId'>
type BuildDeps = Pick<Deps, 'links' | 'config' | 'now'>

/** Days for which a firm's link to a job it accepted opens. */
const jobLinkDays = 90

/** The mail as things are now, so that a correction made since it was queued is in it. */
export async function buildLetter(deps: BuildDeps, delivery: Wanted): Promise<Built> {
  const { leadId, kind } = delivery
  const record = await LeadModel.findById(leadId).lean()
  if (!record) return { kind: 'lead-gone' }
  const lead = toLead(record)
  if (kind === 'confirmation') {
    return lead.email ? { kind: 'letter', lead, letter: confirmationEmail(lead) } : { kind: 'not-wanted', offer: null }
  }

  const offer = offerOf(lead, delivery)
  if (offer?.state !== (kind === 'offer' ? 'offered' : 'accepted')) return { kind: 'not-wanted', offer }
  // Nobody has expired it yet, but an answer would come too late.
  if (kind === 'offer' && offer.expiresAt <= deps.now()) return { kind: 'not-wanted', offer }
  if (kind === 'offer' ? !isOpenToFirms(lead) : lead.sharingStoppedAt) return { kind: 'not-wanted', offer }
  const firm = await findFirm(offer.contractorId)
  if (!firm || (kind === 'offer' && !mayTakeJobs(firm, deps.now()))) return { kind: 'firm-gone' }
  if (kind === 'accepted-notice') return { kind: 'letter', lead, letter: acceptedNoticeEmail(lead, firm) }

  const mailbox = { name: firm.name, address: firm.email }
  const letter =
    kind === 'offer'
      ? offerEmail(lead, mailbox, { expiresAt: offer.expiresAt, links: await offerLinks(deps, lead.id, offer) })
      : contactDetailsEmail(lead, mailbox, await jobLink(deps, lead.id, offer))
  return { kind: 'letter', lead, letter }
}

/** A firm that was asked more than once has a mail for each offer. */
function offerOf({ id, offers }: Lead, { _id, kind, contractorId }: Wanted): Offer | null {
  const own = offers.filter((offer) => offer.contractorId === contractorId)
  if (kind !== 'offer') return own.at(-1) ?? null
  return own.find((offer) => deliveryId(id, kind, contractorId, offerRound(offers, offer)) === _id) ?? null
}

async function findFirm(id: string): Promise<Contractor | null> {
  const record = mongoose.isValidObjectId(id) ? await ContractorModel.findById(id).lean() : null
  return record && toContractor(record)
}

// The same in every try, because a copy of a mail must not differ from the first.
async function offerLinks({ links, config }: BuildDeps, leadId: number, { contractorId, expiresAt }: Offer) {
  const token = await links.sign({ purpose: 'offer', leadId, contractorId }, expiresAt)
  return {
    accept: `${config.PUBLIC_URL}/offers/${token}/accept`,
    decline: `${config.PUBLIC_URL}/offers/${token}/decline`,
  }
}

async function jobLink({ links, config }: BuildDeps, leadId: number, { contractorId, decidedAt, offeredAt }: Offer) {
  const expiresAt = new Date((decidedAt ?? offeredAt).getTime() + jobLinkDays * 86_400_000)
  return `${config.PUBLIC_URL}/leads/${await links.sign({ purpose: 'lead', leadId, contractorId }, expiresAt)}`
}
