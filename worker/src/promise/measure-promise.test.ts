import { createWorkerRedis } from '@kerbside/schema/events/event.queue'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { pageChannel } from '@kerbside/schema/pages/page'
import { figureTexts, whyHidden } from '@kerbside/schema/promise/measured-figures'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { expect, onTestFinished, test } from 'vitest'
import { addLead, minutesAgo, runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { measurePromise } from './measure-promise.ts'

useDatabase()
useWorkers()

/** Received ten hours ago, unless it says otherwise. */
const add = (id: number, changes: Partial<LeadRecord> = {}) => addLead(id, { createdAt: received, ...changes })
const received = minutesAgo(600)
const after = (minutes: number) => new Date(received.getTime() + minutes * 60_000)
const accepted = (minutes: number, name = 'a') => ({
  contractorId: name,
  contractorName: name,
  state: 'accepted' as const,
  offeredAt: received,
  expiresAt: after(1_440),
  decidedAt: after(minutes),
})
const move = (to: 'contacted' | 'lost', minutes: number) => ({
  from: 'new' as const,
  to,
  at: after(minutes),
  by: null,
  note: null,
})

async function measured() {
  const deps = await testDeps()
  await measurePromise(deps)
  const figures = await findMeasuredFigures()
  if (!figures) throw new Error('Nothing was measured')
  const { leads, inTime, medianMinutes, firms } = figures
  const reason = whyHidden(figures, deps.settings(), deps.now())
  return { leads, inTime, medianMinutes, firms, reason, texts: figureTexts(figures) }
}

test('nineteen leads are too few, and the twentieth shows the figures', async () => {
  for (let id = 1; id <= 19; id += 1) await add(id, { offers: [accepted(30), accepted(45, 'b')] })
  expect(await measured()).toMatchObject({ leads: 19, reason: expect.stringContaining('Only 19 of the 20') })
  await add(20, { contactedAt: after(90) })
  expect(await measured()).toEqual({
    leads: 20,
    inTime: 20,
    medianMinutes: 30,
    firms: 38,
    reason: null,
    texts: { medianResponse: '30 minutes', firmsPerRequest: '1.9', answeredInTime: '100%' },
  })
})

test('half of the firms’ answers, from when they heard of the offer; of fewer than twenty nothing is told', async () => {
  const answer = (minutes: number, changes = {}) => ({ ...accepted(minutes), ...changes })
  const firmMinutes = async () => {
    await measured()
    return (await findMeasuredFigures())?.firmMinutes
  }
  for (let id = 1; id <= 19; id += 1) await add(id, { offers: [answer(id), answer(0, { state: 'expired' })] })
  expect(await firmMinutes()).toBeNull()
  await add(20, { offers: [answer(600, { state: 'declined', sendAt: after(580) })] })
  expect(await firmMinutes()).toBe(11)
})

test('figures are hidden while the promise is missed', async () => {
  for (let id = 1; id <= 17; id += 1) await add(id, { offers: [accepted(30)] })
  for (let id = 18; id <= 20; id += 1) await add(id, { offers: [accepted(121)] })
  expect(await measured()).toMatchObject({ leads: 20, inTime: 17, reason: expect.stringContaining('85%') })
})

test('the first answer counts, of a firm or of staff, and neither a decline nor a lead that was closed is one', async () => {
  await add(1, { offers: [accepted(100), accepted(20, 'b')], contactedAt: after(50) })
  await add(2, { contactedAt: after(10), offers: [accepted(70)] })
  await add(3, { status: 'contacted', statusHistory: [move('contacted', 15)] })
  await add(4, { offers: [{ ...accepted(5), state: 'declined' }] })
  await add(5, { status: 'lost', statusHistory: [move('lost', 130)] })
  expect(await measured()).toMatchObject({ leads: 5, inTime: 3, medianMinutes: 20, firms: 3 })
})

test('leads of more than 90 days ago and those whose time is not over are left out', async () => {
  await add(1, { offers: [accepted(30)] })
  await add(2, { createdAt: minutesAgo(91 * 24 * 60), contactedAt: minutesAgo(91 * 24 * 60 - 1) })
  await add(3, { createdAt: minutesAgo(100), contactedAt: minutesAgo(90) })
  expect(await measured()).toMatchObject({ leads: 1, inTime: 1 })
})

test('the api hears of it when what is shown changes, and only then', async () => {
  const deps = await testDeps()
  const listener = createWorkerRedis(deps.config.REDIS_URL)
  onTestFinished(() => listener.disconnect())
  const heard: string[] = []
  listener.on('message', (_channel, message) => heard.push(message))
  const channel = pageChannel(deps.config.REDIS_PREFIX)
  await listener.subscribe(channel)
  /** Messages come in their order: whoever hears the mark has heard all that were sent before. */
  const heardSoFar = async (mark: string) => {
    await deps.redis.publish(channel, mark)
    await until(() => heard.includes(mark))
    return heard.filter((message) => message === 'changed').length
  }
  for (let id = 1; id <= 19; id += 1) await add(id, { contactedAt: after(30) })
  await measurePromise(deps)
  expect(await heardSoFar('first')).toBe(0)
  await add(20, { contactedAt: after(30) })
  await measurePromise(deps)
  expect(await heardSoFar('second')).toBe(1)
  await measurePromise(deps)
  expect(await heardSoFar('third')).toBe(1)
  await saveSettings(deps.settings, { promiseHours: 4 })
  await measurePromise(deps)
  expect(await heardSoFar('fourth')).toBe(2)
})

test('a running worker measures by itself, and several at once do no harm', async () => {
  await add(1, { contactedAt: after(30) })
  const deps = await runningWorker()
  await until(async () => (await findMeasuredFigures())?.leads === 1)
  await Promise.all(Array.from({ length: 5 }, () => measurePromise(deps)))
  expect((await findMeasuredFigures())?.leads).toBe(1)
})
