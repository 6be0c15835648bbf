import { canariesMissingSince, CanaryModel } from '@kerbside/schema/canary/canary.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { afterEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { currentCanaryAbsence, submitCanary } from './canary.service.ts'

const app = useTestApp({ CANARY_MINUTES: '15' })
const at = new Date()
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
afterEach(() => app.deps.queues.leads.obliterate({ force: true }))

test('a test lead is made like a homeowner’s from the published form, queued, and stored apart from the leads', async () => {
  const deps = { ...app.deps, now: () => at }
  const submitted = await Promise.all([1, 2, 3].map(() => submitCanary(deps)))
  expect(submitted.filter(Boolean)).toEqual([true])
  const [canary, ...others] = await CanaryModel.find().lean()
  expect(others).toEqual([])
  expect(canary).toMatchObject({
    submittedAt: at,
    arrivedAt: null,
    lead: { email: 'canary@example.com', status: 'new' },
  })
  const jobs = await app.deps.queues.leads.getJobs(['waiting', 'delayed'])
  expect(jobs.map(({ name, data }) => [name, data])).toEqual([['canary.submitted', { canaryId: canary?._id }]])
  expect(await LeadModel.countDocuments()).toBe(0)
  expect(await HeldQuoteModel.countDocuments()).toBe(0)
})

test('it is missing five minutes after it was submitted, until one arrives', async () => {
  await CanaryModel.create([
    { _id: 1, submittedAt: at, arrivedAt: at },
    { _id: 2, submittedAt: minutesLater(15) },
    { _id: 3, submittedAt: minutesLater(30) },
  ])
  expect(await canariesMissingSince(minutesLater(19))).toBeNull()
  expect(await canariesMissingSince(minutesLater(20))).toEqual(minutesLater(15))
  expect(await canariesMissingSince(minutesLater(40))).toEqual(minutesLater(15))
  await CanaryModel.updateOne({ _id: 3 }, { arrivedAt: minutesLater(31) })
  expect(await canariesMissingSince(minutesLater(40))).toBeNull()
})

test('staff and metrics tell that test leads are missing; where none are sent, nothing does', async () => {
  await CanaryModel.create([{ _id: 1, submittedAt: minutesLater(-10) }])
  const token = await signInAs('manager')
  const query = '{ canaryAbsence { since } }'
  expect((await app.graphql(query, {}, token)).data).toEqual({
    canaryAbsence: { since: minutesLater(-10).toISOString() },
  })
  const { body } = await app.request('GET', '/metrics', { peer: '127.0.0.1' })
  expect(Number(/^kerbside_canary_missing_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(600)
  const { viewer } = await createSession(await createUser('manager'))
  const off = { ...app.contextOf(viewer), config: { ...app.config, CANARY_MINUTES: 0 } }
  expect(await currentCanaryAbsence(off)).toBeNull()
})
