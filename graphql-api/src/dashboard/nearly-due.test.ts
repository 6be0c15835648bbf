import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { findLeads } from '@kerbside/schema/leads/list/find-leads.model'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { logLeadContact } from '../leads/work-lead.ts'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { restAnswers } from '../testing/quotes.ts'
import { nearlyDueFigure } from './promise.ts'

const app = useTestApp()
const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** A lead as a homeowner's quote becomes one, so many minutes ago. */
const received = (id: number, minutes: number, changes: Partial<LeadRecord> = {}) =>
  aLead(id, { createdAt: minutesAgo(minutes), nextPromiseAlert: 'warning', ...changes })
const countOf = async (settings = defaultSettings) => (await nearlyDueFigure(now, settings)).count

test('a lead is nearly due from three quarters of the promised time until its end, warned about or not', async () => {
  await LeadModel.insertMany([
    received(1, 89.99),
    received(2, 90),
    received(3, 119.99, { nextPromiseAlert: 'missed' }),
    received(4, 120, { nextPromiseAlert: 'missed' }),
  ])
  const { count, isCapped, filter } = await nearlyDueFigure(now, defaultSettings)
  expect([count, isCapped]).toEqual([2, false])
  const { records } = await findLeads({ filter }, now)
  expect(records.map(({ id }) => id)).toEqual([2, 3])
  expect(await countOf({ ...defaultSettings, promiseHours: 4 })).toBe(0)
  expect(await countOf({ ...defaultSettings, promiseHours: 1.6 })).toBe(2)
})

test('leads that are answered, stopped, erased or imported are not nearly due', async () => {
  const offer = { contractorId: 'c1', contractorName: 'Drive & Co', offeredAt: minutesAgo(99), expiresAt: now }
  const { nextPromiseAlert: _, ...imported } = received(1, 100, { importId: 'i1' })
  await LeadModel.insertMany([
    imported,
    received(2, 100, { contactedAt: now }),
    received(3, 100, { status: 'contacted' }),
    received(4, 100, { status: 'lost' }),
    received(5, 100, { offers: [{ ...offer, state: 'accepted', decidedAt: now }] }),
    received(6, 100, { enoughQuotesAt: now }),
    received(7, 100, { sharingStoppedAt: now, erasedAt: now }),
    received(8, 100, { offers: [{ ...offer, state: 'declined', decidedAt: now }] }),
  ])
  expect(await countOf()).toBe(1)
})

test('the count looks at no lead that was promised nothing', async () => {
  const settled = Array.from({ length: 200 }, (_, index) => aLead(index + 10, { createdAt: minutesAgo(100) }))
  await LeadModel.insertMany([...settled, received(1, 100), received(2, 100)])
  const database = LeadModel.db
  await database.db?.command({ profile: 2 })
  expect(await countOf()).toBe(2)
  await database.db?.command({ profile: 0 })
  const [counted] = await database
    .collection('system.profile')
    .find({ op: 'command', ns: /leads$/ })
    .toArray()
  expect(counted).toMatchObject({ docsExamined: 2 })
})

const query = '{ dashboard { nearlyDue { count filter { waiting from to } } } }'

test('managers and admins get the same count, and a contact takes the lead out of it', async () => {
  const { viewer } = await createSession(await createUser('manager'))
  const tokens = [await signInAs('manager'), await signInAs('admin')]
  const counts = () =>
    Promise.all(tokens.map(async (token) => (await app.graphql(query, {}, token)).data?.dashboard.nearlyDue.count))
  const held = await app.request('POST', '/api/quote', { body: { ...restAnswers(), website_url: 'x' } })
  expect([held.status < 300, await HeldQuoteModel.countDocuments()]).toEqual([true, 1])
  const createdAt = new Date(Date.now() - 100 * 60_000)
  await HeldQuoteModel.updateMany({}, { createdAt })
  await LeadModel.insertMany([1, 2].map((id) => received(id, 0, { createdAt })))
  expect(await counts()).toEqual([2, 2])
  await logLeadContact(app.contextOf(viewer), { id: '1', contact: 'called' })
  await expect.poll(counts, { timeout: 30_000 }).toEqual([1, 1])
})
