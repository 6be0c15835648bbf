import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/leads/offer'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import type { Deps } from '../deps.ts'
import {
  addFirms,
  addLead,
  minutesAgo,
  run,
  testDeps,
  until,
  useClock,
  useWorkers,
  waitingJobs,
} from '../testing/test-worker.ts'
import { sweep } from './sweep.ts'

useDatabase()
useWorkers()

/** Runs what waits in a queue until it is empty; every job fails for good or is done. */
async function work(deps: Deps, queue: 'leads' | 'mail', outcome: 'fail' | 'do') {
  const connection = new Redis(deps.config.REDIS_URL, { maxRetriesPerRequest: null })
  const job = () => (outcome === 'do' ? Promise.resolve() : Promise.reject(new Error('broken')))
  const options = { connection, prefix: deps.config.REDIS_PREFIX, settings: { backoffStrategy: () => 0 } }
  const worker = new Worker(queue, job, options)
  const done = outcome === 'do' ? 'completed' : 'failed'
  await until(async () => (await deps.queues[queue].getJobCountByTypes(done)) > 0)
  await worker.close()
  connection.disconnect()
}

test('a lead that nobody dispatched is asked for again, also when its job had failed or was done', async () => {
  const deps = await testDeps()
  await addLead(1, { createdAt: minutesAgo(5) })
  await addLead(2) // still young
  await addLead(3, { createdAt: minutesAgo(5), dispatchedAt: new Date() })
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted'])
  await work(deps, 'leads', 'do')
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual(['lead-1-submitted'])
})

test('a forgotten mail is asked for again, and one that has a job is not queued twice', async () => {
  const deps = await testDeps()
  const base = { leadId: 1, kind: 'confirmation' as const, createdAt: minutesAgo(5), updatedAt: minutesAgo(5) }
  const inAMinute = new Date(Date.now() + 60_000)
  await DeliveryModel.create(
    [
      { _id: 'of-an-older-release', ...base },
      { _id: 'forgotten', ...base, nextTryAt: minutesAgo(4) },
      { _id: 'crashed', ...base, state: 'sending', claimedUntil: minutesAgo(4) },
      { _id: 'in-hand', ...base, state: 'sending', claimedUntil: inAMinute },
      { _id: 'given-up', ...base, state: 'failed' },
      { _id: 'not-due', ...base, nextTryAt: inAMinute },
    ],
    { timestamps: false },
  )
  await queueDueDeliveries(deps)
  await queueDueDeliveries(deps)
  const due = ['crashed-send-0', 'forgotten-send-0', 'of-an-older-release-send-0']
  expect(await waitingJobs(deps, 'mail')).toEqual(due)

  // Redis loses what it had: a while later they are asked for once more.
  await deps.queues.mail.obliterate({ force: true })
  useClock(deps).advance(61_000)
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toEqual([...due, 'in-hand-send-0', 'not-due-send-0'].toSorted())
})

test('a failed job about a lead is tried again after a while, with a full set of tries', async () => {
  const deps = await testDeps({ SWEEP_AFTER_SECONDS: '1' })
  await deps.queues.leads.add('lead.submitted', { leadId: 9 }, { jobId: 'lead-9-submitted', attempts: 1 })
  await work(deps, 'leads', 'fail')
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await Promise.all([sweep(deps), sweep(deps)])
  const job = await deps.queues.leads.getJob('lead-9-submitted')
  expect(await job?.getState()).toBe('waiting')
  expect(job?.attemptsMade).toBe(0)
})

test('an offer that ran out is expired once, and its place goes to the next firm', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(6)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  await LeadModel.updateOne({ _id: 1 }, { 'offers.2.expiresAt': minutesAgo(1) })
  await Promise.all([sweep(deps), sweep(deps)])

  const lead = await LeadModel.findById(1).lean().orFail()
  expect(lead.offers.map(({ state }) => state)).toEqual(['offered', 'offered', 'expired', 'offered', 'offered'])
  expect(lead.outbox).toHaveLength(1)
  const contractorId = lead.offers[2]?.contractorId ?? ''
  await run(deps, { name: 'offer.declined', data: { leadId: 1, contractorId } })
  expect((await LeadModel.findById(1).lean().orFail()).offers).toHaveLength(6)
  expect((await DeliveryModel.findById(`lead-1-offer-${contractorId}`).lean().orFail()).state).toBe('expired')
})

test('an offer accepted in the last moment does not expire', async () => {
  const deps = await testDeps()
  await addLead(1)
  await addFirms(1)
  await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
  await LeadModel.updateOne({ _id: 1 }, { 'offers.0.expiresAt': minutesAgo(1), 'offers.0.state': 'accepted' })
  await sweep(deps)
  expect((await LeadModel.findById(1).lean().orFail()).offers[0]?.state).toBe('accepted')
})

test.for(['queued', 'sending', 'sent', 'failed', 'none'] as const)(
  'a decision whose job Redis has lost is acted on, once, whatever its offer’s delivery says: %s',
  async (state) => {
    const deps = await testDeps()
    await addLead(1)
    const [firm] = await addFirms(1)
    await run(deps, { name: 'lead.submitted', data: { leadId: 1 } })
    if (state === 'none') await DeliveryModel.deleteMany({ kind: 'offer' })
    else await DeliveryModel.updateMany({ kind: 'offer' }, { state })
    const decidedAt = minutesAgo(3)
    await LeadModel.updateOne(
      { _id: 1 },
      {
        'offers.0.state': 'accepted',
        'offers.0.decidedAt': decidedAt,
        'offers.0.pendingEvent': { type: 'offer.accepted', at: decidedAt },
      },
    )
    await sweep(deps)
    const contractorId = String(firm?._id)
    expect(await waitingJobs(deps, 'leads')).toEqual([`lead-1-offer-accepted-${contractorId}-${decidedAt.getTime()}`])

    await run(deps, { name: 'offer.accepted', data: { leadId: 1, contractorId } })
    expect(await DeliveryModel.countDocuments({ kind: 'contact-details' })).toBe(1)
    await deps.queues.leads.drain()
    await sweep(deps)
    expect(await waitingJobs(deps, 'leads')).toEqual([])
  },
)

test('one pass finds every lost decision, the six hundredth too', async () => {
  const deps = await testDeps()
  const at = minutesAgo(3)
  const offer = { contractorId: 'a', contractorName: 'A', offeredAt: at, expiresAt: at, decidedAt: at }
  const declined: Offer = { ...offer, state: 'declined', pendingEvent: { type: 'offer.declined', at } }
  await LeadModel.insertMany(
    Array.from({ length: 600 }, (_, index) => aLead(index + 1, { dispatchedAt: at, offers: [declined] })),
  )
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toHaveLength(600)
})

test('a lead that came back and whose event Redis has lost is offered all the same', async () => {
  const deps = await testDeps()
  await addLead(1, { dispatchedAt: minutesAgo(9), placesDueSince: minutesAgo(3) })
  await addLead(2, { dispatchedAt: minutesAgo(9), placesDueSince: new Date() }) // still young
  await addFirms(1)
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual([expect.stringMatching(/^lead-1-reopened-\d+$/)])
  await run(deps, { name: 'lead.reopened', data: { leadId: 1 } })
  expect((await LeadModel.findById(1).lean().orFail()).offers).toHaveLength(1)
  await deps.queues.leads.drain()
  await sweep(deps)
  expect(await waitingJobs(deps, 'leads')).toEqual([])
})

test('the queries of relay and sweep are answered from their indexes', async () => {
  const old = minutesAgo(1)
  const plans = await Promise.all([
    LeadModel.find({
      'outbox.at': { $lte: old },
      outbox: { $elemMatch: { type: { $in: ['lead.submitted'] }, at: { $lte: old } } },
    }).explain('queryPlanner'),
    LeadModel.find({ dispatchedAt: null, createdAt: { $lte: old } })
      .sort({ createdAt: 1 })
      .explain('queryPlanner'),
    LeadModel.find({
      'offers.state': 'offered',
      'offers.expiresAt': { $lte: old },
      offers: { $elemMatch: { state: 'offered', expiresAt: { $lte: old } } },
    }).explain('queryPlanner'),
    DeliveryModel.find({ state: 'queued', updatedAt: { $lte: old } })
      .sort({ updatedAt: 1, _id: 1 })
      .explain('queryPlanner'),
    LeadModel.find({ 'offers.pendingEvent.at': { $lte: old } }).explain('queryPlanner'),
    LeadModel.find({ placesDueSince: { $lte: old } }).explain('queryPlanner'),
  ])
  const text = plans.map((plan) => JSON.stringify(plan))
  for (const plan of text) expect(plan).not.toContain('"COLLSCAN"')
  expect(text[0]).toContain('outbox.at_1')
  expect(text[1]).toContain('undispatched')
  expect(text[2]).toContain('openOffers')
  expect(text[3]).toContain('state_1_updatedAt_1')
  expect(text[4]).toContain('pendingOffers')
  expect(text[5]).toContain('placesDue')
})

test('asking for the same mail twice queues it once', async () => {
  const deps = await testDeps()
  await Promise.all([1, 2, 3].map(() => deps.enqueueAll([sendJob({ id: 'x', round: 0 })])))
  expect(await waitingJobs(deps, 'mail')).toEqual(['x-send-0'])
})
