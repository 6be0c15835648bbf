import { maximumNotes } from '@kerbside/schema/leads/lead'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

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
    app.deps.links.sign({ purpose, leadId: 1, contractorId: String(firm._id) }, expiresAt)
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
