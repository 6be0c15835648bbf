import { mailAddressOf, mayTakeJobs, type Contractor } from '@kerbside/schema/contractors/contractor'
import { digestKind } from '@kerbside/schema/deliveries/delivery'
import { offerDigestEmail, type DigestJob } from '@kerbside/schema/emails/offer-digest-email'
import { isOpenToFirms, type Lead } from '@kerbside/schema/leads/lead'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { offerRound, type Offer } from '@kerbside/schema/leads/offer'
import { firmPath, offerPaths, stopOffersPath } from '@kerbside/schema/links/firm-links'
import { sealDigest } from '../offer-digest.ts'
import { findFirm } from './find-firm.ts'
import type { BuildDeps, RenderedEmail, Wanted } from './rendered-email.ts'
import { withWords } from './with-words.ts'

/** The email with all offers of a firm's day that are still open. */
export async function renderDigest(deps: BuildDeps, { _id, contractorId }: Wanted): Promise<RenderedEmail> {
  const at = deps.now()
  const entries = await sealDigest(deps, _id)
  const firm = await findFirm(contractorId)
  if (!firm || !takesOffers(firm, at)) return { kind: 'firm-gone' }
  const records = await LeadModel.find({ _id: { $in: entries.map(({ leadId }) => leadId) } }).lean()
  const leads = new Map(records.map((record) => [record._id, toLead(record)]))
  const jobs: DigestJob[] = []
  let latest: Offer | null = null
  for (const { leadId, round } of entries) {
    const lead = leads.get(leadId)
    const offer = lead?.offers.find((own) => own.contractorId === firm.id && offerRound(lead.offers, own) === round)
    if (!lead || !offer || !isOfferWanted(lead, offer, at)) continue
    jobs.push({ lead, expiresAt: offer.expiresAt, links: await offerLinks(deps, leadId, offer) })
    latest = offer
  }
  if (latest === null) return { kind: 'not-wanted', offer: null }
  const mailbox = { name: firm.name, address: mailAddressOf(firm) }
  const links = await ownLinks(deps, latest, latest.sendAt ?? at)
  const worded = await withWords(deps, digestKind, (words) => offerDigestEmail(mailbox, jobs, links, words))
  return { kind: 'email', lead: null, ...worded }
}

/** Whether an offer is open and an answer would come in time, even if the sweep has not closed it yet. */
export const isOfferWanted = (lead: Lead, { state, expiresAt }: Offer, at: Date): boolean =>
  state === 'offered' && expiresAt > at && isOpenToFirms(lead)

/** Whether a firm gets emails that offer it jobs. */
export const takesOffers = (firm: Contractor, at: Date): boolean => mayTakeJobs(firm, at) && !firm.addressBounce

export async function offerLinks(deps: BuildDeps, leadId: number, offer: Offer) {
  const { accept, decline } = await offerPaths(deps.links, leadId, offer)
  const at = (path: string) => `${deps.config.PUBLIC_URL}${path}`
  return { accept: at(accept), decline: at(decline) }
}

export const firmLink = async ({ links, config }: BuildDeps, { contractorId }: Offer, at: Date) =>
  `${config.PUBLIC_URL}${await firmPath(links, contractorId, at)}`

/** The links of an email with offers to what is the firm's own. */
export async function ownLinks(deps: BuildDeps, offer: Offer, at: Date) {
  const stop = `${deps.config.PUBLIC_URL}${await stopOffersPath(deps.links, offer.contractorId, at)}`
  return { firm: await firmLink(deps, offer, at), stop }
}
