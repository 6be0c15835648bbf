import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { EstimateModel } from '@kerbside/schema/estimates/estimate.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { sendDelivery } from '../deliveries/send-delivery.ts'
import { useMailSink } from '../testing/mail-sink.ts'
import { samplePrice } from '../testing/sample-emails.ts'
import { addFirms, addLead, testDeps, useClock, useWorkers } from '../testing/test-worker.ts'
import { remindToConfirm } from './remind-to-confirm.ts'

useDatabase()
useWorkers()
const sink = useMailSink()
const day = 86_400_000

/** Lead 1, whose homeowner has chosen a quote now. */
async function chosenLead() {
  const deps = await testDeps({ SMTP_URL: sink.url })
  const clock = useClock(deps)
  const [firm] = await addFirms(1)
  const contractorId = String(firm?._id)
  const at = new Date()
  const { id, ...content } = samplePrice
  const { number, variationOf, kind, currency } = content
  const price: LeadEstimate = {
    id,
    number,
    variationOf,
    kind,
    currency,
    contractorId,
    contractorName: 'Firm 1',
    sentAt: at,
    total: 1,
    validUntil: new Date(at.getTime() + 30 * day),
    state: 'chosen',
    decidedAt: at,
  }
  const offer = newOffer({ contractorId, contractorName: 'Firm 1' }, at, { hours: 24, sendAt: null })
  await addLead(1, { offers: [{ ...offer, state: 'accepted', decidedAt: at }], estimates: [price], status: 'quoted' })
  await EstimateModel.create({ ...content, _id: id, leadId: 1, contractorId })
  const about = `${id}-${at.getTime()}`
  return {
    deps,
    ids: {
      reminders: ['', '-2', '-3'].map((round) => `lead-1-confirm-reminder-${about}${round}`),
      notice: `lead-1-unconfirmed-notice-${about}`,
    },
    after: async (days: number) => {
      clock.advance(days * day)
      await Promise.all([remindToConfirm(deps), remindToConfirm(deps)])
      return (await DeliveryModel.find().sort({ createdAt: 1, _id: 1 }).lean()).map(({ _id }) => _id)
    },
  }
}

test('a contractor is reminded to confirm after one, two and four days, and the homeowner is told after three, once each', async () => {
  const { deps, ids, after } = await chosenLead()
  const [first = '', second = '', third = ''] = ids.reminders
  expect(await after(0.9)).toEqual([])
  expect(await after(0.1)).toEqual([first])
  expect(await after(1)).toEqual([first, second])
  expect(await after(0.9)).toEqual([first, second])
  expect(await after(0.1)).toEqual([first, second, ids.notice])
  expect(await after(1)).toEqual([first, second, ids.notice, third])
  expect(await after(9)).toHaveLength(4)
  for (const id of [first, ids.notice]) await sendDelivery(deps, id)
  const { email } = await LeadModel.findById(1).lean().orFail()
  expect(sink.emails.map(({ to }) => to)).toEqual(['firm-1@firms.example', email])
})

test.each<[string, Record<string, unknown>]>([
  ['a choice that was undone', { 'estimates.0.state': 'sent' }],
  ['a choice that is confirmed', { 'estimates.0.state': 'agreed' }],
  ['a choice that was made again', { 'estimates.0.decidedAt': new Date(Date.now() + day) }],
  ['a quote that is past its validity', { 'estimates.0.validUntil': new Date(0) }],
  ['a lost lead', { status: 'lost' }],
  ['a homeowner who stopped', { sharingStoppedAt: new Date() }],
])('with %s nobody is reminded, and a reminder that waits is dropped', async (_what, change) => {
  const { deps, ids, after } = await chosenLead()
  const [first = ''] = ids.reminders
  expect(await after(1)).toEqual([first])
  await LeadModel.updateOne({ _id: 1 }, { $set: change })
  expect(await after(0.9)).toEqual([first])
  await sendDelivery(deps, first)
  expect((await DeliveryModel.findById(first).lean())?.state).toBe('expired')
})
