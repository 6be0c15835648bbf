import { leadStatuses } from '@kerbside/schema/leads/lead'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { Offer } from '@kerbside/schema/offers/offer'
import { lastDays } from '@kerbside/schema/dashboard/report-period'
import { londonDays } from '@kerbside/schema/time/london-time'
import { profileOf } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { ownFollowUps } from './dashboard.service.ts'
import { keyFigures, reports, weeklyPerformance, type Figure } from './figures.ts'
import { leadReport } from './report.service.ts'

const app = useTestApp()
const hour = 3_600_000
const reportsOf30Days = (now: Date) => reports(lastDays(now, 30), now, 8)

const isFigure = (value: object): value is Figure => 'filter' in value && 'count' in value

/** Every figure in an answer, however deep. */
function figuresIn(value: unknown): Figure[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return isFigure(value) ? [value] : Object.values(value).flatMap(figuresIn)
}

const leadChanges = (now: Date, userId: string) => {
  const at = fc.integer({ min: -1_200, max: 0 }).map((hours) => new Date(now.getTime() + hours * hour))
  const accepted = {
    contractorId: 'c1',
    contractorName: 'Drive & Co',
    state: 'accepted' as const,
    offeredAt: now,
    expiresAt: now,
    decidedAt: now,
  }
  return fc.record({
    createdAt: fc.oneof(
      at,
      at.map((day) => londonDays(day, 1).from),
    ),
    status: fc.constantFrom(...leadStatuses),
    postcode: fc.constantFrom(null, 'SW1A 1AA', 'S1 2HE', 'D02 X285', 'M1 1AE'),
    source: fc.constantFrom(null, 'google', 'facebook'),
    assignedTo: fc.constantFrom(null, { id: userId, name: 'Me' }, { id: 'b'.repeat(24), name: 'Other' }),
    followUpAt: fc.option(at.map((day) => new Date(day.getTime() + 600 * hour))),
    contactedAt: fc.constantFrom(undefined, now),
    offers: fc.constantFrom<Offer[]>([], [accepted], [{ ...accepted, state: 'declined' }]),
  })
}

test('every number of the dashboards equals the total of the list that it opens', async () => {
  const { viewer } = await createSession(await createUser('manager'))
  const moments = ['2026-11-20T12:00:00Z', '2026-10-26T00:30:00Z', '2026-04-02T22:59:00Z']
  const input = fc
    .constantFrom(...moments)
    .map((moment) => new Date(moment))
    .chain((now) =>
      fc.record({ now: fc.constant(now), leads: fc.array(leadChanges(now, viewer.id), { maxLength: 40 }) }),
    )
  await fc.assert(
    fc.asyncProperty(input, async ({ now, leads }) => {
      await LeadModel.deleteMany({})
      const records = leads.map(({ source, ...changes }, index): LeadRecord => {
        const lead = aLead(index + 1, { dispatchedAt: now, ...changes })
        return { ...lead, attribution: { ...lead.attribution, source } }
      })
      await LeadModel.insertMany(records)
      const ctx = { ...app.contextOf(viewer), now: () => now }
      const period = { from: '2026-03-01', to: '2026-10-25' }
      const answers = [
        await keyFigures(now),
        await weeklyPerformance(now),
        await reportsOf30Days(now),
        await ownFollowUps(ctx),
        await leadReport(ctx, period),
      ]
      const figures = figuresIn(answers)
      expect(figures.length).toBeGreaterThan(40)
      for (const { filter, count, isCapped } of figures) {
        const list = await findLeads({ filter, first: 1 }, now)
        expect([filter, count, isCapped]).toEqual([filter, await list.total(), await list.totalIsCapped()])
      }
      // Nothing is left out of a chart.
      const { days, statuses } = await reportsOf30Days(now)
      const recent = records.filter(({ createdAt }) => createdAt >= londonDays(now, 30).from).length
      const sum = (parts: { figure: Figure }[]) => parts.reduce((total, { figure }) => total + figure.count, 0)
      const parts = days.flatMap((day) => day.statuses)
      expect([sum(days), sum(parts), sum(statuses)]).toEqual([recent, recent, recent])
    }),
    { numRuns: 3 },
  )
})

test('what a figure counts', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const weekStart = new Date('2026-11-14T00:00:00Z')
  const before = new Date(weekStart.getTime() - 1)
  await LeadModel.insertMany([
    aLead(1, { createdAt: now }),
    aLead(2, { createdAt: weekStart, status: 'contacted', postcode: 'M1 1AE' }),
    aLead(3, { createdAt: before, status: 'converted' }),
    aLead(4, { createdAt: new Date('2026-10-21T22:59:00Z'), status: 'lost', postcode: 'S1 2HE' }),
    aLead(5, { createdAt: now, contactedAt: now }),
  ])
  const figures = await keyFigures(now)
  const counts = Object.entries(figures).map(([name, figure]) => [name, isCount(figure) ? figure.count : figure])
  expect(Object.fromEntries(counts)).toEqual({
    total: 5,
    pending: 3,
    thisWeek: 3,
    waiting: 1,
    new: 2,
    contacted: 1,
    quoted: 0,
    converted: 1,
    lost: 1,
    conversionRate: 20,
  })
  const { thisWeek, lastWeek } = await weeklyPerformance(now)
  expect([thisWeek.received.count, thisWeek.contacted.count]).toEqual([3, 1])
  expect([lastWeek.received.count, lastWeek.converted.count]).toEqual([1, 1])
  const { days, areas } = await reportsOf30Days(now)
  expect([days.length, days[0]?.name, days.at(-1)?.name, days.at(-1)?.figure.count]).toEqual([
    30,
    '2026-10-22',
    '2026-11-20',
    2,
  ])
  expect(areas.map(({ name, figure }) => [name, figure.count])).toEqual([
    ['South West London (SW)', 3],
    ['Manchester (M)', 1],
  ])
})

const isCount = (value: unknown): value is Figure => typeof value === 'object'

test('figures come from indexes: no lead is read but those that wait for an answer', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  await LeadModel.insertMany(
    Array.from({ length: 30 }, (_, index) => aLead(index + 1, { createdAt: now, status: 'contacted' })),
  )
  const profile = await profileOf(/\.leads$/, async () => {
    await keyFigures(now)
    await weeklyPerformance(now)
    await reportsOf30Days(now)
  })
  const reads = profile.filter(({ planSummary }) => planSummary !== undefined)
  expect(reads.length).toBeGreaterThan(10)
  const costly = reads.filter(({ planSummary, docsExamined }) => /COLLSCAN/.test(planSummary) || docsExamined > 0)
  expect(costly.map(({ command }) => command)).toEqual([])
})

test('of the follow-ups that are due only one’s own are looked at', async () => {
  const { viewer } = await createSession(await createUser('manager'))
  const [mine = null, other = null] = [viewer.id, 'b'.repeat(24)].map((id) => ({ id, name: 'Someone' }))
  const due = new Date(Date.now() - hour)
  const ofOther = Array.from({ length: 30 }, (_, index) => aLead(index + 1, { assignedTo: other, followUpAt: due }))
  await LeadModel.insertMany([...ofOther, aLead(31, { assignedTo: mine, followUpAt: due })])
  const profile = await profileOf(/\.leads$/, async () => {
    const { leads } = await ownFollowUps(app.contextOf(viewer))
    expect(leads.map(({ id }) => id)).toEqual([31])
  })
  expect(profile.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0)).toBeLessThan(10)
})
