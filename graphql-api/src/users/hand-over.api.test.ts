import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { SavedViewsModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let admin = ''
const leaver = { id: '', name: '' }
const taker = { id: '', name: '' }
beforeEach(async () => {
  admin = await signInAs('admin')
  for (const person of [leaver, taker]) {
    const { _id, name } = await createUser('manager')
    Object.assign(person, { id: String(_id), name })
  }
  await LeadModel.insertMany([
    aLead(1, { assignedTo: leaver, followUpAt: new Date() }),
    aLead(2, { assignedTo: leaver, status: 'converted' }),
    aLead(3, { assignedTo: taker }),
    aLead(4),
  ])
})
const assignees = async () =>
  (await LeadModel.find().sort({ _id: 1 }).lean()).map((lead) => lead.assignedTo?.id ?? null)
const call = (mutation: string) => app.graphql(`mutation { ${mutation} }`, {}, admin)
const lastAudit = async () => (await AuditEntryModel.find().sort({ at: -1 }).limit(1).lean())[0]?.details

test('an admin sees what waits with somebody who is to leave', async () => {
  await SavedViewsModel.create({ _id: leaver.id, views: [{ id: 'a', name: 'Mine', query: '', key: 'mine' }] })
  const { data } = await app.graphql(`{ userWork(id: "${leaver.id}") { leads followUps savedViews } }`, {}, admin)
  expect(data.userWork).toEqual({ leads: 2, followUps: 1, savedViews: 1 })
})

test.each([
  ['deleted', () => `deleteUser(id: "${leaver.id}", leadsTo: "${taker.id}")`],
  ['deactivated', () => `updateUser(id: "${leaver.id}", input: { status: INACTIVE, leadsTo: "${taker.id}" }) { id }`],
  ['no longer staff', () => `updateUser(id: "${leaver.id}", input: { role: USER, leadsTo: "${taker.id}" }) { id }`],
])('the leads of a colleague who is %s go to the one that was chosen, and record it', async (_what, mutation) => {
  expect((await call(mutation())).errors).toBeUndefined()
  expect(await assignees()).toEqual([taker.id, taker.id, taker.id, null])
  const lead = await LeadModel.findById(1).lean()
  expect(lead).toMatchObject({ version: 2, activity: [{ kind: 'assigned', assignedTo: taker }] })
  expect(await lastAudit()).toContain(`2 leads given to ${taker.name}`)
})

test('without a choice nobody has them, and filters find them so', async () => {
  await call(`deleteUser(id: "${leaver.id}")`)
  expect(await assignees()).toEqual([null, null, taker.id, null])
  const { body } = await app.request('GET', '/api/quote?assigned_to=none', { token: admin })
  expect(body.total).toBe(3)
})

test('a change that nobody leaves by hands nothing over; somebody who cannot take leads is named', async () => {
  await call(`updateUser(id: "${leaver.id}", input: { name: "Other", leadsTo: "${taker.id}" }) { id }`)
  expect(await assignees()).toEqual([leaver.id, leaver.id, taker.id, null])
  const { _id } = await createUser('user')
  const { errors } = await call(`deleteUser(id: "${leaver.id}", leadsTo: "${String(_id)}")`)
  expect(errors?.[0]?.extensions).toMatchObject({ fields: { leadsTo: [expect.stringContaining('Choose an active')] } })
  expect(await assignees()).toEqual([leaver.id, leaver.id, taker.id, null])
})
