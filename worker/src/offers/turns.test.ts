import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { addFirms, addLead } from '../testing/test-worker.ts'
import { offerToMatches } from './offer-lead.ts'
import { giveBack, reserveFirms } from './reserve-firm.ts'

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

test('a reservation that is given back leaves no trace', async () => {
  const [firm] = await addFirms(1, { dailyCap: 1 })
  const ids = [String(firm?._id)]
  const reserve = async () => (await reserveFirms(ids, 1, real.now)).taken[0]
  const first = await reserve()
  expect(first).toBeDefined()
  expect(await reserve()).toBeUndefined()
  if (first) await giveBack(first)
  const after = await ContractorModel.findById(firm?._id).lean().orFail()
  expect([after.offersOn.count, after.offersInWeek?.count, after.lastLeadAt, after.turn]).toEqual([0, 0, null, 0])
  expect(await reserve()).toBeDefined()
})

test('a firm that is switched off while its place is reserved is passed over', async () => {
  await addFirms(2)
  const firms = await ContractorModel.find().lean()
  await ContractorModel.updateOne({ name: 'Firm 1' }, { active: false })
  const { taken, passedOver } = await reserveFirms(
    firms.map(({ _id }) => String(_id)),
    2,
    real.now,
  )
  expect(taken.map(({ contractorName }) => contractorName)).toEqual(['Firm 2'])
  expect([...passedOver]).toEqual(firms.filter(({ name }) => name === 'Firm 1').map(({ _id }) => String(_id)))
})
