import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import {
  addFirms,
  addLead,
  minutesAgo,
  run,
  testDeps,
  useClock,
  useWorkers,
  waitingJobs,
} from '../testing/test-worker.ts'
import { sweep } from './sweep.ts'

useDatabase()
useWorkers()

test('a forgotten email is asked for again, and one that has a job is not queued twice', async () => {
  const deps = await testDeps()
  const base = { leadId: 1, kind: 'confirmation' as const, createdAt: minutesAgo(5), updatedAt: minutesAgo(5) }
  const inAMinute = new Date(Date.now() + 60_000)
  await DeliveryModel.create(
    [
      { _id: 'without-a-time', ...base },
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
  const due = ['crashed-send-0', 'forgotten-send-0', 'without-a-time-send-0']
  expect(await waitingJobs(deps, 'mail')).toEqual(due)

  // Redis loses what it had: a while later they are asked for once more.
  await deps.queues.mail.obliterate({ force: true })
  useClock(deps).advance(61_000)
  await queueDueDeliveries(deps)
  expect(await waitingJobs(deps, 'mail')).toEqual([...due, 'in-hand-send-0', 'not-due-send-0'].toSorted())
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

test('the queries of relay and sweep are answered from their indexes', async () => {
  const old = minutesAgo(1)
  const plans = await Promise.all([
    LeadModel.find({
      'outbox.dueAt': { $lte: old },
      outbox: { $elemMatch: { type: { $in: ['lead.submitted'] }, dueAt: { $lte: old } } },
    }).explain('queryPlanner'),
    LeadModel.find({
      'offers.state': 'offered',
      'offers.expiresAt': { $lte: old },
      offers: { $elemMatch: { state: 'offered', expiresAt: { $lte: old } } },
    }).explain('queryPlanner'),
    DeliveryModel.find({ state: 'queued', updatedAt: { $lte: old } })
      .sort({ updatedAt: 1, _id: 1 })
      .explain('queryPlanner'),
  ])
  const text = plans.map((plan) => JSON.stringify(plan))
  for (const plan of text) expect(plan).not.toContain('"COLLSCAN"')
  expect(text[0]).toContain('outbox.dueAt_1')
  expect(text[1]).toContain('openOffers')
  expect(text[2]).toContain('state_1_updatedAt_1')
})

test('asking for the same email twice queues it once', async () => {
  const deps = await testDeps()
  await Promise.all([1, 2, 3].map(() => deps.enqueueAll([sendJob({ id: 'x', round: 0 })])))
  expect(await waitingJobs(deps, 'mail')).toEqual(['x-send-0'])
})
