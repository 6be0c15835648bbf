import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addFirms, addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'

useDatabase()

const real = { settings: () => defaultSettings, now: () => new Date() }
const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index)

/** How many offers each firm has, by its name. */
async function shares(): Promise<Record<string, number>> {
  const counts = await LeadModel.aggregate<{ _id: string; count: number }>([
    { $unwind: '$offers' },
    { $group: { _id: '$offers.contractorName', count: { $sum: 1 } } },
  ])
  return Object.fromEntries(counts.map(({ _id, count }) => [_id, count]))
}

test('with weights each firm gets its share within one lead', async () => {
  const weights = [4, 2, 1, 1]
  await ContractorModel.create(weights.map((weight, index) => aContractor(`Firm ${index}`, { weight })))
  await Promise.all(numbers(8).map((id) => addLead(id, { maximumFirms: 1 })))
  for (const id of numbers(8)) await offerToMatches(real, id)
  const counts = await shares()
  weights.forEach((weight, index) => {
    expect(Math.abs((counts[`Firm ${index}`] ?? 0) - weight), `Firm ${index}`).toBeLessThanOrEqual(1)
  })
})

test('a firm that was away for long comes first, and is in line again after one lead', async () => {
  await addFirms(6)
  const [away] = await ContractorModel.find().sort({ _id: 1 }).lean()
  await ContractorModel.updateOne({ _id: away?._id }, { active: false })
  await Promise.all(numbers(11).map((id) => addLead(id, { maximumFirms: 1 })))
  for (const id of numbers(6)) await offerToMatches(real, id)
  await ContractorModel.updateOne({ _id: away?._id }, { active: true })
  for (const id of numbers(5, 7)) await offerToMatches(real, id)
  const later = await LeadModel.find({ _id: { $gt: 6 } })
    .sort({ _id: 1 })
    .lean()
  const names = later.map(({ offers }) => offers[0]?.contractorName)
  expect(names[0]).toBe(away?.name)
  expect(names.slice(1)).not.toContain(away?.name)
})
