import { emailAddressOf, type Contractor } from '../contractors/contractor.ts'
import type { Offer } from '../offers/offer.ts'
import { addressMark, type SignedLinks } from './signed-link.ts'

// The paths of a firm's signed pages. Each is the same every time, because copies of an email must not differ.

/** Days for which the links to an accepted job and to the firm's own page work. */
const linkDays = 90
const daysAfter = (at: Date) => new Date(at.getTime() + linkDays * 86_400_000)

type Recipient = Pick<Contractor, 'id' | 'email' | 'contacts' | 'linksVersion'>

/** What each link to a contractor has: it works with the address that it is emailed to, until staff end all links. */
export const linkToContractor = (firm: Recipient) => ({
  contractorId: firm.id,
  sentTo: addressMark(emailAddressOf(firm), firm.linksVersion),
})

/** Where the firm accepts or declines, until the offer expires. */
export async function offerPaths(
  links: SignedLinks,
  firm: Recipient,
  leadId: number,
  { expiresAt }: Pick<Offer, 'expiresAt'>,
) {
  const token = await links.sign({ purpose: 'offer', leadId, ...linkToContractor(firm) }, expiresAt)
  return { accept: `/offers/${token}/accept`, decline: `/offers/${token}/decline` }
}

type AcceptedOffer = Pick<Offer, 'offeredAt' | 'decidedAt'>

/** Until when the link to an accepted job works. */
export const jobLinkUntil = ({ decidedAt, offeredAt }: AcceptedOffer) => daysAfter(decidedAt ?? offeredAt)

/** The job that the firm has accepted, with the homeowner's details. */
export const jobPath = async (links: SignedLinks, firm: Recipient, leadId: number, offer: AcceptedOffer) =>
  `/leads/${await links.sign({ purpose: 'lead', leadId, ...linkToContractor(firm) }, jobLinkUntil(offer))}`

/** The firm's own page. `at`: the time of what its email is about. */
export const firmPath = async (links: SignedLinks, firm: Recipient, at: Date) =>
  `/firm/${await links.sign({ purpose: 'firm', ...linkToContractor(firm) }, daysAfter(at))}`

/** Where a firm stops offers by one button, and mail programs by one request (RFC 8058). `at`: as of the firm's page. */
export const stopOffersPath = async (links: SignedLinks, firm: Recipient, at: Date) =>
  `/firm/${await links.sign({ purpose: 'stop-offers', ...linkToContractor(firm) }, daysAfter(at))}/stop-offers`
