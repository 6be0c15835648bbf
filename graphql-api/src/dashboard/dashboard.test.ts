import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { dashboardAwaitingConfirmation, dashboardAwaitingPrice, ownFollowUps } from './dashboard.service.ts'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { nextLeads } from './promise.ts'

const app = useTestApp()
const now = new Date('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const offer = { contractorId: 'c1', contractorName: 'Drive & Co', offeredAt: now, expiresAt: now }
const acceptedAt = (at: Date) => ({ ...offer, state: 'accepted' as const, decidedAt: at })

test('the next leads: the least time left first, then the latest missed; answered and older ones never', async () => {
  await LeadModel.insertMany([
    aLead(1, { createdAt: minutesAgo(10) }),
    aLead(2, { createdAt: minutesAgo(110) }),
    aLead(3, { createdAt: minutesAgo(300) }),
    aLead(4, { createdAt: minutesAgo(121) }),
    aLead(5, { createdAt: minutesAgo(115), contactedAt: now }),
    aLead(6, { createdAt: minutesAgo(115), offers: [acceptedAt(now)] }),
    aLead(7, { createdAt: minutesAgo(115), status: 'contacted' }),
    aLead(8, { createdAt: minutesAgo(8 * 24 * 60) }),
  ])
  const idsOf = async (count: number) => (await nextLeads(now, defaultSettings, count)).map(({ id }) => id)
  expect(await idsOf(5)).toEqual([2, 1, 4, 3])
  expect(await idsOf(3)).toEqual([2, 1, 4])
  expect(await idsOf(2)).toEqual([2, 1])
})

test('one’s own follow-ups that are due, the longest overdue first', async () => {
  const { viewer } = await createSession(await createUser('manager'))
  const mine = { assignedTo: { id: viewer.id, name: viewer.name } }
  await LeadModel.insertMany([
    aLead(1, { ...mine, followUpAt: minutesAgo(5) }),
    aLead(2, { ...mine, followUpAt: minutesAgo(3_000) }),
    aLead(3, { ...mine, followUpAt: minutesAgo(-5) }),
    aLead(4, { ...mine, followUpAt: minutesAgo(5), status: 'lost' }),
    aLead(5, { followUpAt: minutesAgo(5) }),
  ])
  const { figure, leads } = await ownFollowUps({ ...app.contextOf(viewer), now: () => now })
  expect([figure.count, leads.map(({ id }) => id)]).toEqual([2, [2, 1]])
})

test('who waits for a price: accepted five days ago or more, without any price, oldest first; quoted and stopped leads never', async () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const price = { id: 'e', contractorId: 'c1', contractorName: 'Drive & Co', number: 1, variationOf: null, total: 1 }
  const sent = { kind: 'fixed' as const, currency: 'GBP' as const, state: 'sent' as const, decidedAt: null }
  const estimates = [{ ...price, ...sent, sentAt: now, validUntil: now }]
  const since = (days: number) => ({ createdAt: daysAgo(days), offers: [acceptedAt(daysAgo(days))] })
  await LeadModel.insertMany([
    aLead(1, since(5)),
    aLead(2, { ...since(9), status: 'contacted' }),
    aLead(3, since(4.9)),
    aLead(4, { ...since(6), estimates }),
    aLead(5, { ...since(6), status: 'quoted' }),
    aLead(6, { ...since(6), sharingStoppedAt: now }),
    aLead(7, { createdAt: daysAgo(8), offers: [{ ...offer, state: 'declined', decidedAt: daysAgo(7) }] }),
  ])
  const { viewer } = await createSession(await createUser('manager'))
  const { figure, leads } = await dashboardAwaitingPrice({ ...app.contextOf(viewer), now: () => now })
  expect(leads.map(({ id }) => id)).toEqual([2, 1])
  expect(figure).toEqual({ count: 2, isCapped: false, filter: { awaitingPrice: true } })
})

test('whose choice is not confirmed: chosen two days ago or more; undone, confirmed, lost and stopped ones never', async () => {
  const price = { id: 'e', contractorId: 'c1', contractorName: 'Drive & Co', number: 1, variationOf: null, total: 1 }
  const rest = { kind: 'fixed' as const, currency: 'GBP' as const, sentAt: now, validUntil: now }
  const decidedAt = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const chosen = (days: number, state: 'chosen' | 'agreed' | 'sent' = 'chosen') => ({
    status: 'quoted' as const,
    estimates: [{ ...price, ...rest, state, decidedAt: decidedAt(days) }],
  })
  await LeadModel.insertMany([
    aLead(1, chosen(2)),
    aLead(2, chosen(1.9)),
    aLead(3, chosen(3, 'agreed')),
    aLead(4, chosen(3, 'sent')),
    aLead(5, { ...chosen(3), status: 'lost' }),
    aLead(6, { ...chosen(3), sharingStoppedAt: now }),
  ])
  const { viewer } = await createSession(await createUser('manager'))
  const { figure, leads } = await dashboardAwaitingConfirmation({ ...app.contextOf(viewer), now: () => now })
  expect(leads.map(({ id }) => id)).toEqual([1])
  expect(figure).toEqual({ count: 1, isCapped: false, filter: { awaitingConfirmation: true } })
})
