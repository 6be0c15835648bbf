import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { expect, test } from 'vitest'
import { addFirms, addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const at = (now: string | Date) => ({ settings: () => defaultSettings, now: () => new Date(now) })
const real = { settings: () => defaultSettings, now: () => new Date() }

async function offeredNames(leadId: number): Promise<string[]> {
  const lead = await LeadModel.findById(leadId, 'offers').lean().orFail()
  return lead.offers.map(({ contractorName }) => contractorName)
}

async function reasonsOf(leadId: number): Promise<Record<string, string[]>> {
  const { matching } = await LeadModel.findById(leadId, 'matching').lean().orFail()
  return Object.fromEntries(matching.map(({ contractorName, reasons }) => [contractorName, reasons]))
}

test('only firms of the trade and the area are offered a lead, and every firm has its reasons', async () => {
  await addLead(1, { postcode: 'SW1A 1AA' })
  await ContractorModel.create([
    aContractor('Here'),
    aContractor('Whole area', { areas: [{ kind: 'outcode', value: 'SW' }] }),
    aContractor('Nationwide', { areas: [{ kind: 'nationwide', value: 'GB' }] }),
    aContractor('Elsewhere', { areas: [{ kind: 'outcode', value: 'SW11' }] }),
    aContractor('Other trade', { trades: ['extensions'] }),
  ])
  await offerToMatches(real, 1)
  expect((await offeredNames(1)).toSorted()).toEqual(['Here', 'Nationwide', 'Whole area'])
  expect(await reasonsOf(1)).toMatchObject({
    Here: ['Does driveways', 'Works in SW1A'],
    Nationwide: ['Does driveways', 'Works in all of the UK'],
    Elsewhere: ['Does not work in SW1A'],
    'Other trade': ['Does not do driveways'],
  })
})

test('an Eircode finds firms of its routing key and of its county', async () => {
  await addLead(1, { postcode: 'D6W X285' })
  await ContractorModel.create([
    aContractor('Key', { areas: [{ kind: 'routing-key', value: 'D6W' }] }),
    aContractor('County', { areas: [{ kind: 'county', value: 'Dublin' }] }),
    aContractor('Neighbour', { areas: [{ kind: 'routing-key', value: 'D06' }] }),
  ])
  await offerToMatches(real, 1)
  expect((await offeredNames(1)).toSorted()).toEqual(['County', 'Key'])
})

test('firms that are paused, switched off, or not or no longer verified are never offered a lead', async () => {
  await addLead(1)
  const soon = new Date(Date.now() + 60_000)
  const past = new Date(Date.now() - 60_000)
  await ContractorModel.create([
    aContractor('Paused', { pausedUntil: soon }),
    aContractor('Off', { active: false }),
    aContractor('Lapsed', { verifiedUntil: past }),
    aContractor('Never checked', { verifiedUntil: null }),
    aContractor('Back from a pause', { pausedUntil: past }),
    aContractor('Verified', { verifiedUntil: soon }),
  ])
  await offerToMatches(real, 1)
  expect((await offeredNames(1)).toSorted()).toEqual(['Back from a pause', 'Verified'])
  expect(await reasonsOf(1)).toMatchObject({
    Paused: ['The firm is paused'],
    Off: ['The firm is not active'],
    Lapsed: ['The firm’s verification has run out'],
    'Never checked': ['The firm has never been verified'],
  })
})

test('a daily cap holds while leads are matched at once', async () => {
  await addFirms(4, { dailyCap: 2 })
  await ContractorModel.create(aContractor('No leads', { dailyCap: 0 }))
  const ids = Array.from({ length: 5 }, (_, index) => index + 1)
  await Promise.all(ids.map((id) => addLead(id)))
  await Promise.all(ids.map((id) => offerToMatches(real, id)))

  const counts = await LeadModel.aggregate<{ _id: string; count: number }>([
    { $unwind: '$offers' },
    { $group: { _id: '$offers.contractorName', count: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ])
  expect(counts).toEqual(['Firm 1', 'Firm 2', 'Firm 3', 'Firm 4'].map((_id) => ({ _id, count: 2 })))
  const firms = await ContractorModel.find({ dailyCap: 2 }).lean()
  expect(firms.map(({ offersOn }) => offersOn.count)).toEqual([2, 2, 2, 2])
})

test('a weekly cap holds while leads are matched at once, and counts from Monday by the firm’s clock', async () => {
  await addFirms(2, { weeklyCap: 3 })
  await addFirms(1, { name: 'No weekly cap', email: 'free@firms.example' })
  const ids = Array.from({ length: 5 }, (_, index) => index + 1)
  await Promise.all([...ids, 13, 14].map((id) => addLead(id)))
  // Sunday 7 June 2026, 23:30 in London.
  await Promise.all(ids.map((id) => offerToMatches(at('2026-06-07T22:30:00Z'), id)))
  const counts = await ContractorModel.find().sort({ weeklyCap: 1 }).lean()
  expect(counts.map(({ offersInWeek }) => offersInWeek)).toEqual([
    { week: '2026-06-01', count: 5 },
    { week: '2026-06-01', count: 3 },
    { week: '2026-06-01', count: 3 },
  ])
  await offerToMatches(at('2026-06-07T22:31:00Z'), 13)
  expect(await offeredNames(13)).toEqual(['No weekly cap'])
  expect(await reasonsOf(13)).toMatchObject({ 'Firm 1': ['Weekly cap of 3 reached'] })
  await offerToMatches(at('2026-06-07T23:01:00Z'), 14)
  expect(await offeredNames(14)).toHaveLength(3)
})

test('leads matched four at a time share the firms out evenly, and none has more than five', async () => {
  await addFirms(12)
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  await Promise.all(ids.map((id) => addLead(id)))
  const waiting = [...ids]
  const matchOneByOne = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await offerToMatches(real, id)
  }
  await Promise.all(Array.from({ length: 4 }, matchOneByOne))

  const leads = await LeadModel.find({}, 'offers').lean()
  expect(leads.every(({ offers }) => offers.length === 5)).toBe(true)
  const counts = (await ContractorModel.find().lean()).map(({ offersOn }) => offersOn.count)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4)
  expect(Math.max(...counts)).toBeLessThanOrEqual(6)
})

test('a lead that is matched four times at once is offered to five firms, however many would do', async () => {
  await addFirms(12)
  await addLead(1)
  await Promise.all(Array.from({ length: 4 }, () => offerToMatches(real, 1)))
  expect(new Set(await offeredNames(1)).size).toBe(5)
  expect(await offeredNames(1)).toHaveLength(5)
})

test('one after the other, firms take turns even within one millisecond', async () => {
  await addFirms(7)
  for (let id = 1; id <= 14; id += 1) {
    await addLead(id)
    await offerToMatches(at('2026-06-01T12:00:00Z'), id)
  }
  const counts = (await ContractorModel.find().lean()).map(({ offersOn }) => offersOn.count)
  expect(counts).toEqual(Array(7).fill(10))
})

test('the firm that has waited longest comes first, and each firm keeps when its last lead was', async () => {
  await addLead(1)
  const day = (date: number) => new Date(Date.UTC(2026, 0, date))
  await ContractorModel.create([
    aContractor('Yesterday', { lastLeadAt: day(9) }),
    aContractor('Never'),
    aContractor('Last week', { lastLeadAt: day(2) }),
  ])
  await offerToMatches(at(day(10)), 1)
  expect(await offeredNames(1)).toEqual(['Never', 'Last week', 'Yesterday'])
  const last = await ContractorModel.distinct('lastLeadAt')
  expect(last).toEqual([day(10)])
})

test.for([
  ['2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z', 'the night summer time begins'],
  ['2026-06-01T22:59:00Z', '2026-06-01T23:01:00Z', 'summer: midnight in London is 23:00 UTC'],
  ['2026-10-24T22:59:00Z', '2026-10-24T23:01:00Z', 'the night summer time ends'],
  ['2026-12-31T23:59:00Z', '2027-01-01T00:01:00Z', 'winter'],
])('a cap counts by the calendar day of the firm, here in London: %s to %s, %s', async ([before, after]) => {
  await addFirms(1, { dailyCap: 1 })
  await Promise.all([1, 2, 3].map((id) => addLead(id)))
  await offerToMatches(at(before ?? ''), 1)
  await offerToMatches(at(before ?? ''), 2)
  await offerToMatches(at(after ?? ''), 3)
  expect(await offeredNames(1)).toEqual(['Firm 1'])
  expect(await offeredNames(2)).toEqual([])
  expect(await reasonsOf(2)).toEqual({ 'Firm 1': ['Daily cap of 1 reached'] })
  expect(await offeredNames(3)).toEqual(['Firm 1'])
})

test('a firm is never offered the same lead twice, and keeps the reasons it was offered for', async () => {
  await addFirms(2, { dailyCap: 1 })
  await addLead(1)
  await offerToMatches(real, 1)
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.state': 'declined' })
  await offerToMatches(real, 1)
  expect(await offeredNames(1)).toHaveLength(2)
  expect(await reasonsOf(1)).toMatchObject({ 'Firm 1': ['Does driveways', 'Works in SW1A'] })
})

test('a lead that is won or lost is offered to nobody any more', async () => {
  await addFirms(1)
  await addLead(1, { status: 'lost' })
  await addLead(2, { status: 'converted' })
  await offerToMatches(real, 1)
  await offerToMatches(real, 2)
  expect([...(await offeredNames(1)), ...(await offeredNames(2))]).toEqual([])
})
