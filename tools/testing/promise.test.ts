import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { findMeasuredFigures } from '@kerbside/schema/promise/measured-figures.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { promiseReport } from '../../graphql-api/src/dashboard/promise.ts'
import { createSession, createUser, useTestApp } from '../../graphql-api/src/testing/test-app.ts'
import { alertAboutPromises } from '../../worker/src/promise/promise-alerts.ts'
import { measurePromise } from '../../worker/src/promise/measure-promise.ts'
import { minutesAgo, testDeps, useWorkers } from '../../worker/src/testing/test-worker.ts'

// The dashboard, the public figure, the alert to managers and the page of the lead go by one rule (docs/specification.md, 6.5).
const app = useTestApp()
useWorkers()

const received = minutesAgo(600)
const after = (minutes: number) => new Date(received.getTime() + minutes * 60_000)
const offer = (state: 'accepted' | 'declined' | 'offered', minutes: number) => {
  const firm = { contractorId: `firm-${minutes}`, contractorName: 'Firm', offeredAt: received, expiresAt: after(1_440) }
  return { ...firm, state, decidedAt: state === 'offered' ? null : after(minutes) }
}
const moved = (to: 'contacted' | 'lost', minutes: number) => {
  const change = { from: 'new' as const, to, at: after(minutes), by: null, note: null }
  return { status: to, statusHistory: [change] }
}

const [kept, missed, notOwed] = ['kept', 'missed', 'not owed'] as const
/** The case, the lead of ten hours ago, how it is counted in dashboard and public figure, and whether staff hear that somebody waits. */
const cases: [string, Partial<LeadRecord>, typeof kept | typeof missed | typeof notOwed, boolean][] = [
  ['nobody has answered', { offers: [offer('offered', 0)] }, missed, true],
  ['every firm declined', { offers: [offer('declined', 5)] }, missed, true],
  ['a firm accepted in time', { offers: [offer('accepted', 30)] }, kept, false],
  ['a firm accepted in the last minute', { offers: [offer('accepted', 120)] }, kept, false],
  ['a firm accepted late', { offers: [offer('accepted', 121)] }, missed, false],
  ['one firm accepted in time and one late', { offers: [offer('accepted', 300), offer('accepted', 20)] }, kept, false],
  [
    'staff called in time, and a firm accepted late',
    { contactedAt: after(119), offers: [offer('accepted', 300)] },
    kept,
    false,
  ],
  ['staff called late', { contactedAt: after(121) }, missed, false],
  ['staff moved it on in time', moved('contacted', 60), kept, false],
  ['staff moved it on late', moved('contacted', 180), missed, false],
  ['staff closed it as lost in time, without an answer', moved('lost', 60), notOwed, false],
  ['staff closed it as lost late, without an answer', moved('lost', 180), missed, false],
  ['staff called and closed it as lost in time', { ...moved('lost', 60), contactedAt: after(50) }, kept, false],
  ['the homeowner stopped in time', { enoughQuotesAt: after(10), sharingStoppedAt: after(10) }, notOwed, false],
  ['the homeowner had enough in time', { enoughQuotesAt: after(10) }, notOwed, false],
  [
    'the homeowner stopped in time, and staff called late',
    { sharingStoppedAt: after(10), contactedAt: after(300) },
    notOwed,
    false,
  ],
  [
    'the homeowner stopped in time, after an answer',
    { sharingStoppedAt: after(60), offers: [offer('accepted', 50)] },
    kept,
    false,
  ],
  ['the homeowner stopped late, without an answer', { enoughQuotesAt: after(200) }, missed, false],
  [
    'the homeowner had their details erased in time',
    { erasedAt: after(5), sharingStoppedAt: after(5) },
    notOwed,
    false,
  ],
  ['it was imported', { importId: '0123456789abcdef01234567' }, notOwed, false],
  ['it was imported and answered', { importId: '0123456789abcdef01234567', contactedAt: after(10) }, notOwed, false],
]

test.each(cases)('%s: every figure and screen says the same', async (_case, changes, counted, waits) => {
  const deps = await testDeps()
  const { token } = await createSession(await createUser('manager'))
  const alert = changes.importId ? {} : { nextPromiseAlert: 'warning' as const }
  await LeadModel.create(aLead(1, { createdAt: received, ...alert, ...changes }))

  const report = await promiseReport(new Date(), app.deps.settings())
  expect([report.kept, report.missed]).toEqual([counted === kept ? 1 : 0, counted === missed ? 1 : 0])

  await measurePromise(deps)
  const figures = await findMeasuredFigures()
  expect([figures?.leads, figures?.inTime]).toEqual([counted === notOwed ? 0 : 1, counted === kept ? 1 : 0])

  const { data } = await app.graphql('{ lead(id: "1") { answerDueAt } }', {}, token)
  expect(data.lead.answerDueAt).toBe(waits ? after(120).toISOString() : null)

  await alertAboutPromises(deps)
  expect(await DeliveryModel.countDocuments({ kind: 'promise-missed', leadIds: 1 })).toBe(waits ? 1 : 0)
})
