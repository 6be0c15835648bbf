import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { priceReports } from './price-reports.ts'

useTestApp()
const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const recent = () => priceReports({ from: hoursAgo(90 * 24) }, 8)
const price = (firm: string, total: number, changes: Partial<LeadEstimate> = {}): LeadEstimate => ({
  id: crypto.randomUUID(),
  contractorId: firm,
  contractorName: `Firm ${firm}`,
  number: 1,
  variationOf: null,
  kind: 'fixed',
  currency: 'GBP',
  sentAt: hoursAgo(10),
  total,
  validUntil: now,
  state: 'sent',
  decidedAt: null,
  ...changes,
})
const accepted = (firm: string, hours: number) => ({
  contractorId: firm,
  contractorName: `Firm ${firm}`,
  state: 'accepted' as const,
  offeredAt: hoursAgo(hours),
  expiresAt: now,
  decidedAt: hoursAgo(hours),
})

test('prices add up by stage, each lead once while it is open, with extra work once it is agreed, euro by themselves', async () => {
  await LeadModel.insertMany([
    aLead(1, { estimates: [price('a', 300), price('a', 200, { number: 2 }), price('b', 250)] }),
    aLead(2, { estimates: [price('a', 100, { state: 'withdrawn' })] }),
    aLead(3, { estimates: [price('a', 1_000, { state: 'chosen' }), price('b', 900)] }),
    aLead(4, {
      estimates: [price('a', 5_000, { state: 'agreed' }), price('a', 70, { state: 'agreed', variationOf: 'x' })],
    }),
    aLead(5, { estimates: [price('a', 40, { currency: 'EUR' })] }),
    aLead(6, { estimates: [price('a', 9, { sentAt: hoursAgo(91 * 24) })] }),
    aLead(7, { estimates: [price('a', 8, { state: 'declined', declinedBecause: 'too-dear' })] }),
  ])
  const { stages, declined } = await recent()
  expect(stages).toEqual([
    {
      name: 'open',
      leads: 2,
      sums: [
        { currency: 'GBP', amount: 200 },
        { currency: 'EUR', amount: 40 },
      ],
    },
    { name: 'chosen', leads: 1, sums: [{ currency: 'GBP', amount: 1_000 }] },
    { name: 'agreed', leads: 1, sums: [{ currency: 'GBP', amount: 5_070 }] },
  ])
  expect(declined).toEqual([{ reason: 'too-dear', count: 1 }])
})

test('of each firm: what it accepted, how much of it it priced, how soon, and how much of it was chosen', async () => {
  await LeadModel.insertMany([
    aLead(1, { offers: [accepted('a', 40), accepted('b', 20)], estimates: [price('a', 1, { state: 'agreed' })] }),
    aLead(2, {
      offers: [accepted('a', 20)],
      estimates: [price('a', 1), price('a', 2, { sentAt: hoursAgo(1), number: 2 })],
    }),
    aLead(3, { offers: [accepted('a', 30)] }),
    aLead(4, { offers: [accepted('c', 91 * 24)] }),
  ])
  expect((await recent()).firms).toEqual([
    { contractorId: 'a', contractorName: 'Firm a', accepted: 3, priced: 2, chosen: 1, medianHours: 20 },
    { contractorId: 'b', contractorName: 'Firm b', accepted: 1, priced: 0, chosen: 0, medianHours: null },
  ])
})
