import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { deliveryId, type DeliveryState } from '../deliveries/delivery.ts'
import { DeliveryModel } from '../deliveries/delivery.model.ts'
import type { LeadStatus } from '../leads/lead.ts'
import { LeadModel } from '../leads/lead.model.ts'
import type { Offer, OfferState } from '../leads/offer.ts'
import { useDatabase } from '../testing/database.ts'
import { aLead } from '../testing/factories.ts'
import { migrations } from './migrate.model.ts'

useDatabase()
const at = new Date('2026-11-01T10:00:00Z')
const later = new Date('2026-11-02T10:00:00Z')
const minute = 60_000

const anOffer = (state: OfferState, changes: Partial<Offer> = {}): Offer => ({
  contractorId: 'a',
  contractorName: 'A',
  state,
  offeredAt: at,
  expiresAt: later,
  decidedAt: state === 'offered' ? null : at,
  ...changes,
})
const aMail = (state: DeliveryState, leadId = 1, contractorId = 'a', round = 0) => ({
  _id: deliveryId(leadId, 'offer', contractorId, round),
  leadId,
  kind: 'offer' as const,
  contractorId,
  state,
})
const migrate = () =>
  migrations
    .find(({ name }) => name === '2026-11-21-pending-decisions')
    ?.up(mongoose.connection.getClient().db(mongoose.connection.name))
const offers = async (id = 1) => (await LeadModel.findById(id).lean().orFail()).offers

test.each<[OfferState, DeliveryState, string | undefined]>([
  ['accepted', 'sent', 'offer.accepted'],
  ['accepted', 'queued', 'offer.accepted'],
  ['accepted', 'failed', 'offer.accepted'],
  ['declined', 'sent', 'offer.declined'],
  ['declined', 'failed', 'offer.declined'],
  ['expired', 'sending', 'offer.declined'],
  ['withdrawn', 'sent', 'offer.declined'],
  ['expired', 'failed', undefined],
  ['accepted', 'accepted', undefined],
  ['declined', 'declined', undefined],
  ['expired', 'expired', undefined],
  ['offered', 'sent', undefined],
])('an old offer that is %s and whose mail is %s: pending is %s', async (state, mail, type) => {
  await LeadModel.create(aLead(1, { offers: [anOffer('offered', { contractorId: 'other' }), anOffer(state)] }))
  await DeliveryModel.create([aMail(mail), aMail('sent', 1, 'other')])
  await migrate()
  expect((await offers()).map(({ pendingEvent }) => pendingEvent)).toEqual([undefined, type && { type, at }])
})

test('a second run marks nothing that was acted on meanwhile, and what newer releases wrote stays', async () => {
  const newer = { type: 'offer.withdrawn', at: later } as const
  await LeadModel.create([
    aLead(1, { offers: [anOffer('declined')] }),
    aLead(2, { offers: [anOffer('withdrawn', { pendingEvent: newer })] }),
    // Offered once more: the second mail belongs to the second offer.
    aLead(3, { offers: [anOffer('declined'), anOffer('declined', { pendingEvent: null })] }),
  ])
  await DeliveryModel.create([aMail('sent'), aMail('sent', 2), aMail('declined', 3), aMail('sent', 3, 'a', 1)])
  await migrate()
  expect((await offers())[0]?.pendingEvent).toEqual({ type: 'offer.declined', at })
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.pendingEvent': null })
  await migrate()
  expect((await offers())[0]?.pendingEvent).toBeNull()
  expect((await offers(2))[0]?.pendingEvent).toEqual(newer)
  expect((await offers(3)).map(({ pendingEvent }) => pendingEvent)).toEqual([undefined, null])
})

test.each<[LeadStatus, LeadStatus, number, boolean]>([
  ['new', 'lost', -minute, false],
  ['quoted', 'converted', -minute, false],
  ['new', 'lost', minute, true],
  ['lost', 'contacted', -minute, true],
  ['lost', 'contacted', minute, false],
])('an acceptance around a move from %s to %s, %i ms away: pending is %s', async (from, to, away, isMarked) => {
  const moved = { from, to, at: new Date(at.getTime() + away), by: null, note: null }
  await LeadModel.create(aLead(1, { status: to, statusHistory: [moved], offers: [anOffer('accepted')] }))
  await DeliveryModel.create(aMail('sent'))
  await migrate()
  expect((await offers())[0]?.pendingEvent !== undefined).toBe(isMarked)
})

test('more decisions than one batch holds are all marked', async () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => index + 1)
  await LeadModel.create(ids.map((id) => aLead(id, { offers: [anOffer('declined')] })))
  await DeliveryModel.create(ids.map((id) => aMail('sent', id)))
  await migrate()
  expect(await LeadModel.countDocuments({ 'offers.pendingEvent.type': 'offer.declined' })).toBe(1_001)
})
