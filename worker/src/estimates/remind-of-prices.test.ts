import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { addFirms, addLead, testDeps, useClock, useWorkers } from '../testing/test-worker.ts'
import { remindOfPrices } from './remind-of-prices.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const day = 86_400_000

/** Lead 1, which a firm accepted now. */
async function acceptedLead(changes: Partial<LeadRecord> = {}) {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  const [firm] = await addFirms(1)
  const contractorId = String(firm?._id)
  const at = new Date()
  const offer = newOffer({ contractorId, contractorName: 'Firm 1' }, at, { hours: 24, sendAt: null })
  await addLead(1, { offers: [{ ...offer, state: 'accepted', decidedAt: at }], ...changes })
  const emails = async () => (await DeliveryModel.find().sort({ createdAt: 1 }).lean()).map(({ _id }) => _id)
  const ids = {
    first: `lead-1-estimate-reminder-${contractorId}`,
    second: `lead-1-estimate-reminder-${contractorId}-2`,
    notice: `lead-1-no-price-notice-${contractorId}`,
  }
  const after = async (days: number) => {
    clock.advance(days * day)
    await Promise.all([remindOfPrices(deps), remindOfPrices(deps)])
    return emails()
  }
  return { deps, contractorId, ids, after }
}

test('a firm without a price is reminded after two and four days, and the homeowner is told after six, once each', async () => {
  const { deps, ids, after } = await acceptedLead()
  expect(await after(1.9)).toEqual([])
  expect(await after(0.1)).toEqual([ids.first])
  expect(await after(1.9)).toEqual([ids.first])
  expect(await after(0.1)).toEqual([ids.first, ids.second])
  expect(await after(2)).toEqual([ids.first, ids.second, ids.notice])
  expect(await after(5)).toHaveLength(3)
  for (const id of Object.values(ids)) await sendDelivery(deps, id)
  const { email } = await LeadModel.findById(1).lean().orFail()
  expect(sink.emails.map(({ to }) => to)).toEqual(['firm-1@firms.example', 'firm-1@firms.example', email])
})

test('who was away for four days is reminded once', async () => {
  const { ids, after } = await acceptedLead()
  expect(await after(5)).toEqual([ids.second])
})

const estimate = (contractorId: string): LeadEstimate => ({
  id: 'e',
  contractorId,
  contractorName: 'Firm 1',
  number: 1,
  variationOf: null,
  kind: 'fixed',
  currency: 'GBP',
  sentAt: new Date(),
  total: 1,
  validUntil: new Date(),
  state: 'sent',
  decidedAt: null,
})
const outcome = { kind: 'cannot-reach' as const, at: new Date(), amount: null, currency: null, reason: null }

test.each<[string, (firm: string) => Record<string, unknown>]>([
  ['a price of the firm', (firm) => ({ estimates: [estimate(firm)] })],
  ['a chosen price of another firm', () => ({ estimates: [{ ...estimate('another'), state: 'chosen' }] })],
  ['a report of the firm', () => ({ 'offers.0.outcomes': [outcome] })],
  ['a lost lead', () => ({ status: 'lost' })],
  ['a homeowner who stopped', () => ({ sharingStoppedAt: new Date() })],
])('with %s nobody is reminded, and a reminder that waits is dropped', async (_what, change) => {
  const { deps, contractorId, ids, after } = await acceptedLead()
  expect(await after(2)).toEqual([ids.first])
  await LeadModel.updateOne({ _id: 1 }, { $set: change(contractorId) })
  expect(await after(2)).toEqual([ids.first])
  await sendDelivery(deps, ids.first)
  expect((await DeliveryModel.findById(ids.first).lean())?.state).toBe('expired')
})

test('a reminder waits until the firm opens', async () => {
  const { contractorId, ids, after } = await acceptedLead()
  await ContractorModel.updateOne({ _id: contractorId }, { workingHours: [], timeZone: 'Europe/London' })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const hour = new Date(Date.now()).getUTCHours()
  const from = `${String((hour + 3) % 24).padStart(2, '0')}:00`
  const to = `${String((hour + 3) % 24).padStart(2, '0')}:30`
  await ContractorModel.updateOne(
    { _id: contractorId },
    { workingHours: days.map((name) => ({ day: name, from, to })) },
  )
  await after(2)
  const { nextTryAt, createdAt } = await DeliveryModel.findById(ids.first).lean().orFail()
  expect((nextTryAt?.getTime() ?? 0) - createdAt.getTime()).toBeGreaterThan(3_600_000)
})
