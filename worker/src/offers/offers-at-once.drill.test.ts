// Many leads that are matched at once, as by several workers: nothing but the database is shared between two matchings.
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addFirms, addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const [atOnce, leads, weighed] = [10, 60, 60]
const minute = 60_000
/** Matches these leads, so many at once. `now`: the time on the clock; missing: the real one. */
async function match(ids: readonly number[], now?: string): Promise<void> {
  const deps = { settings: () => defaultSettings, now: () => (now === undefined ? new Date() : new Date(now)) }
  const waiting = [...ids]
  const matchOneByOne = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await offerToMatches(deps, id)
  }
  await Promise.all(Array.from({ length: atOnce }, matchOneByOne))
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => 1 + index)

/** How many offers each firm has, by its name. */
async function shares(): Promise<Record<string, number>> {
  const counts = await LeadModel.aggregate<{ _id: string; count: number }>([
    { $unwind: '$offers' },
    { $group: { _id: '$offers.contractorName', count: { $sum: 1 } } },
  ])
  return Object.fromEntries(counts.map(({ _id, count }) => [_id, count]))
}

test(`${leads} leads that are matched at once are shared out evenly among twenty firms`, async () => {
  await addFirms(20, { dailyCap: 1_000 })
  await Promise.all(numbers(leads).map((id) => addLead(id)))
  await match(numbers(leads))
  const counts = Object.values(await shares())
  expect(counts).toHaveLength(20)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(leads * 5)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(leads / 4 - 1)
  expect(Math.max(...counts)).toBeLessThanOrEqual(leads / 4 + 1)
})

test('with weights each firm gets its share within one lead, whoever matches', async () => {
  const weights = [10, 7, 7, 5, 4, 4, 3, 3, 3, 2, 2, 2, ...Array<number>(12).fill(1)]
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const firms = weights.map((weight, index) => aContractor(`Firm ${index}`, { weight, dailyCap: 1_000 }))
  await ContractorModel.create(firms)
  await Promise.all(numbers(weighed).map((id) => addLead(id)))
  await match(numbers(weighed))
  const counts = await shares()
  weights.forEach((weight, index) => {
    const fair = (weighed * 5 * weight) / total
    expect(Math.abs((counts[`Firm ${index}`] ?? 0) - fair), `Firm ${index}: ${fair}`).toBeLessThanOrEqual(1)
  })
})

type Weekend = [zone: string, saturday: string, sunday: string, monday: string, tuesday: string]

/** When the days around a change of the clock, which is on the Sunday, begin. */
const weekends: Weekend[] = [
  ['Europe/London', '2026-03-28T00:00Z', '2026-03-29T00:00Z', '2026-03-29T23:00Z', '2026-03-30T23:00Z'],
  ['Europe/Dublin', '2026-10-23T23:00Z', '2026-10-24T23:00Z', '2026-10-26T00:00Z', '2026-10-27T00:00Z'],
  ['America/New_York', '2026-03-07T05:00Z', '2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-03-10T04:00Z'],
  ['America/New_York', '2026-10-31T04:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-03T05:00Z'],
]

test('daily and weekly caps hold by the firm’s own clock, over days of 23 and 25 hours', async () => {
  for (const [timeZone, ...starts] of weekends) {
    await Promise.all([ContractorModel.deleteMany({}), LeadModel.deleteMany({})])
    await ContractorModel.create([
      aContractor('By day', { timeZone, dailyCap: 3 }),
      aContractor('By week', { timeZone, dailyCap: 3, weeklyCap: 5 }),
    ])
    const moments = starts.map((start) => Date.parse(start))
    let nextId = 1
    for (const [index, start] of moments.slice(0, 3).entries()) {
      const end = moments[index + 1] ?? 0
      for (const moment of [start, start + 150 * minute, (start + end) / 2, end - minute]) {
        const ids = Array.from({ length: 8 }, () => nextId++)
        await Promise.all(ids.map((id) => addLead(id)))
        await match(ids, new Date(moment).toISOString())
      }
    }
    const offers = (await LeadModel.find().lean()).flatMap((lead) => lead.offers)
    const perDay = (name: string) =>
      moments.slice(0, 3).map(
        (start, index) =>
          offers.filter(({ contractorName, offeredAt }) => {
            const time = offeredAt.getTime()
            return contractorName === name && time >= start && time < (moments[index + 1] ?? 0)
          }).length,
      )
    expect([timeZone, perDay('By day'), perDay('By week')]).toEqual([timeZone, [3, 3, 3], [3, 2, 3]])
  }
})

const sameContact = { email: 'ann@example.com', mobile: '+447400111222' }
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * minute)

test('leads that are the same job, matched at once: five firms at most, each once', async () => {
  await addFirms(12)
  const rounds = 8
  for (let round = 0; round < rounds; round += 1) {
    await LeadModel.deleteMany({})
    await Promise.all([1, 2, 3, 4].map((id) => addLead(id, { ...sameContact, createdAt: daysAgo(id) })))
    await match([1, 2, 3, 4])
    const stored = await LeadModel.find().lean()
    const firms = stored.flatMap(({ offers }) => offers.map(({ contractorId }) => contractorId))
    expect(firms).toHaveLength(5)
    expect(new Set(firms).size).toBe(5)
    expect(stored.every(({ matching }) => matching.length === 12)).toBe(true)
  }
  const counted = (await ContractorModel.find().lean()).reduce((sum, { offersOn }) => sum + offersOn.count, 0)
  expect(counted).toBe(5 * rounds)
})
