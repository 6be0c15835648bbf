import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { sized } from '@kerbside/schema/testing/drill'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { startMatchers } from '../testing/matchers.ts'
import { addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const minute = 60_000
const at = (now: string) => ({ settings: () => defaultSettings, now: () => new Date(now) })

type Weekend = [zone: string, saturday: string, sunday: string, monday: string, tuesday: string]

/** When the days around a change of the clock, which is on the Sunday, begin. */
const weekends: Weekend[] = [
  ['Europe/London', '2026-03-28T00:00Z', '2026-03-29T00:00Z', '2026-03-29T23:00Z', '2026-03-30T23:00Z'],
  ['Europe/Dublin', '2026-10-23T23:00Z', '2026-10-24T23:00Z', '2026-10-26T00:00Z', '2026-10-27T00:00Z'],
  ['America/New_York', '2026-03-07T05:00Z', '2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-03-10T04:00Z'],
  ['America/New_York', '2026-10-31T04:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-03T05:00Z'],
]

test('daily and weekly caps hold by the firm’s own clock, over days of 23 and 25 hours, with several workers', async () => {
  const match = await startMatchers(sized({ short: 2, long: 4 }))
  for (const [timeZone, ...starts] of sized({ short: weekends.slice(1, 2), long: weekends })) {
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

test('an offer by a worker whose clock is still before midnight counts for the day that has begun elsewhere', async () => {
  await ContractorModel.create(aContractor('Firm', { dailyCap: 1 }))
  await addLead(1)
  await addLead(2)
  await offerToMatches(at('2026-06-02T00:00:01Z'), 1)
  await offerToMatches(at('2026-06-01T22:59:59Z'), 2)
  expect((await LeadModel.find({ 'offers.0': { $exists: true } }).lean()).map(({ _id }) => _id)).toEqual([1])
})

test('a count that a clock far ahead has stored stops nobody', async () => {
  await ContractorModel.create(aContractor('Firm', { dailyCap: 1, offersOn: { day: '2027-06-01', count: 1 } }))
  await addLead(1)
  await offerToMatches(at('2026-06-01T12:00:00Z'), 1)
  expect((await ContractorModel.findOne().lean())?.offersOn).toEqual({ day: '2026-06-01', count: 1 })
})

test.each([
  ['Asia/Kathmandu', '2026-06-01T18:30:00Z', '2026-06-02'],
  ['Pacific/Kiritimati', '2026-06-01T11:00:00Z', '2026-06-02'],
  ['America/St_Johns', '2026-06-01T02:00:00Z', '2026-05-31'],
  ['Europe/Kyiv', '2026-06-01T21:30:00Z', '2026-06-02'],
])('in %s it is at %s already or still %s', async (timeZone, now, day) => {
  await ContractorModel.create(aContractor('Firm', { timeZone }))
  await addLead(1)
  await offerToMatches(at(now), 1)
  expect((await ContractorModel.findOne().lean())?.offersOn).toEqual({ day, count: 1 })
})
