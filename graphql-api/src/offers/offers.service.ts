import { leadSubject } from '@kerbside/schema/audit/audit'
import { AppError } from '@kerbside/schema/errors'
import type { OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { mayTakeJobs, type Contractor } from '@kerbside/schema/contractors/contractor'
import { ContractorModel, entitledAt, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { firmPath } from '@kerbside/schema/links/firm-links'
import { isOpenToFirms, type Answer } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { writeGuarded } from '@kerbside/schema/leads/write-lead.model'
import { countOffers, declineOffer as writeNo, endOffers, openToFirms } from '@kerbside/schema/leads/write-offers.model'
import { isInTimeToUndo } from '@kerbside/schema/offers/offer-life'
import { type Offer, type OfferDeclineReason } from '@kerbside/schema/offers/offer'
import { jobAnswers } from '@kerbside/schema/redaction/redact'
import { areaOf } from '@kerbside/schema/quotes/places'
import { inTransaction } from '@kerbside/schema/transaction.model'
import mongoose, { type ClientSession, type QueryFilter } from 'mongoose'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { fromRequest } from '../events/publish-events.ts'
import { openContractorLink } from '../links/contractor-link.ts'
import { hasPlaceAgain } from './undo-decline.ts'
import { photoAnswer } from '../photos/photos.service.ts'

/** What a firm gets to know once it has taken the job. */
export type HomeownerContact = Pick<LeadRecord, 'fullName' | 'email' | 'mobile' | 'postcode' | 'answers' | 'photos'>

/** What an offer's link shows. Contact data is in `accepted` only, and only while the link is good. */
export type OfferScreen = { reference: string } & (
  | { kind: 'open'; job: Answer[]; photos: number; area: string | null; firms: number; expiresAt: Date }
  /** `otherFirms`: how many may get the details too. `answerBy`: by when to get in touch; null once that is over. */
  | {
      kind: 'accepted'
      decidedAt: Date | null
      contact: HomeownerContact | null
      otherFirms: number
      answerBy: Date | null
      /** The path of the firm's own page. */
      ownPage: string
      now: Date
    }
  /** `canUndo`: the firm can take its no back, which the press checks again. */
  | { kind: 'declined'; decidedAt: Date | null; because: OfferDeclineReason | null; canUndo: boolean }
  /** It was accepted, and the homeowner has stopped sharing since. */
  | { kind: 'stopped' }
  /** It was accepted, and the homeowner gave the place to another firm. */
  | { kind: 'released' }
  | { kind: 'withdrawn' }
  | { kind: 'taken'; firms: number }
)

export type OwnOffer = { firm: Contractor; lead: LeadRecord; offer: Offer; isLinkGood: boolean }
type Decided = Pick<OwnOffer, 'lead' | 'offer'>

/** Looking at an offer changes nothing. */
export async function viewOffer(ctx: Context, token: string): Promise<OfferScreen> {
  return screenOf(ctx, await findOffer(ctx, 'offer', token))
}

/**
 * Takes the job for a firm, unless it is no longer to be had: enough firms were quicker, the lead is closed, or the firm
 * may take no jobs. Whatever the outcome, the answer is what the link shows from then on.
 */
export async function acceptOffer(ctx: Context, token: string): Promise<OfferScreen> {
  const own = await findOffer(ctx, 'offer', token)
  if (mayDecide(own)) {
    const event = await accept(ctx, own)
    if (event) decided(ctx, own, event)
  }
  return viewOffer(ctx, token)
}

/** Leaves the job to the next firm, once the firm can take its no back no more. */
export async function declineOffer(
  ctx: Context,
  token: string,
  because: OfferDeclineReason | null = null,
): Promise<OfferScreen> {
  const own = await findOffer(ctx, 'offer', token)
  if (mayDecide(own)) await decline(ctx, own, because)
  return viewOffer(ctx, token)
}

/** The relay publishes the event when the time to undo is over. */
async function decline(ctx: Context, own: Decided, because: OfferDeclineReason | null): Promise<void> {
  const at = ctx.now()
  const { contractorId } = own.offer
  const ended = writeNo({ leadId: own.lead._id, at, contractorId, because })
  if (await writeDecision(ctx, own, ended, { at })) logDecision(ctx, own, ended.event)
}

/** Leaves the jobs of which a firm has not heard yet to the next firms. Whoever calls this has checked the permission. */
export async function declineWaiting(ctx: Context, contractorId: string): Promise<void> {
  const at = ctx.now()
  const waits = { contractorId, state: 'offered' as const, sendAt: { $gt: at } }
  // The first two conditions are for the index.
  const index = { 'offers.state': 'offered', 'offers.expiresAt': { $gt: at } } as const
  for (const lead of await LeadModel.find({ ...index, offers: { $elemMatch: waits } }).lean()) {
    const isWaiting = ({ contractorId: firm, state, sendAt }: Offer) =>
      firm === contractorId && state === 'offered' && sendAt !== undefined && sendAt > at
    const offer = lead.offers.find(isWaiting)
    if (offer) await decline(ctx, { lead, offer }, null)
  }
}

// A first look that saves a write; the guarded write checks the same again.
const mayDecide = ({ offer, isLinkGood }: OwnOffer) => isLinkGood && offer.state === 'offered'

/** Thrown to undo what the transaction has written. */
class NotAvailable extends Error {}

/**
 * All that must hold is checked by the writes that accept: of the lead, so that fifty firms at the same moment get as
 * many places as there are; of the firm, in the same transaction, so that switching it off at the same moment comes
 * either before, and nothing is accepted, or after. The lead comes last, because all firms wait for it.
 */
async function accept(ctx: Context, own: OwnOffer): Promise<OutboxEvent | null> {
  const at = ctx.now()
  const hasPlace = { $expr: { $lt: [countOffers('accepted'), '$maximumFirms'] } }
  try {
    return await inTransaction(async (session) => {
      if (!(await countJob(own.offer.contractorId, at, session))) throw new NotAvailable()
      const subject = leadSubject(own.lead._id, own.lead.reference)
      const details = `With ${own.offer.contractorName}, who accepted the job`
      await recordAudit(ctx, { action: 'lead.shared', subject, details, by: null }, session)
      const guard = { ...openToFirms, ...hasPlace }
      const ended = endOffers('firm accepts', own.lead._id, at, own.offer.contractorId)
      const event = await writeDecision(ctx, own, ended, { at, guard, session })
      if (!event) throw new NotAvailable()
      return event
    })
  } catch (error) {
    if (error instanceof NotAvailable) return null
    throw error
  }
}

async function countJob(contractorId: string, at: Date, session: ClientSession): Promise<boolean> {
  if (!mongoose.isValidObjectId(contractorId)) return false
  const entitled = { _id: contractorId, ...entitledAt(at) }
  const { matchedCount } = await ContractorModel.updateOne(entitled, { $inc: { actions: 1 } }, { session })
  return matchedCount === 1
}

/** The event that it caused. Null when the offer is not open any more, or `guard` does not hold of its lead. */
async function writeDecision(
  ctx: Context,
  { lead }: Decided,
  ended: ReturnType<typeof endOffers>,
  { at, guard = {}, session }: { at: Date; guard?: QueryFilter<LeadRecord>; session?: ClientSession },
): Promise<OutboxEvent | null> {
  const event = fromRequest(ctx, ended.event)
  const { set, arrayFilters } = ended
  const decision = { leadId: lead._id, at, guard: { ...ended.guard, ...guard }, set, arrayFilters, events: [event] }
  return (await writeGuarded(decision, session)) ? event : null
}

/** Emails, the places of other firms and the offer's delivery are the job's: it shows there that it was done. */
function decided(ctx: Context, own: OwnOffer, event: OutboxEvent): void {
  ctx.publishEvent(own.lead._id, event)
  logDecision(ctx, own, event)
}

function logDecision(ctx: Context, { lead, offer: { contractorId } }: Decided, event: OutboxEvent): void {
  ctx.log.info({ leadId: lead._id, contractorId, event: event.type }, 'offer decided')
}

const gone = new AppError('GONE', 'The time to answer has run out, and the job is offered to another firm.')

/** The offer of a signed link, whatever became of it. */
export async function findOffer(ctx: Context, purpose: 'offer' | 'lead', token: string): Promise<OwnOffer> {
  const { link, ended, holder } = await openContractorLink(ctx, purpose, token)
  const { leadId, contractorId } = link
  const lead = await LeadModel.findById(leadId).read('primary').lean()
  // A firm may have been asked once more: its last offer counts.
  const offer = lead?.offers.findLast((each) => each.contractorId === contractorId)
  if (!lead || !offer) throw new AppError('GONE', 'This job is no longer with us.')
  return { firm: toContractor(holder), lead, offer, isLinkGood: ended === null }
}

/** What its link shows of an offer. */
export async function screenOf(ctx: Context, { firm, lead, offer, isLinkGood }: OwnOffer): Promise<OfferScreen> {
  const { reference } = lead
  const { decidedAt } = offer
  if (offer.state === 'declined') {
    const canUndo = isInTimeToUndo(offer, ctx.now()) && (await hasPlaceAgain(lead, offer.contractorId))
    return { kind: 'declined', reference, decidedAt, because: offer.declinedBecause ?? null, canUndo }
  }
  if (offer.state === 'accepted') {
    if (lead.sharingStoppedAt) return { kind: 'stopped', reference }
    const contact = isLinkGood ? lead : null
    if (contact) ctx.log.info({ leadId: lead._id, contractorId: offer.contractorId }, 'contact data shown to a firm')
    return {
      kind: 'accepted',
      reference,
      decidedAt,
      contact,
      otherFirms: lead.maximumFirms - 1,
      answerBy: answerBy(ctx, decidedAt),
      ownPage: await firmPath(ctx.links, firm, decidedAt ?? offer.offeredAt),
      now: ctx.now(),
    }
  }
  if (offer.state === 'released') return { kind: 'released', reference }
  if (!isLinkGood || offer.state === 'expired' || (offer.state === 'offered' && offer.expiresAt <= ctx.now()))
    throw gone
  if (['withdrawn', 'undeliverable'].includes(offer.state) || !isOpenToFirms(lead))
    return { kind: 'withdrawn', reference }
  if (!mayTakeJobs(firm, ctx.now())) return { kind: 'withdrawn', reference }
  const firms = lead.maximumFirms
  if (lead.offers.filter(({ state }) => state === 'accepted').length >= firms)
    return { kind: 'taken', reference, firms }
  const { expiresAt } = offer
  return {
    kind: 'open',
    reference,
    job: jobAnswers(lead),
    photos: lead.photos?.length ?? 0,
    area: areaOf(lead.postcode),
    firms,
    expiresAt,
  }
}

function answerBy({ now, settings }: Context, acceptedAt: Date | null): Date | null {
  const by = new Date((acceptedAt?.getTime() ?? 0) + settings().promiseHours * 3_600_000)
  return by > now() ? by : null
}

/** A photo of the job, for as long as the firm may see the contact details. */
export function openOfferPhoto(screen: OfferScreen, photoId: string): Response {
  return photoAnswer(screen.kind === 'accepted' && screen.contact ? screen.contact : {}, photoId)
}
