import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { saveSettings } from '@kerbside/schema/testing/settings'
import { watchSettings } from '@kerbside/schema/settings/settings.model'
import { expect, onTestFinished, test } from 'vitest'
import { runningWorker, testDeps, until, useWorkers } from '../testing/test-worker.ts'
import { clearHeldQuotes } from './clear-held-quotes.ts'

useDatabase()
useWorkers()
const now = new Date('2026-11-30T12:00:00Z')
const daysBefore = (days: number, from = now) => new Date(from.getTime() - days * 86_400_000)

const hold = (id: number, createdAt: Date, changes = {}) => {
  const { _id, submissionId, ...lead } = aLead(id)
  return HeldQuoteModel.create({ _id, submissionId, reason: 'honeypot', lead, createdAt, ...changes })
}
const left = async () => (await HeldQuoteModel.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)

test('a held quote goes when it is 30 days old, discarded or not, and not a moment earlier', async () => {
  await hold(1, daysBefore(31))
  await hold(2, daysBefore(30))
  await hold(3, new Date(daysBefore(30).getTime() + 1))
  await hold(4, daysBefore(31), { discardedAt: daysBefore(2), lead: {} })
  const deps = { ...(await testDeps()), now: () => now }
  await clearHeldQuotes(deps)
  await clearHeldQuotes(deps)
  expect(await left()).toEqual([3])
})

test('a worker that has just begun goes by the settings, too', async () => {
  const deps = await testDeps()
  await saveSettings(deps.settings, { heldDays: 90 })
  await hold(1, daysBefore(60))
  const settings = watchSettings(deps.log)
  onTestFinished(settings.close)
  await clearHeldQuotes({ ...deps, now: () => now, settings })
  expect(await left()).toEqual([1])
})

test('a running worker clears them by itself', async () => {
  await hold(1, daysBefore(31, new Date()))
  await hold(2, new Date())
  await runningWorker()
  await until(async () => (await left()).length === 1)
  expect(await left()).toEqual([2])
})
