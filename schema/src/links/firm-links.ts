import type { Offer } from '../offers/offer.ts'
import type { SignedLinks } from './signed-link.ts'

// The paths of a firm's signed pages. Each is the same every time, because copies of an email must not differ.

/** Days for which the links to an accepted job and to the firm's own page work. */
const linkDays = 90
const daysAfter = (at: Date) => new Date(at.getTime() + linkDays * 86_400_000)

/** Where the firm accepts or declines, until the offer expires. */
export async function offerPaths(links: SignedLinks, leadId: number, offer: Pick<Offer, 'contractorId' | 'expiresAt'>) {
  const { contractorId, expiresAt } = offer
  const token = await links.sign({ purpose: 'offer', leadId, contractorId }, expiresAt)
  return { accept: `/offers/${token}/accept`, decline: `/offers/${token}/decline` }
}

type AcceptedOffer = Pick<Offer, 'contractorId' | 'offeredAt' | 'decidedAt'>

/** Until when the link to an accepted job works. */
export const jobLinkUntil = ({ decidedAt, offeredAt }: Omit<AcceptedOffer, 'contractorId'>) =>
  daysAfter(decidedAt ?? offeredAt)

/** The job that the firm has accepted, with the homeowner's details. */
export const jobPath = async (links: SignedLinks, leadId: number, offer: AcceptedOffer) =>
  `/leads/${await links.sign({ purpose: 'lead', leadId, contractorId: offer.contractorId }, jobLinkUntil(offer))}`

/** The firm's own page. `at`: the time of what its email is about. */
export const firmPath = async (links: SignedLinks, contractorId: string, at: Date) =>
  `/firm/${await links.sign({ purpose: 'firm', contractorId }, daysAfter(at))}`

/** Where a firm stops offers by one button, and mail programs by one request (RFC 8058). `at`: as of the firm's page. */
export const stopOffersPath = async (links: SignedLinks, contractorId: string, at: Date) =>
  `/firm/${await links.sign({ purpose: 'stop-offers', contractorId }, daysAfter(at))}/stop-offers`
