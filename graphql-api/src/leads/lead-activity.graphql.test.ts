import { maximumNotes } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
  await LeadModel.create(aLead(1))
})
const by = { id: 'u', name: 'Mia' }

const note = (text: unknown, id = '1') =>
  app.graphql(
    `mutation ($id: ID!, $text: String!) {
      addLeadNote(id: $id, text: $text) { version activity { kind at by { name } text } }
    }`,
    { id, text },
    manager,
  )

test('a note is stored with who and when, and counts as a change', async () => {
  const before = Date.now()
  const { data } = await note('  Rang twice.\nNobody at home.  ')
  expect(data.addLeadNote).toEqual({
    version: 2,
    activity: [
      { kind: 'NOTE', at: expect.any(String), by: { name: 'The manager' }, text: 'Rang twice.\nNobody at home.' },
    ],
  })
  expect(new Date(data.addLeadNote.activity[0].at).getTime()).toBeGreaterThanOrEqual(before)
})

test('notes of ten colleagues at the same moment are all stored, next to each other', async () => {
  const texts = Array.from({ length: 10 }, (_, index) => `Note ${index}`)
  await Promise.all(texts.map((text) => note(text)))
  const { activity, version } = await LeadModel.findById(1).lean().orFail()
  expect(activity?.map(({ text }) => text).toSorted()).toEqual(texts)
  expect(version).toBe(11)
})

test.each([[''], [' \n '], ['x'.repeat(2_001)], [{ $set: 1 }], [['x']], [7]])(
  'what is no note is BAD_USER_INPUT on text, and changes nothing: %.20j',
  async (text) => {
    expect((await note(text)).errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { text: [expect.any(String)] },
    })
    expect(await LeadModel.findById(1).lean()).toMatchObject({ version: 1 })
  },
)

test('a lead has room for so many notes and no more', async () => {
  const stored = { kind: 'note' as const, at: new Date(), by, text: 'Rang' }
  await LeadModel.updateOne({ _id: 1 }, { activity: Array(maximumNotes).fill(stored) })
  expect((await note('One more')).errors?.[0]?.extensions).toMatchObject({ fields: { text: [expect.any(String)] } })
})

test('a note on no lead is NOT_FOUND', async () => {
  expect((await note('Rang', '404')).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
})

test('what colleagues record reaches neither the REST shape, nor a search, nor the pages of firms', async () => {
  await note('Sounds unfriendly')
  const rest = await app.request('GET', '/api/quote/1', { token: manager })
  expect(rest.body.data.version).toBe(2)
  expect(JSON.stringify(rest.body)).not.toMatch(/unfriendly|activity/)
  const list = await app.request('GET', '/api/quote', { token: manager })
  expect(list.body.total).toBe(1)
  expect(JSON.stringify(list.body)).not.toMatch(/unfriendly|activity/)
  expect((await app.request('GET', '/api/quote?search=unfriendly', { token: manager })).body.total).toBe(0)

  const expiresAt = new Date(Date.now() + 60_000)
  const firm = await ContractorModel.create(aContractor('Drive & Co'))
  const offer = { contractorId: String(firm._id), contractorName: 'Drive & Co', state: 'offered' as const }
  await LeadModel.updateOne({ _id: 1 }, { offers: [{ ...offer, offeredAt: new Date(), expiresAt, decidedAt: null }] })
  const sign = (purpose: 'offer' | 'lead') =>
    signLink(app.deps, { purpose, leadId: 1, contractorId: String(firm._id) }, expiresAt)
  const offerPath = `/offers/${await sign('offer')}/accept`
  const pages = [
    await app.request('GET', offerPath),
    await app.request('POST', offerPath),
    await app.request('GET', `/leads/${await sign('lead')}`),
  ]
  expect(pages[2]?.body).toContain('Aoife Byrne')
  for (const { status, body } of pages) expect([status, body]).toEqual([200, expect.not.stringMatching(/unfriendly/)])
})

test('a list reads it for all its leads at once', async () => {
  await LeadModel.create(aLead(2))
  await note('Rang', '2')
  const { data } = await app.graphql('{ leads { nodes { id activity { text } } } }', {}, manager)
  expect(data.leads.nodes).toEqual([
    { id: '2', activity: [{ text: 'Rang' }] },
    { id: '1', activity: [] },
  ])
})

const assign = (variables: object) =>
  app.graphql(
    `mutation ($ids: [ID!]!, $userId: ID, $version: Int) {
      assignLeads(ids: $ids, userId: $userId, version: $version) {
        id version assignedTo { name } activity { kind by { name } assignedTo { name } }
      }
    }`,
    variables,
    manager,
  )

test('leads are given to a colleague and taken away, and the activity says by whom', async () => {
  await LeadModel.create(aLead(2))
  const userId = String((await createUser('manager', { name: 'Mia' }))._id)
  const given = { kind: 'ASSIGNED', by: { name: 'The manager' }, assignedTo: { name: 'Mia' } }
  const { data } = await assign({ ids: ['2', '1', '404', 'NaN', '2'], userId })
  expect(data.assignLeads).toEqual(
    ['2', '1'].map((id) => ({ id, version: 2, assignedTo: { name: 'Mia' }, activity: [given] })),
  )
  expect((await assign({ ids: ['1'], userId })).data.assignLeads).toMatchObject([{ version: 2, activity: [given] }])
  expect((await assign({ ids: ['1'], userId: null, version: 2 })).data.assignLeads).toEqual([
    { id: '1', version: 3, assignedTo: null, activity: [given, { ...given, assignedTo: null }] },
  ])
})

test('only active staff can be assigned; a version is for one lead, and a stale one is a conflict', async () => {
  const error = async (variables: object) => (await assign(variables)).errors?.[0]?.extensions
  const person = String((await createUser('user'))._id)
  for (const userId of [person, 'nobody']) {
    expect(await error({ ids: ['1'], userId })).toMatchObject({ fields: { userId: [expect.any(String)] } })
  }
  expect(await error({ ids: ['1', '2'], version: 1 })).toMatchObject({ fields: { version: [expect.any(String)] } })
  expect(await error({ ids: Array(201).fill('1') })).toMatchObject({ fields: { ids: [expect.any(String)] } })
  const userId = String((await createUser('admin'))._id)
  await assign({ ids: ['1'], userId })
  expect(await error({ ids: ['1'], userId: null, version: 1 })).toEqual({ code: 'CONFLICT' })
})

const followUp = (variables: object) =>
  app.graphql(
    `mutation ($at: DateTime, $version: Int) {
      setLeadFollowUp(id: "1", followUpAt: $at, version: $version) {
        version followUpAt activity { kind by { name } followUpAt }
      }
    }`,
    variables,
    manager,
  )

test('a follow-up is set, stays as it is, and is cleared', async () => {
  const at = '2026-12-01T09:00:00.000Z'
  const entry = { kind: 'FOLLOW_UP', by: { name: 'The manager' }, followUpAt: at }
  const answer = { version: 2, followUpAt: at, activity: [entry] }
  expect((await followUp({ at, version: 1 })).data.setLeadFollowUp).toEqual(answer)
  expect((await followUp({ at })).data.setLeadFollowUp).toEqual(answer)
  expect((await followUp({ at: null, version: 1 })).errors?.[0]?.extensions).toEqual({ code: 'CONFLICT' })
  expect((await followUp({ at: null, version: 2 })).data.setLeadFollowUp).toEqual({
    version: 3,
    followUpAt: null,
    activity: [entry, { ...entry, followUpAt: null }],
  })
  expect((await followUp({ at: 'soon' })).errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('what REST assigns and sets is recorded too', async () => {
  const { _id } = await createUser('manager', { name: 'Mia' })
  const body = { assigned_to: String(_id), follow_up_at: '2026-12-01T09:00:00Z' }
  await app.request('PATCH', '/api/quote/1', { token: manager, body })
  expect((await LeadModel.findById(1).lean())?.activity).toMatchObject([
    { kind: 'assigned', by: { name: 'The manager' }, assignedTo: { name: 'Mia' } },
    { kind: 'follow-up', followUpAt: new Date('2026-12-01T09:00:00Z') },
  ])
})

const contact = (kind: unknown, id = '1') =>
  app.graphql(
    `mutation ($id: ID!, $kind: LeadContactKind!) {
      logLeadContact(id: $id, kind: $kind) { version status contactedAt activity { kind by { name } } }
    }`,
    { id, kind },
    manager,
  )

test('a call is recorded with how it went and what was written about it, once; a wrong number is no contact', async () => {
  const changeId = 'd1b0a6f0-6f0e-4c3a-9a52-0a5ad9a2a003'
  const call = (outcome: string, more = '') =>
    app.graphql(
      `mutation { logLeadContact(id: "1", kind: CALLED, outcome: ${outcome}${more}) { contactedAt activity { kind outcome text } } }`,
      {},
      manager,
    )
  const wrong = { kind: 'CALLED', outcome: 'WRONG_NUMBER', text: null }
  expect((await call('WRONG_NUMBER')).data.logLeadContact).toEqual({ contactedAt: null, activity: [wrong] })
  const reached = { kind: 'CALLED', outcome: 'REACHED', text: 'Wants a ramp.' }
  for (let time = 0; time < 2; time++) {
    const { data } = await call('REACHED', `, text: "Wants a ramp.", changeId: "${changeId}"`)
    expect(data.logLeadContact).toEqual({ contactedAt: expect.any(String), activity: [wrong, reached] })
  }
})

test('a move is taken back by whoever made it, within a minute and before anybody else’s change', async () => {
  const undo = (version: number, token = manager) =>
    app.graphql(
      `mutation { undoLeadStatus(id: "1", version: ${version}) { status version statusHistory { to } } }`,
      {},
      token,
    )
  const move = (status: string) =>
    app.graphql(`mutation { updateLeadStatus(id: "1", status: ${status}, note: "Sold") { id } }`, {}, manager)
  const isConflict = async (answer: ReturnType<typeof undo>) =>
    expect((await answer).errors?.[0]?.extensions).toEqual({ code: 'CONFLICT' })
  await isConflict(undo(1)) // it was never moved
  await move('CONVERTED')
  await isConflict(undo(2, await signInAs('admin')))
  await isConflict(undo(1))
  expect((await undo(2)).data.undoLeadStatus).toEqual({ status: 'NEW', version: 3, statusHistory: [] })
  // What was withdrawn with it is offered again.
  expect((await LeadModel.findById(1).lean())?.outbox.map(({ type }) => type)).toContain('lead.reopened')
  await move('LOST')
  expect((await undo(4)).data.undoLeadStatus).toEqual({ status: 'NEW', version: 5, statusHistory: [] })
  await move('LOST')
  await move('CONTACTED')
  expect((await undo(7)).data.undoLeadStatus).toMatchObject({ status: 'LOST', statusHistory: [{ to: 'LOST' }] })
  expect(await LeadModel.findById(1).lean()).toMatchObject({ lostReason: 'Sold' })
  await move('CONTACTED')
  await LeadModel.updateOne({ _id: 1 }, { 'statusHistory.1.at': new Date(Date.now() - 61_000) })
  await isConflict(undo(9))
})

test('calls and emails are recorded by whom; the first is when the lead was contacted, and the status stays', async () => {
  const first = (await contact('CALLED')).data.logLeadContact
  const called = { kind: 'CALLED', by: { name: 'The manager' } }
  expect(first).toEqual({ version: 2, status: 'NEW', contactedAt: expect.any(String), activity: [called] })
  expect((await contact('EMAILED')).data.logLeadContact).toEqual({
    ...first,
    version: 3,
    activity: [called, { ...called, kind: 'EMAILED' }],
  })
  for (const kind of ['NOTE', 'x', { $ne: null }, null]) {
    expect((await contact(kind)).errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect((await contact('CALLED', '404')).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
})
