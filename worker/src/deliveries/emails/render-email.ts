import { mailAddressOf } from '@kerbside/schema/contractors/contractor'
import {
  deliveryId,
  digestKind,
  goesToHomeowner,
  isPushKind,
  isWebhookKind,
  type LeadMailKind,
} from '@kerbside/schema/deliveries/delivery'
import { isHomeownerPaused } from '@kerbside/schema/deliveries/delivery.model'
import {
  contactDetailsEmail,
  correctionNoticeEmail,
  eraseNoticeEmail,
  offerEmail,
  stopNoticeEmail,
} from '@kerbside/schema/emails/firm-emails'
import { acceptedNoticeEmail } from '@kerbside/schema/emails/homeowner-emails'
import type { Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { firmsWithDetails, offerRound, type Offer } from '@kerbside/schema/leads/offer'
import { jobPath } from '@kerbside/schema/links/firm-links'
import { createLookup } from '@kerbside/schema/operation/in-groups'
import { findFirm } from './find-firm.ts'
import { isHomeownerMail, manageLink, renderHomeownerEmail } from './render-homeowner-email.ts'
import { firmLink, isOfferWanted, offerLinks, ownLinks, renderDigest, takesOffers } from './render-digest.ts'
import { isUserMail, renderUserEmail } from './render-user-email.ts'
import type { BuildDeps, RenderedEmail, Wanted } from './rendered-email.ts'
import { withWords } from './with-words.ts'

// Emails that are composed at the same moment are mostly of the same leads.
const findLead = createLookup((ids: number[]) => LeadModel.find({ _id: { $in: ids } }).lean())

/** The email as of now, so that it contains corrections made since it was queued. */
export async function renderEmail(deps: BuildDeps, delivery: Wanted): Promise<RenderedEmail> {
  const { leadId, kind } = delivery
  if (isWebhookKind(kind) || isPushKind(kind)) throw new Error(`No email: ${kind}`)
  if (kind === digestKind) return renderDigest(deps, delivery)
  if (isUserMail(kind)) return renderUserEmail(deps, { ...delivery, kind })
  const record = leadId === null ? null : await findLead(leadId)
  if (!record) return { kind: 'subject-gone' }
  const lead = toLead(record)
  if (goesToHomeowner(kind) && (await isHomeownerPaused(lead.id))) return { kind: 'address-bounced' }
  if (isHomeownerMail(kind)) return renderHomeownerEmail(deps, lead, { ...delivery, kind })

  const offer = offerOf(lead, { ...delivery, kind })
  if (offer?.state !== (kind === 'offer' ? 'offered' : 'accepted')) return { kind: 'not-wanted', offer }
  if (kind === 'offer' && !isOfferWanted(lead, offer, deps.now())) return { kind: 'not-wanted', offer }
  if (kind !== 'offer' && !isWantedAfterAccepting(kind, lead)) return { kind: 'not-wanted', offer }
  const firm = await findFirm(offer.contractorId)
  if (!firm || (kind === 'offer' && !takesOffers(firm, deps.now()))) return { kind: 'firm-gone' }
  if (kind === 'accepted-notice') {
    const holders = firmsWithDetails(lead.offers)
    const earlier = holders.slice(0, holders.indexOf(offer)).map(({ contractorName }) => contractorName)
    const href = await manageLink(deps, lead.id, delivery)
    const accepted = { firm, earlier, href }
    const worded = await withWords(deps, kind, (words) => acceptedNoticeEmail(lead, accepted, words))
    return { kind: 'email', lead, ...worded }
  }

  if (firm.addressBounce) return { kind: 'address-bounced' }
  const mailbox = { name: firm.name, address: mailAddressOf(firm) }
  if (kind === 'stop-notice') return { kind: 'email', lead, email: stopNoticeEmail(lead, mailbox) }
  if (kind === 'erase-notice') return { kind: 'email', lead, email: eraseNoticeEmail(lead, mailbox) }
  if (kind === 'correction-notice') {
    const isThis = (_: unknown, round: number) => deliveryId(lead.id, kind, offer.contractorId, round) === delivery._id
    const correction = lead.corrections?.find(isThis)
    if (!correction) return { kind: 'not-wanted', offer }
    const { job: href } = await jobLinks(deps, lead.id, offer)
    const { changes } = correction
    return { kind: 'email', lead, email: correctionNoticeEmail(lead, mailbox, { changes, href }) }
  }
  if (kind === 'offer') {
    const links = { ...(await offerLinks(deps, lead.id, offer)), ...(await ownLinks(deps, offer, offer.offeredAt)) }
    const open = { expiresAt: offer.expiresAt, links }
    return { kind: 'email', lead, ...(await withWords(deps, kind, (words) => offerEmail(lead, mailbox, open, words))) }
  }
  const links = await jobLinks(deps, lead.id, offer)
  const worded = await withWords(deps, 'contact-details', (words) => contactDetailsEmail(lead, mailbox, links, words))
  return { kind: 'email', lead, ...worded }
}

/** Once the homeowner has stopped sharing, firms are told that and nothing else. */
function isWantedAfterAccepting(kind: LeadMailKind, { sharingStoppedAt, erasedAt }: Lead): boolean {
  if (kind === 'erase-notice') return Boolean(erasedAt)
  return kind === 'stop-notice' ? Boolean(sharingStoppedAt) && !erasedAt : !sharingStoppedAt
}

/** The offer that a delivery is about. A firm that was asked more than once has one email per offer. */
function offerOf({ id, offers }: Lead, { _id, kind, contractorId }: Wanted & { kind: LeadMailKind }): Offer | null {
  const own = offers.filter((offer) => offer.contractorId === contractorId)
  if (kind !== 'offer') return own.at(-1) ?? null
  return own.find((offer) => deliveryId(id, kind, contractorId, offerRound(offers, offer)) === _id) ?? null
}

async function jobLinks(deps: BuildDeps, leadId: number, offer: Offer) {
  const job = `${deps.config.PUBLIC_URL}${await jobPath(deps.links, leadId, offer)}`
  return { job, firm: await firmLink(deps, offer, offer.decidedAt ?? offer.offeredAt) }
}
