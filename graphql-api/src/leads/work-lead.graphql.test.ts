import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
  await LeadModel.create([
    aLead(1),
    aLead(2, { status: 'converted' }),
    aLead(3, { status: 'contacted' }),
    aLead(4, { version: 7 }),
  ])
})

const outcome = '{ changedIds unchangedIds skipped { id reason message } }'
const move = (variables: object, token = manager) =>
  app.graphql(
    `mutation ($ids: [ID!]!, $status: LeadStatus!, $note: String, $versions: [Int!]) {
      updateLeadStatuses(ids: $ids, status: $status, note: $note, versions: $versions) ${outcome}
    }`,
    variables,
    token,
  )
const followUp = (variables: object) =>
  app.graphql(
    `mutation ($ids: [ID!]!, $at: DateTime, $versions: [Int!]) {
      setLeadFollowUps(ids: $ids, followUpAt: $at, versions: $versions) ${outcome}
    }`,
    variables,
    manager,
  )
const statuses = async () => (await LeadModel.find().sort({ _id: 1 }).lean()).map(({ status }) => status)

test('leads are moved each by itself, and what became of each is reported', async () => {
  const { data } = await move({ ids: ['1', '2', '3', '404', 'NaN', '1'], status: 'CONTACTED' })
  const message = 'The requested lead could not be found.'
  expect(data.updateLeadStatuses).toEqual({
    changedIds: ['1'],
    unchangedIds: ['3'],
    skipped: [
      { id: '2', reason: 'NOT_ALLOWED', message: 'A converted lead cannot become contacted.' },
      { id: '404', reason: 'NOT_FOUND', message },
      { id: 'NaN', reason: 'NOT_FOUND', message },
    ],
  })
  expect(await statuses()).toEqual(['contacted', 'converted', 'contacted', 'new'])
  expect(await LeadModel.findById(1).lean()).toMatchObject({
    version: 2,
    statusHistory: [{ from: 'new', to: 'contacted', by: { name: 'The manager' } }],
  })
})

test('a lead that a colleague has changed since is skipped, the others are changed', async () => {
  const { data } = await move({ ids: ['1', '4'], versions: [1, 6], status: 'QUOTED' })
  expect(data.updateLeadStatuses).toEqual({
    changedIds: ['1'],
    unchangedIds: [],
    skipped: [{ id: '4', reason: 'CHANGED_MEANWHILE', message: expect.stringContaining('just changed this lead') }],
  })
  expect(await statuses()).toEqual(['quoted', 'converted', 'contacted', 'new'])
})

test('the note is the reason of leads that are lost', async () => {
  await move({ ids: ['1', '3'], status: 'LOST', note: 'Duplicates' })
  for (const id of [1, 3]) {
    const lead = await LeadModel.findById(id).lean().orFail()
    expect(lead).toMatchObject({ status: 'lost', lostReason: 'Duplicates', statusHistory: [{ note: 'Duplicates' }] })
  }
})

test('follow-ups are set and cleared, and repeating that changes nothing', async () => {
  const ids = ['1', '2', '404']
  const at = '2036-05-06T09:00:00.000Z'
  const skipped = [{ id: '404', reason: 'NOT_FOUND', message: expect.any(String) }]
  const set = async (variables: object) => (await followUp(variables)).data.setLeadFollowUps
  expect(await set({ ids, at })).toEqual({ changedIds: ['1', '2'], unchangedIds: [], skipped })
  expect(await set({ ids, at })).toEqual({ changedIds: [], unchangedIds: ['1', '2'], skipped })
  expect(await LeadModel.findById(2).lean()).toMatchObject({ version: 2, followUpAt: new Date(at) })
  expect(await set({ ids: ['1'], at: null })).toMatchObject({ changedIds: ['1'] })
  expect(await LeadModel.findById(1).lean()).toMatchObject({ followUpAt: null, activity: [{}, { followUpAt: null }] })
})

test.each([
  ['ids', { ids: Array.from({ length: 201 }, (_, index) => String(index)) }],
  ['versions', { versions: [1] }],
  ['note', { note: 'x'.repeat(2_001) }],
])('what cannot be a call is BAD_USER_INPUT on %s, and changes nothing', async (field, variables) => {
  const { errors } = await move({ ids: ['1', '3'], status: 'QUOTED', ...variables })
  expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } })
  expect(await statuses()).toEqual(['new', 'converted', 'contacted', 'new'])
})

test('200 leads are one call', async () => {
  await LeadModel.create(Array.from({ length: 200 }, (_, index) => aLead(1_000 + index)))
  const ids = Array.from({ length: 200 }, (_, index) => String(1_000 + index))
  expect((await move({ ids, status: 'CONTACTED' })).data.updateLeadStatuses).toEqual({
    changedIds: ids,
    unchangedIds: [],
    skipped: [],
  })
})
