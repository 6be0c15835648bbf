import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { weekdays } from '@kerbside/schema/contractors/contractor'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import { addLead, run, testDeps, useWorkers, waitingJobs } from '../testing/test-worker.ts'

useDatabase()
useWorkers()

const workingHours = weekdays.slice(0, 5).map((day) => ({ day, from: '08:00', to: '17:30' }))
const fridayEvening = new Date('2026-11-20T19:00:00Z')
const mondayMorning = new Date('2026-11-23T08:00:00Z')
const mondayInLondon = 'Mon 23 Nov, 08:00 (Europe/London)'
const submitted = (leadId: number) => ({ name: 'lead.submitted', data: { leadId } }) as const

async function workerAt(now: Date) {
  const deps = await testDeps()
  deps.now = () => now
  return deps
}
const leadOf = (id: number) => LeadModel.findById(id).lean().orFail()

test('a firm that holds offers hears of the job when it opens, and has its whole time from then', async () => {
  const deps = await workerAt(fridayEvening)
  await ContractorModel.create(aContractor('Holds', { workingHours, outsideHours: 'hold' }))
  await addLead(1, { email: '' })
  await run(deps, submitted(1))
  const { offers, matching } = await leadOf(1)
  expect(offers).toMatchObject([
    {
      state: 'offered',
      offeredAt: fridayEvening,
      sendAt: mondayMorning,
      expiresAt: new Date(mondayMorning.getTime() + 24 * 3_600_000),
    },
  ])
  expect(matching[0]?.reasons).toContain(`Closed: the offer is held until ${mondayInLondon}`)
  expect(await DeliveryModel.find().lean()).toMatchObject([{ state: 'queued', nextTryAt: mondayMorning }])

  deps.now = () => new Date(mondayMorning.getTime() - 1)
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toEqual([])
  deps.now = () => mondayMorning
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toHaveLength(1)
})

test('offers that are held count for the day on which the firm opens', async () => {
  const deps = await workerAt(fridayEvening)
  await ContractorModel.create(aContractor('Holds', { workingHours, outsideHours: 'hold', dailyCap: 2 }))
  for (const id of [1, 2, 3]) {
    await addLead(id)
    await run(deps, submitted(id))
  }
  deps.now = () => new Date('2026-11-21T12:00:00Z')
  await addLead(4)
  await run(deps, submitted(4))
  const leads = await LeadModel.find().sort({ _id: 1 }).lean()
  expect(leads.map(({ offers }) => offers.length)).toEqual([1, 1, 0, 0])
  expect(leads[3]?.matching[0]?.reasons).toEqual(['Daily cap of 2 reached'])
  expect((await ContractorModel.findOne().lean())?.offersOn).toEqual({ day: '2026-11-23', count: 2 })
})

test('a firm that passes on is skipped with the reason, and comes first when it is open again', async () => {
  const deps = await workerAt(fridayEvening)
  await ContractorModel.create([
    aContractor('Passes on', { workingHours, outsideHours: 'pass-on' }),
    aContractor('Any hour', { workingHours, outsideHours: 'send' }),
    aContractor('Hours unknown', { outsideHours: 'hold' }),
  ])
  await addLead(1)
  await run(deps, submitted(1))
  const { offers, matching } = await leadOf(1)
  expect(offers.map(({ contractorName, sendAt }) => [contractorName, sendAt])).toEqual([
    ['Any hour', undefined],
    ['Hours unknown', undefined],
  ])
  expect(matching.find(({ contractorName }) => contractorName === 'Passes on')).toMatchObject({
    matched: false,
    reasons: [`Closed until ${mondayInLondon}, and passes jobs on until then`],
  })
  deps.now = () => mondayMorning
  await addLead(2, { maximumFirms: 1 })
  await run(deps, submitted(2))
  expect((await leadOf(2)).offers.map(({ contractorName }) => contractorName)).toEqual(['Passes on'])
})
