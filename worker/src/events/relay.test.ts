import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { profileOf, useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { serveHealth } from '../operation/health.ts'
import { addWaitingLead, minutesAgo, testDeps, useWorkers, waitingJobs } from '../testing/test-worker.ts'
import { relayOutbox } from './relay.ts'

useDatabase()
useWorkers()

test('the relay publishes what the api left behind, once, and clears the outbox', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  await addWaitingLead(2)
  await Promise.all([relayOutbox(deps), relayOutbox(deps), relayOutbox(deps)])
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted', 'lead-2-submitted'])
  expect(await LeadModel.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0)
})

test('an event stays in the outbox until Redis has it', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  const away = { ...deps, enqueueAll: () => Promise.reject(new Error('Redis is reconnecting')) }
  await expect(relayOutbox(away)).rejects.toThrow('Redis is reconnecting')
  expect((await LeadModel.findById(1).lean().orFail()).outbox).toHaveLength(1)
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted'])
})

test('a fresh event is left to the api', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  await LeadModel.updateOne({ _id: 1 }, { 'outbox.0.at': new Date() })
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual([])
})

/** As a later version writes them. */
async function addUnknownEvents(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  await LeadModel.collection.insertMany(
    ids.map((id) => ({
      ...aLead(id, { dispatchedAt: new Date() }),
      outbox: [{ id: `lead-${id}-praised`, type: 'lead.praised', by: { name: 'x' }, at: minutesAgo(9) }],
    })) as never,
  )
}

test('events of a later version stay where they are, are counted, and keep no other waiting', async () => {
  const deps = await testDeps({ WORKER_PORT: '0' })
  await addUnknownEvents(250)
  await addWaitingLead(1_000)
  await LeadModel.collection.updateOne({ _id: 1_000 as never }, {
    $push: { outbox: { id: 'lead-1000-praised', type: 'lead.praised', at: minutesAgo(9) } },
  } as never)
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1000-submitted'])
  expect((await LeadModel.findById(1_000).lean().orFail()).outbox.map(({ id }) => id)).toEqual(['lead-1000-praised'])
  expect(await LeadModel.countDocuments({ 'outbox.0': { $exists: true } })).toBe(251)

  const server = await serveHealth(deps)
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  server.close()
  expect(text).toContain('kerbside_outbox_unknown_events 251\n')
})

test('events of a later version are not even read, however many there are', async () => {
  const deps = await testDeps()
  await addUnknownEvents(250)
  await addWaitingLead(1_000)
  const profile = await profileOf(/\.leads$/, () => relayOutbox(deps))
  const reads = profile.filter(({ op }) => op === 'query' || op === 'getmore')
  expect(reads.reduce((sum, { nreturned }) => sum + Number(nreturned), 0)).toBe(1)
})

test('an event that Redis does not take, and one that makes no sense, keep no other waiting', async () => {
  const deps = await testDeps()
  for (let id = 1; id <= 4; id += 1) await addWaitingLead(id)
  const unclear = {
    id: 'lead-3-offer-accepted',
    type: 'offer.accepted' as const,
    contractorId: null,
    at: minutesAgo(9),
  }
  await LeadModel.updateOne({ _id: 3 }, { outbox: [unclear] })
  const picky: Deps = {
    ...deps,
    enqueueAll: async (requests) => {
      if (requests.some(({ jobId }) => jobId === 'lead-2-submitted')) throw new Error('not this one')
      await deps.enqueueAll(requests)
    },
  }
  await expect(relayOutbox(picky)).rejects.toThrow(/not understood|not this one/)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted', 'lead-4-submitted'])
  expect((await LeadModel.find({ 'outbox.0': { $exists: true } }).sort({ _id: 1 })).map(({ _id }) => _id)).toEqual([
    2, 3,
  ])
})
