import { leadSubmitted, offerDecided } from '@kerbside/schema/events/event.jobs'
import { nameInRedis } from '@kerbside/schema/events/event.queue'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { profileOf, useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Worker, UnrecoverableError } from 'bullmq'
import { Redis } from 'ioredis'
import type { Deps } from '../deps.ts'
import { serveHealth } from '../operation/health.ts'
import {
  addFirms,
  addLead,
  addWaitingLead,
  minutesAgo,
  testDeps,
  until,
  useClock,
  useWorkers,
  waitingJobs,
} from '../testing/test-worker.ts'
import { runJob } from '../worker.ts'
import { relayOutbox } from './relay.ts'

useDatabase()
useWorkers()

/** Runs what waits for the workers until there is nothing; every job fails for good or is done. */
async function work(deps: Deps, outcome: 'fail' | 'do') {
  const connection = new Redis(deps.config.REDIS_URL, { maxRetriesPerRequest: null })
  const job = () => (outcome === 'do' ? Promise.resolve() : Promise.reject(new UnrecoverableError('broken')))
  const worker = new Worker(nameInRedis('leads'), job, { connection, prefix: deps.config.REDIS_PREFIX })
  const done = outcome === 'do' ? 'completed' : 'failed'
  await until(async () => (await deps.queues.leads.getJobCountByTypes(done)) > 0)
  await worker.close()
  connection.disconnect()
}

const outboxOf = async (id: number) => (await LeadModel.findById(id).lean().orFail()).outbox

test('the relay queues what the api left behind, once, and the event stays until it is done', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  await addWaitingLead(2)
  await Promise.all([relayOutbox(deps), relayOutbox(deps), relayOutbox(deps)])
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted', 'lead-2-submitted'])
  const [event, ...others] = await outboxOf(1)
  expect(others).toEqual([])
  expect(event?.dueAt.getTime()).toBeGreaterThan(Date.now())
  await runJob(deps, { id: 'lead-1-submitted', name: 'lead.submitted', data: { leadId: 1 } })
  expect(await outboxOf(1)).toEqual([])
  expect(await outboxOf(2)).toHaveLength(1)
})

test('an event is due until Redis has it', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  const away = { ...deps, enqueueAll: () => Promise.reject(new Error('Redis is reconnecting')) }
  await expect(relayOutbox(away)).rejects.toThrow('Redis is reconnecting')
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted'])
})

test('a fresh event is left to the api', async () => {
  const deps = await testDeps()
  await addLead(1, { outbox: [leadSubmitted(1, new Date())] })
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual([])
})

test.each(['do', 'fail'] as const)(
  'an event whose job Redis has lost, or that is still there after its job, is queued again after a while: %s',
  async (outcome) => {
    const deps = await testDeps()
    const clock = useClock(deps)
    await addWaitingLead(1)
    await relayOutbox(deps)
    await deps.queues.leads.drain()
    await relayOutbox(deps)
    expect(await waitingJobs(deps, 'leads')).toEqual([])
    clock.advance(deps.config.SWEEP_AFTER_SECONDS * 1_000)
    await relayOutbox(deps)
    expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted'])

    await work(deps, outcome)
    clock.advance(deps.config.SWEEP_AFTER_SECONDS * 1_000)
    await Promise.all([relayOutbox(deps), relayOutbox(deps)])
    const job = await deps.queues.leads.getJob('lead-1-submitted')
    expect([await job?.getState(), job?.attemptsMade]).toEqual(['waiting', 0])
  },
)

test('an event that is done, or given up, has no effect any more', async () => {
  const deps = await testDeps()
  await addWaitingLead(1)
  await addFirms(1)
  await LeadModel.updateOne({ _id: 1 }, { outbox: [], dispatchedAt: new Date() })
  await runJob(deps, { id: 'lead-1-submitted', name: 'lead.submitted', data: { leadId: 1 } })
  expect((await LeadModel.findById(1).lean().orFail()).offers).toEqual([])
})

test('one pass finds every event, however many MongoDB answers at a time', async () => {
  const deps = await testDeps()
  const at = minutesAgo(3)
  await LeadModel.insertMany(
    Array.from({ length: 150 }, (_, index) =>
      aLead(index + 1, { outbox: [offerDecided('offer.declined', index + 1, 'a', at)] }),
    ),
  )
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toHaveLength(150)
})

/** As a later version writes them. */
async function addUnknownEvents(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  await LeadModel.collection.insertMany(
    ids.map((id) => ({
      ...aLead(id, { dispatchedAt: new Date() }),
      outbox: [
        { id: `lead-${id}-praised`, type: 'lead.praised', by: { name: 'x' }, at: minutesAgo(9), dueAt: minutesAgo(9) },
      ],
    })) as never,
  )
}

test('events of a later version stay where they are, are counted, and keep no other waiting', async () => {
  const deps = await testDeps({ WORKER_PORT: '0' })
  await addUnknownEvents(250)
  await addWaitingLead(1_000)
  await LeadModel.collection.updateOne({ _id: 1_000 as never }, {
    $push: { outbox: { id: 'lead-1000-praised', type: 'lead.praised', at: minutesAgo(9), dueAt: minutesAgo(9) } },
  } as never)
  await relayOutbox(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1000-submitted'])
  expect((await outboxOf(1_000)).filter(({ dueAt }) => dueAt <= new Date()).map(({ id }) => id)).toEqual([
    'lead-1000-praised',
  ])
  expect(await LeadModel.countDocuments({ 'outbox.dueAt': { $lte: new Date() } })).toBe(251)

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
  // Finds alone, so that a watch of leads in this process does not count.
  const finds = profile.filter(({ command, originatingCommand = command }) => 'find' in originatingCommand)
  expect(finds.map(({ command, nreturned }) => [command, Number(nreturned)])).toEqual([[expect.anything(), 1]])
})

test('an event that Redis does not take, and one that makes no sense, keep no other waiting', async () => {
  const deps = await testDeps()
  for (let id = 1; id <= 4; id += 1) await addWaitingLead(id)
  const unclear = {
    id: 'lead-3-offer-accepted',
    type: 'offer.accepted' as const,
    contractorId: null,
    at: minutesAgo(9),
    dueAt: minutesAgo(9),
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
  expect(await LeadModel.distinct('_id', { 'outbox.dueAt': { $lte: new Date() } })).toEqual([2, 3])
})
