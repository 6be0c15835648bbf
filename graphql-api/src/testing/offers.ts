import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { useTestApp } from './test-app.ts'
import { signLink } from './sign-link.ts'

export const soon = () => new Date(Date.now() + 3_600_000)

/** The id of a firm with this name; the tests store it with its offer. */
export const idOf = (name: string) => Buffer.from(name.padEnd(12).slice(-12)).toString('hex')

export const anOffer = (contractorId: string, changes: Partial<Offer> = {}): Offer => ({
  contractorId: idOf(contractorId),
  contractorName: `Firm ${contractorId}`,
  state: 'offered',
  offeredAt: new Date(),
  expiresAt: soon(),
  decidedAt: null,
  ...changes,
})

/** What a page may show only to a firm that has accepted. */
export const secrets = /Byrne|aoife@example\.com|900123|\b1AA\b/

/** The app, and the signed links of firms to the lead 42. `changes` are of its configuration. */
export function useOffers(changes: Record<string, string> = {}) {
  const app = useTestApp(changes)
  // One end for all links, so that a link signed twice is the same one: tests compare them.
  const linksEndAt = soon()
  const sign = (firm: string, purpose: 'offer' | 'lead' = 'offer', expiresAt = linksEndAt) =>
    signLink(app.deps, { purpose, leadId: 42, contractorId: idOf(firm) }, expiresAt)
  const stored = () => LeadModel.findById(42).lean().orFail()
  return {
    app,
    sign,
    link: async (contractorId: string, act = 'accept') => `/offers/${await sign(contractorId)}/${act}`,
    get: (path: string) => app.request('GET', path),
    post: (path: string) => app.request('POST', path),
    stored,
    states: async () => (await stored()).offers.map(({ state }) => state),
  }
}

export async function storeLead(offers: Offer[], changes: Partial<LeadRecord> = {}) {
  const answers = [
    { name: 'first_name', label: 'First name', value: 'Aoife' },
    { name: 'mobile', label: 'Mobile number', value: '07700 900123' },
    { name: 'drivewayMaterial', label: 'Preferred material', value: 'Resin bound' },
    { name: 'additionalInfo', label: 'Anything else?', value: 'Ask Aoife on 07700 900123, by the <b>gate</b>' },
  ]
  await LeadModel.create(aLead(42, { offers, answers, ...changes }))
  await ContractorModel.create(
    offers.map(({ contractorId, contractorName }) => ({ _id: contractorId, ...aContractor(contractorName) })),
  )
}
