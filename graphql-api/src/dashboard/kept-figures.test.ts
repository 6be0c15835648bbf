import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { lastDays } from '@kerbside/schema/dashboard/report-period'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { aLead } from '@kerbside/schema/testing/factories'
import fc from 'fast-check'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LeadEvents } from '../deps.ts'
import { useTestApp } from '../testing/test-app.ts'
import { awaitingPriceFigure, figureOf, keyFigures, periodReports, reports, weeklyPerformance } from './figures.ts'
import { priceReports, priceReportsOf } from './price-reports.ts'
import { promiseReport, weeklyPromise } from './promise.ts'

const app = useTestApp()
const day = 86_400_000
const start = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(start.getTime() - days * day)

const ago = fc.double({ min: 0, max: 100, noNaN: true }).map(daysAgo)
const firm = fc.constantFrom('a', 'b').map((id) => ({ contractorId: id, contractorName: `Firm ${id}` }))
const offer = fc
  .record({ firm, state: fc.constantFrom('accepted' as const, 'declined' as const), decidedAt: ago })
  .map(({ firm: by, ...rest }) => ({ ...by, ...rest, offeredAt: rest.decidedAt, expiresAt: start }))
const estimate = fc
  .record({
    firm,
    sentAt: ago,
    total: fc.integer({ min: 1, max: 999 }),
    state: fc.constantFrom('sent' as const, 'chosen' as const, 'agreed' as const, 'declined' as const),
  })
  .map(({ firm: by, ...rest }): LeadEstimate => ({
    ...by,
    ...rest,
    id: crypto.randomUUID(),
    number: 1,
    variationOf: null,
    kind: 'fixed',
    currency: 'GBP',
    validUntil: start,
    decidedAt: null,
    ...(rest.state === 'declined' && { declinedBecause: 'too-dear' }),
  }))
const source = fc.constantFrom(null, 'google', 'facebook')
const fields = fc.record({
  createdAt: fc.oneof(ago, fc.integer({ min: 0, max: 9 }).map(daysAgo)),
  status: fc.constantFrom(...leadStatuses),
  postcode: fc.constantFrom(null, 'SW1A 1AA', 'D02 X285', 'M1 1AE'),
  attribution: source.map((one) => ({ ...aLead(1).attribution, source: one })),
  contactedAt: fc.constantFrom(undefined, start),
  sharingStoppedAt: fc.constantFrom(undefined, undefined, start),
  importId: fc.constantFrom(undefined, undefined, 'import-1'),
  offers: fc.array(offer, { maxLength: 2 }),
  estimates: fc.array(estimate, { maxLength: 2 }),
})
const id = fc.integer({ min: 1, max: 12 })
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('come' as const), ids, fields }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), ids, fields }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('go' as const), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hours pass' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Several leads change at once, as in a bulk change, an import or a run of the retention. */
async function make(change: Exclude<Step, { kind: 'hours pass' }>) {
  const at = { _id: { $in: change.ids } }
  await mongoose.connection.transaction(async (session) => {
    if (change.kind === 'change') {
      const { createdAt: _kept, ...changed } = change.fields
      await LeadModel.updateMany(at, changed, { session })
      return
    }
    await LeadModel.deleteMany(at, { session })
    if (change.kind === 'go') return
    const leads = change.ids.map((one): LeadRecord => aLead(one, change.fields))
    await LeadModel.insertMany(leads, { session })
  })
}
/** Waits until MongoDB has reported all that happened so far. */
async function reported({ changeCount, changedSince }: LeadEvents) {
  const before = changeCount()
  await LeadModel.updateOne({ _id: 99 }, { $inc: { version: 1 } })
  while (!changedSince(before)?.includes(99)) await sleep(2)
}

const figures = async (now: Date, leadEvents: LeadEvents) => ({
  key: await keyFigures(now, leadEvents),
  weeks: await weeklyPerformance(now, leadEvents),
  reports: await reports(now, leadEvents),
  promise: await weeklyPromise(now, defaultSettings, leadEvents),
  prices: await priceReports(now, leadEvents),
  awaitingPrice: await awaitingPriceFigure(now, leadEvents),
})

test('after any changes the figures of the dashboards are those that are counted anew, and those of the reports', async () => {
  const { leadEvents } = app.deps
  leadEvents.changeCount()
  while (leadEvents.changedSince(leadEvents.changeCount()) === null) await sleep(5)
  await LeadModel.create(aLead(99, { createdAt: daysAgo(900), status: 'lost' }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      let now = start
      for (const change of steps) {
        if (change.kind === 'hours pass') now = new Date(now.getTime() + change.hours * 3_600_000)
        else await make(change)
        await reported(leadEvents)
        const kept = await figures(now, leadEvents)
        expect(kept).toEqual(await figures(now, { ...leadEvents }))
        expect(kept.reports).toEqual(await periodReports(lastDays(now, 30), now, 8))
        expect(kept.promise).toEqual(await promiseReport(now, defaultSettings))
        expect(kept.prices).toEqual(await priceReportsOf({ from: new Date(now.getTime() - 90 * day) }, 8))
        const filters = [
          kept.key.pending,
          kept.key.waiting,
          kept.key.converted,
          kept.weeks.lastWeek.received,
          kept.awaitingPrice,
        ]
        for (const figure of filters) expect(figure).toEqual(await figureOf(figure.filter, now))
      }
    }),
    { numRuns: 3 },
  )
})
