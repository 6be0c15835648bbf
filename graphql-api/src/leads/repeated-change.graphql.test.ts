import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
const first = 'd1b0a6f0-6f0e-4c3a-9a52-0a5ad9a2a001'
const second = 'd1b0a6f0-6f0e-4c3a-9a52-0a5ad9a2a002'
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
  await LeadModel.create(aLead(1))
})

const call = (text: string, token = manager) => app.graphql(`mutation { ${text} }`, {}, token)
const stored = () => LeadModel.findById(1).lean().orFail()
const move = (to: string, version: number, changeId: string) =>
  call(`updateLeadStatus(id: 1, status: ${to}, version: ${version}, changeId: "${changeId}") { status version }`)

test('a note whose answer was lost is stored once, however often it is sent', async () => {
  const note = `addLeadNote(id: 1, text: "Rang twice", changeId: "${first}") { activity { text } }`
  const answers = await Promise.all([call(note), call(note)])
  const { data } = await call(note.replace(first, first.toUpperCase()))
  for (const answer of [...answers.map((each) => each.data), data])
    expect(answer.addLeadNote.activity).toEqual([{ text: 'Rang twice' }])
})

test('the same note under another id is another note', async () => {
  await call(`addLeadNote(id: 1, text: "Rang", changeId: "${first}") { id }`)
  await call(`addLeadNote(id: 1, text: "Rang", changeId: "${second}") { id }`)
  expect((await stored()).activity).toHaveLength(2)
})

test('a move that is sent again after a colleague’s is no conflict, and takes nothing back', async () => {
  await move('CONTACTED', 1, first)
  await move('QUOTED', 2, second)
  const { data } = await move('CONTACTED', 1, first)
  expect(data.updateLeadStatus).toEqual({ status: 'QUOTED', version: 3 })
  expect((await stored()).statusHistory).toHaveLength(2)
})

test('a move that is new and stale is a conflict', async () => {
  await move('CONTACTED', 1, first)
  const { errors } = await move('LOST', 1, second)
  expect(errors?.[0]?.extensions?.code).toBe('CONFLICT')
})

test('an assignment and a follow-up that are sent again take nothing back', async () => {
  const mia = await createUser('manager', { name: 'Mia' })
  const at = '2036-05-06T09:00:00.000Z'
  const changes = [
    `assignLeads(ids: [1], userId: "${mia._id}", changeId: "${first}") { id }`,
    `setLeadFollowUp(id: 1, followUpAt: "${at}", changeId: "${second}") { id }`,
  ]
  for (const change of changes) await call(change)
  await call('assignLeads(ids: [1]) { id }')
  await call('setLeadFollowUp(id: 1) { id }')
  for (const change of changes) await call(change)
  expect(await stored()).toMatchObject({ assignedTo: null, followUpAt: null, version: 5 })
})

test('an id that is no UUID is BAD_USER_INPUT on changeId', async () => {
  const { errors } = await call('addLeadNote(id: 1, text: "Rang", changeId: "7") { id }')
  expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { changeId: ['Must be a UUID'] } })
})
