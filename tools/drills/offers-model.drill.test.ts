import fc from 'fast-check'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { useMailSink } from '../../worker/src/testing/mail-sink.ts'
import { testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'
import { checkInTheEnd, type House, type Model } from './offers-model-checks.ts'
import { addHouseFirms, commands } from './offers-model.ts'
import { comeToRest } from './offers-model-work.ts'

// Offers in any order of what people do and what breaks: see offers-model.ts and offers-model-work.ts for the
// commands and offers-model-checks.ts for what must hold.
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const app = useTestApp({ RATE_LIMITS: 'off' }, { now })
const sink = useMailSink()
useWorkers()

/** Everything empty, as for the first lead. */
async function freshHouse(worker: House['worker']): Promise<{ model: Model; real: House }> {
  await Promise.all(Object.values(mongoose.models).map((each) => each.deleteMany({})))
  await Promise.all([worker.queues.leads, worker.queues.mail].map((queue) => queue.obliterate({ force: true })))
  sink.emails.length = 0
  const clock = { now, advance: (milliseconds: number) => void (aheadMs += milliseconds) }
  const firmIds = await addHouseFirms(8, now())
  return { model: { leads: [], hadLimits: false }, real: { app, worker, sink, clock, firmIds } }
}

test('whatever happens to offers, in whatever order, no promise about them is broken', async () => {
  const worker = await testDeps({ SMTP_URL: sink.url, REDIS_PREFIX: app.config.REDIS_PREFIX })
  worker.now = now
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: '+1' }), async (sequence) => {
      const { model, real } = await freshHouse(worker)
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      await comeToRest(real)
      await checkInTheEnd(model, real)
      runs += 1
    }),
    {
      numRuns: 15,
      // What depends on moments does not get shorter by trying again.
      endOnFailure: true,
    },
  )
  expect(runs).toBeGreaterThan(0)
})
