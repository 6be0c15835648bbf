import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
})

const own = { email: 'aoife@example.com', mobile: '+447700900123' }
const other = { email: 'ben@example.com', mobile: '+447700900999' }
const hour = (number: number) => new Date(Date.UTC(2026, 0, 2, number))

/** As a worker has finished it, unless it is new. */
async function store(id: number, changes: Partial<LeadRecord>, isNew = false) {
  await LeadModel.create(aLead(id, { createdAt: hour(id), dispatchedAt: isNew ? null : hour(id), ...changes }))
}
const othersOf = async (id: string) =>
  app.graphql('query ($id: ID!) { otherLeads(id: $id) { id status createdAt } }', { id }, manager)
const idsOf = async (id: string) =>
  (await othersOf(id)).data.otherLeads.map((lead: { id: string }) => Number(lead.id)) as number[]

test('leads with the same email or the same mobile are found, newest first, and not the lead itself', async () => {
  await store(1, own)
  await store(2, { ...own, status: 'lost' })
  await store(3, { ...own, mobile: other.mobile })
  await store(4, { ...own, email: other.email })
  await store(5, other)
  await store(6, { ...other, mobile: own.mobile }, true)
  expect(await idsOf('1')).toEqual([6, 4, 3, 2])
  expect(await idsOf('6')).toEqual([5, 4, 2, 1])
  expect((await othersOf('3')).data.otherLeads).toContainEqual({
    id: '2',
    status: 'LOST',
    createdAt: hour(2).toISOString(),
  })
})

test('a number that contains the same digits, or stands in another field, is another one', async () => {
  await store(1, own)
  await store(2, { ...other, mobile: '+4477009001234' })
  await store(3, { ...other, email: '447700900123@example.com' })
  expect(await idsOf('1')).toEqual([])
})

test('at most ten are shown, and those without contact have nobody in common', async () => {
  for (let id = 1; id <= 12; id += 1) await store(id, own)
  expect(await idsOf('1')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  await LeadModel.updateMany({}, { email: '', mobile: '' })
  expect(await idsOf('1')).toEqual([])
  await LeadModel.updateMany({}, { email: own.email })
  expect(await idsOf('12')).toHaveLength(10)
})

test('an unknown lead is NOT_FOUND', async () => {
  for (const id of ['404', 'x', '', '{"$gt":0}']) {
    expect((await othersOf(id)).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
  }
})
