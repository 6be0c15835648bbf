import { AppError } from '@kerbside/schema/errors'
import { offerDecided } from '@kerbside/schema/events/event.jobs'
import type { Answer } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { maximumFirms, type Offer } from '@kerbside/schema/leads/offer'
import { jobAnswers } from '@kerbside/schema/leads/redact'
import { townOf } from '@kerbside/schema/quotes/places'
import { districtOf } from '@kerbside/schema/quotes/postcode'
import type { Context } from '../deps.ts'

/** What a firm gets to know once it has taken the job. */
export type Contact = { fullName: string; email: string; mobile: string; postcode: string | null; answers: Answer[] }

/** What an offer's link shows. Contact data is in `accepted` only, and only while the link is good. */
export type OfferScreen = { reference: string } & (
  | { kind: 'open'; job: Answer[]; area: string | null; firms: number; expiresAt: Date }
  | { kind: 'accepted'; decidedAt: Date | null; contact: Contact | null }
  | { kind: 'declined'; decidedAt: Date | null }
  | { kind: 'withdrawn' }
  | { kind: 'taken'; firms: number }
)

type Decision = 'accepted' | 'declined'
type OwnOffer = { lead: LeadRecord; offer: Offer; isLinkGood: boolean }

/** Looking at an offer changes nothing. */
export async function viewOffer(ctx: Context, token: string): Promise<OfferScreen> {
  return screenOf(ctx, await findOffer(ctx, 'offer', token))
}

/**
 * Takes the job for a firm, unless enough firms were quicker: decided by one guarded write, so that fifty firms at the
 * same moment get as many places as there are. Whatever the outcome, the answer is what the link shows from then on.
 */
export function acceptOffer(ctx: Context, token: string): Promise<OfferScreen> {
  return decide(ctx, token, 'accepted')
}

/** Leaves the job to the next firm. */
export function declineOffer(ctx: Context, token: string): Promise<OfferScreen> {
  return decide(ctx, token, 'declined')
}

/** The lead for a firm that has taken it, from the link in its contact mail. */
export async function viewAcceptedLead(ctx: Context, token: string): Promise<OfferScreen> {
  const own = await findOffer(ctx, 'lead', token)
  if (own.offer.state === 'accepted' && !own.isLinkGood) throw tooOld
  return screenOf(ctx, own)
}

async function decide(ctx: Context, token: string, state: Decision): Promise<OfferScreen> {
  const { lead, offer, isLinkGood } = await findOffer(ctx, 'offer', token)
  const event = offerDecided(`offer.${state}`, lead._id, offer.contractorId, ctx.now())
  const open = { contractorId: offer.contractorId, state: 'offered' as const }
  const decided =
    isLinkGood &&
    (await LeadModel.findOneAndUpdate(
      {
        _id: lead._id,
        offers: { $elemMatch: { ...open, expiresAt: { $gt: event.at } } },
        ...(state === 'accepted' && hasPlace),
      },
      {
        $set: { 'offers.$[own].state': state, 'offers.$[own].decidedAt': event.at, updatedAt: event.at },
        $push: { outbox: event },
      },
      {
        arrayFilters: [{ 'own.contractorId': open.contractorId, 'own.state': open.state }],
        writeConcern: { w: 'majority' },
      },
    ).lean())
  if (decided) {
    // Mails, the places of other firms and the offer's delivery are the job's: it shows there that it was done.
    ctx.handOver(lead._id, event)
    ctx.log.info({ leadId: lead._id, contractorId: offer.contractorId, state }, 'offer decided')
  }
  return viewOffer(ctx, token)
}

const accepted = { $filter: { input: '$offers', cond: { $eq: ['$$this.state', 'accepted'] } } }
const hasPlace = { $expr: { $lt: [{ $size: accepted }, maximumFirms] } }

const unknown = new AppError('NOT_FOUND', 'We do not know this link. Please open it from our email once more.')
const gone = new AppError('GONE', 'The time to answer has run out, and the job is offered to another firm.')

const tooOld = new AppError('GONE', 'This link has run out. The contact details are in the mail we sent you.')

async function findOffer(ctx: Context, purpose: 'offer' | 'lead', token: string): Promise<OwnOffer> {
  const read = await ctx.links.read(purpose, token)
  if (read === null) throw unknown
  const { leadId, contractorId } = read.link
  const lead = await LeadModel.findById(leadId).read('primary').lean()
  // A firm may have been asked once more: its last offer counts.
  const offer = lead?.offers.findLast((each) => each.contractorId === contractorId)
  if (!lead || !offer) throw new AppError('GONE', 'This job is no longer with us.')
  return { lead, offer, isLinkGood: read.expiresAt > ctx.now() }
}

function screenOf(ctx: Context, { lead, offer, isLinkGood }: OwnOffer): OfferScreen {
  const { reference } = lead
  const { decidedAt } = offer
  if (offer.state === 'declined') return { kind: 'declined', reference, decidedAt }
  if (offer.state === 'accepted') {
    const contact = isLinkGood ? contactOf(lead) : null
    if (contact) ctx.log.info({ leadId: lead._id, contractorId: offer.contractorId }, 'contact data shown to a firm')
    return { kind: 'accepted', reference, decidedAt, contact }
  }
  if (!isLinkGood || offer.state === 'expired' || (offer.state === 'offered' && offer.expiresAt <= ctx.now()))
    throw gone
  if (offer.state === 'withdrawn' || offer.state === 'undeliverable') return { kind: 'withdrawn', reference }
  if (lead.offers.filter(({ state }) => state === 'accepted').length >= maximumFirms) {
    return { kind: 'taken', reference, firms: maximumFirms }
  }
  const { expiresAt } = offer
  return { kind: 'open', reference, job: jobAnswers(lead), area: areaOf(lead.postcode), firms: maximumFirms, expiresAt }
}

function areaOf(postcode: string | null): string | null {
  if (postcode === null) return null
  const { district } = districtOf(postcode)
  const town = townOf(district)
  return town === null ? district : `${town} (${district})`
}

const contactOf = ({ fullName, email, mobile, postcode, answers }: LeadRecord): Contact => ({
  fullName,
  email,
  mobile,
  postcode,
  answers,
})
