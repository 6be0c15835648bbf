import { canMove, leadStatuses } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { priceStepsBetween, waitsForPrice } from '@kerbside/schema/leads/waiting-for-price'
import { offerStates } from '@kerbside/schema/offers/offer'
import { expect, test } from 'vitest'
import { isWithin, office, waking } from './demo-clock.ts'
import { demoContractors, demoDailyCap } from './demo-contractors.ts'
import { deliveriesOf } from './demo-deliveries.ts'
import { demoLeadCount, demoTimes, newDemoLead, statusOf, type DemoWorld } from './demo-leads.ts'
import { withPrices } from './demo-prices.ts'
import { liveThrough } from './demo-story.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'

const firms = demoContractors.map((firm, index) => ({
  ...firm,
  id: String(index).padStart(24, '0'),
  outsideHours: 'send' as const,
  offerEmails: 'single' as const,
  weight: 1,
  dailyCap: demoDailyCap,
  weeklyCap: null,
  active: true,
  pausedUntil: null,
  verifiedUntil: new Date('2199-12-31'),
  lastLeadAt: null,
  createdAt: new Date('2026-01-01'),
  offersToday: 0,
  offersThisWeek: 0,
}))
const staff: DemoWorld['staff'] = [
  { id: 'm', name: 'Sam' },
  { id: 'a', name: 'Alex' },
]

const pricedAt = (now: Date, index: number, lead: LeadRecord) => withPrices(index, lead, now).lead

/** All leads as they stand when the demo begins at this moment. */
function leadsAt(moment: string) {
  const now = new Date(moment)
  return demoTimes(now).map((at, index) =>
    pricedAt(
      now,
      index,
      liveThrough({ index, lead: newDemoLead(index, 1000 - index, at), world: { now, staff, firms } }, statusOf(index)),
    ),
  )
}

const moments = [
  ['Monday noon', '2026-11-23T12:00:00Z'],
  ['a Sunday night', '2026-11-22T03:10:00Z'],
  ['late on a Saturday in summer', '2026-07-18T22:40:00Z'],
  ['the hour that summer time skips', '2026-03-29T01:30:00Z'],
  ['a Friday afternoon', '2026-10-30T16:20:00Z'],
] as const

test.each(moments)(
  'on %s there are leads in every status, offers and emails in every state of theirs',
  (_name, now) => {
    const leads = leadsAt(now)
    expect(leads).toHaveLength(demoLeadCount)
    expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(leadStatuses))
    // No homeowner of the demo has given a firm's place away.
    const states = offerStates.filter((state) => state !== 'released')
    expect(new Set(leads.flatMap(({ offers }) => offers.map(({ state }) => state)))).toEqual(new Set(states))
    const emails = leads.flatMap(deliveriesOf)
    expect(new Set(emails.map(({ state }) => state))).toEqual(
      new Set(['sent', 'accepted', 'declined', 'expired', 'failed']),
    )
    expect(new Set(leads.map(({ assignedTo }) => assignedTo?.name))).toEqual(new Set([undefined, 'Sam', 'Alex']))
    expect(leads.filter(({ followUpAt }) => followUpAt && followUpAt < new Date(now)).length).toBeGreaterThan(0)
    expect(leads.filter(({ followUpAt }) => followUpAt && followUpAt > new Date(now)).length).toBeGreaterThan(5)
  },
)

test.each(moments)('on %s no lead breaks a rule of the business', (_name, now) => {
  for (const { status, offers, matching } of leadsAt(now)) {
    const count = (...states: string[]) => offers.filter(({ state }) => states.includes(state)).length
    expect(count('offered', 'accepted')).toBeLessThanOrEqual(defaultSettings.firmsPerLead)
    expect(count('offered') > 0 && (status === 'lost' || status === 'converted')).toBe(false)
    expect(offers.length > 0).toBe(matching.some(({ matched }) => matched))
    expect(new Set(offers.map(({ contractorId }) => contractorId)).size).toBe(offers.length)
    const suitable = matching.filter(({ matched }) => matched).map(({ contractorId }) => contractorId)
    expect(suitable).toEqual(expect.arrayContaining(offers.map(({ contractorId }) => contractorId)))
  }
})

test.each(moments)(
  'on %s staff moved the leads one step at a time, at work, once a firm had accepted',
  (_name, now) => {
    for (const { createdAt, status, statusHistory, offers } of leadsAt(now)) {
      expect(isWithin(waking, createdAt)).toBe(true)
      expect(statusHistory.at(-1)?.to ?? 'new').toBe(status)
      const accepted = offers.filter(({ state }) => state === 'accepted').map(({ decidedAt }) => Number(decidedAt))
      statusHistory.forEach(({ from, to, at, by }, place) => {
        const before = statusHistory[place - 1]
        expect([from, canMove(from, to), by !== null]).toEqual([before?.to ?? 'new', true, true])
        expect(at.getTime()).toBeGreaterThan(Math.max(Math.min(...accepted), Number(before?.at ?? createdAt)))
        expect(at.getTime()).toBeLessThan(Date.parse(now))
        expect(isWithin(office, at)).toBe(true)
      })
    }
  },
)

test.each(moments)('on %s every offer came after its lead, and its answer before its end', (_name, now) => {
  const end = new Date(now)
  for (const { createdAt, updatedAt, offers } of leadsAt(now)) {
    const odd = offers.filter(({ state, offeredAt, expiresAt, decidedAt }) => {
      if (offeredAt <= createdAt || offeredAt >= end || offeredAt > updatedAt) return true
      if (state === 'offered') return decidedAt !== null || expiresAt <= end
      if (decidedAt === null || decidedAt <= offeredAt || decidedAt >= end || decidedAt > updatedAt) return true
      return state === 'expired' ? decidedAt.getTime() !== expiresAt.getTime() : decidedAt >= expiresAt
    })
    expect(odd).toEqual([])
  }
})

test.each(moments)('on %s each email has its occasion, was sent after it, and waits for no worker', (_name, now) => {
  for (const lead of leadsAt(now)) {
    const emails = deliveriesOf(lead)
    const kinds = emails.map(({ kind }) => kind)
    const accepted = lead.offers.filter(({ state }) => state === 'accepted').length
    const count = (kind: string) => kinds.filter((other) => other === kind).length
    expect([count('confirmation'), count('offer')]).toEqual([1, lead.offers.length])
    expect([count('contact-details'), count('accepted-notice')]).toEqual([accepted, accepted])
    const odd = emails.filter(({ state, sentAt, createdAt }) => {
      if (state === 'queued' || state === 'sending' || createdAt < lead.createdAt) return true
      return sentAt === null ? state !== 'failed' : sentAt <= createdAt || sentAt >= new Date(now)
    })
    expect(odd).toEqual([])
  }
})

test.each(moments)('on %s firms have priced what is quoted and on, and nobody is reminded of a price', (_name, now) => {
  const leads = leadsAt(now)
  const states = leads.flatMap(({ estimates = [] }) => estimates.map(({ state }) => state))
  expect(new Set(states)).toEqual(new Set(['sent', 'agreed', 'declined']))
  for (const { status, estimates = [] } of leads) {
    expect(estimates.filter(({ state }) => state === 'agreed').length).toBeLessThanOrEqual(
      status === 'converted' ? 1 : 0,
    )
    expect(estimates.length > 0 && (status === 'new' || status === 'contacted')).toBe(false)
  }
  const steps = priceStepsBetween(new Date(now))
  const waiting = leads.flatMap((lead) => lead.offers.filter((offer) => waitsForPrice(lead, offer)))
  expect(waiting.filter(({ decidedAt }) => decidedAt && decidedAt > steps.$gt && decidedAt <= steps.$lte)).toEqual([])
})

test('no demo email could reach anybody: every address is a made-up one', () => {
  const addresses = [...leadsAt(moments[0][1]).map(({ email }) => email), ...firms.map(({ email }) => email)]
  expect(addresses).toHaveLength(demoLeadCount + firms.length)
  expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
})
