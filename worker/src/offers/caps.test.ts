import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const at = (now: string) => ({ settings: () => defaultSettings, now: () => new Date(now) })

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
