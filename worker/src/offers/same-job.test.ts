import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { referenceOf } from '@kerbside/schema/leads/lead-id.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addFirms, addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const real = { settings: () => defaultSettings, now: () => new Date() }
const days = (count: number) => new Date(Date.now() - count * 86_400_000)
const own = { email: 'ann@example.com', mobile: '+447400111222' }
const leadOf = (id: number) => LeadModel.findById(id).lean().orFail()

async function match(...ids: number[]) {
  for (const id of ids) await offerToMatches(real, id)
  return Promise.all(ids.map(leadOf))
}

test('a second request for the same job gets the places that the first has left, from firms that do not have it', async () => {
  await addFirms(3)
  await addLead(1, { ...own, createdAt: days(29) })
  await addLead(2, { ...own, mobile: '+447400999888', emailConfirmedAt: days(0) })
  await match(1)
  const newcomers = ['A', 'B', 'C'].map((letter) => aContractor(`Newcomer ${letter}`))
  await ContractorModel.create(newcomers)
  const [second] = await match(2)
  expect(second?.offers.map(({ contractorName }) => contractorName)).toEqual(['Newcomer A', 'Newcomer B'])
  const reasons = Object.fromEntries(second?.matching.map((firm) => [firm.contractorName, firm.reasons.at(-1)]) ?? [])
  expect(reasons).toMatchObject({
    'Firm 1': `Was asked about this job already, by ${referenceOf(1)} of the same homeowner`,
    'Newcomer C': `Next in line: all 5 places are taken, with those of ${referenceOf(1)}, which is the same job`,
  })
  // The place of a firm that says no goes to the next one, once.
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': 'declined' })
  const [again] = await match(1)
  expect(again?.offers.map(({ contractorName }) => contractorName)).toContain('Newcomer C')
  expect((await match(2))[0]?.offers).toHaveLength(2)
})

test.each<[string, Partial<LeadRecord>]>([
  ['of another homeowner', { email: 'ben@example.com', mobile: '+447400333444' }],
  ['of another trade', { trade: 'extensions' }],
  ['in another district', { postcode: 'SW1P 1AA' }],
  ['of another address nearby', { postcode: 'SW1A 2AA' }],
  ['by somebody who typed the same mobile', { email: 'ben@example.com' }],
  ['by somebody who typed the same email and has not confirmed it', { mobile: '+447400333444' }],
  ['31 days older', { createdAt: days(31) }],
  ['without a postcode', { postcode: null }],
  ['that was lost', { status: 'lost' }],
  ['whose homeowner wants no more firms', { sharingStoppedAt: days(1) }],
])('a lead %s is another job', async (_what, changes) => {
  await addFirms(5)
  await addLead(1, { ...own, ...changes })
  await LeadModel.updateOne({ _id: 1 }, { offers: await otherOffers() })
  await addLead(2, own)
  expect((await match(2))[0]?.offers).toHaveLength(5)
})

/** As if every firm had been offered it. */
async function otherOffers() {
  const firms = await ContractorModel.find().lean()
  return firms.map(({ _id, name }) =>
    newOffer({ contractorId: String(_id), contractorName: name }, new Date(), { hours: 24, sendAt: null }),
  )
}

test('leads that are the same job, matched at once: five firms at most, each once', async () => {
  await addFirms(12)
  await Promise.all([1, 2, 3, 4].map((id) => addLead(id, { ...own, createdAt: days(id) })))
  await Promise.all([1, 2, 3, 4].map((id) => offerToMatches(real, id)))
  const offers = (await LeadModel.find().lean()).flatMap((lead) => lead.offers)
  expect(offers).toHaveLength(5)
  expect(new Set(offers.map(({ contractorId }) => contractorId)).size).toBe(5)
})
