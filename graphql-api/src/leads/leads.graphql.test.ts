import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import type { LeadEstimate } from '@kerbside/schema/estimates/estimate'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { profileOf } from '@kerbside/schema/testing/database'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
let admin = ''
let manager = ''
beforeEach(async () => {
  ;[admin, manager] = await Promise.all([signInAs('admin'), signInAs('manager')])
})

const storeLeads = (count: number) =>
  LeadModel.create(
    Array.from({ length: count }, (_, index) => aLead(index + 1, { createdAt: new Date(Date.now() - index * 60_000) })),
  )

test('the admin’s first query: how many leads, and the newest of them', async () => {
  await storeLeads(7)
  const { data } = await app.graphql('{ leads(first: 5) { totalCount nodes { id fullName status } } }', {}, admin)
  expect(data.leads.totalCount).toBe(7)
  expect(data.leads.nodes).toHaveLength(5)
  expect(data.leads.nodes[0]).toEqual({ id: '1', fullName: 'Aoife Byrne', status: 'NEW' })
})

test('a total that is asked for alone reads no page', async () => {
  await storeLeads(7)
  // The api also reads leads that have just changed, by their ids.
  const pagesRead = async (fields: string) => {
    const commands = await profileOf(/\.leads$/, async () => {
      const { data } = await app.graphql(`{ leads(filter: { status: NEW }) { ${fields} } }`, {}, admin)
      expect(data.leads.totalCount).toBe(7)
    })
    return commands.filter(({ command }) => 'find' in command && JSON.stringify(command).includes('"status"')).length
  }
  expect(await pagesRead('totalCount totalIsCapped')).toBe(0)
  expect(await pagesRead('totalCount nodes { id }')).toBe(1)
})

const price = (total: number, changes: Partial<LeadEstimate> = {}): LeadEstimate => ({
  id: crypto.randomUUID(),
  contractorId: 'a',
  contractorName: 'Stone & Sons',
  number: 1,
  variationOf: null,
  kind: 'fixed',
  currency: 'GBP',
  sentAt: new Date(0),
  total,
  validUntil: new Date(0),
  state: 'sent',
  decidedAt: null,
  ...changes,
})

test('leads are worth their chosen price with its extra work, or the lowest open one; all that match are added up', async () => {
  const chosen = price(5_000, { state: 'agreed' })
  await LeadModel.create([
    aLead(1, { estimates: [chosen, price(70, { state: 'agreed', variationOf: chosen.id }), price(10)] }),
    aLead(2, { estimates: [price(300), price(250, { contractorId: 'b' }), price(9, { state: 'withdrawn' })] }),
    aLead(3, { estimates: [price(40, { currency: 'EUR' })] }),
    aLead(4, { estimates: [price(1_000)], status: 'lost' }),
    aLead(5),
  ])
  const query = '{ leads(first: 1, filter: { status: NEW }, sort: CREATED_AT_ASC) { value { currency amount } } }'
  expect((await app.graphql(query, {}, manager)).data.leads.value).toEqual([
    { currency: 'GBP', amount: 5_320 },
    { currency: 'EUR', amount: 40 },
  ])
  const each = await app.graphql('{ leads { nodes { id value { amount } } } }', {}, manager)
  const amounts = each.data.leads.nodes.map(({ id, value }: { id: string; value: object }) => [id, value])
  expect(Object.fromEntries(amounts)).toEqual({
    1: { amount: 5_070 },
    2: { amount: 250 },
    3: { amount: 40 },
    4: { amount: 1_000 },
    5: null,
  })
})

const operations = {
  leads: '{ leads { totalCount } }',
  lead: '{ lead(id: "1") { id } }',
  leadStats: '{ leadStats { total } }',
  contractors: '{ contractors { id } }',
  assignees: '{ assignees { id } }',
  updateLeadStatus: 'mutation { updateLeadStatus(id: "1", status: CONTACTED) { id } }',
  undoLeadStatus: 'mutation { undoLeadStatus(id: "1", version: 1) { id } }',
  addLeadNote: 'mutation { addLeadNote(id: "1", text: "Rang") { id } }',
  assignLeads: 'mutation { assignLeads(ids: ["1"]) { id } }',
  setLeadFollowUp: 'mutation { setLeadFollowUp(id: "1") { id } }',
  logLeadContact: 'mutation { logLeadContact(id: "1", kind: CALLED) { id } }',
  retryDelivery: 'mutation { retryDelivery(id: "x") { id } }',
  deleteLeads: 'mutation { deleteLeads(ids: ["1"]) { deletedIds } }',
}

test.each(Object.entries(operations))('%s is for staff only', async (_name, query) => {
  const codes = []
  for (const token of [null, await signInAs('user')]) {
    codes.push((await app.graphql(query, {}, token)).errors?.[0]?.extensions['code'])
  }
  expect(codes).toEqual(['UNAUTHENTICATED', 'FORBIDDEN'])
})

test('deleting leads is for admins only', async () => {
  const { errors } = await app.graphql(operations.deleteLeads, {}, manager)
  expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' })
})

test('pages forward and backward meet in the middle', async () => {
  await storeLeads(5)
  const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
    leads(first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`
  const page = async (variables: object) => {
    const { leads } = (await app.graphql(query, variables, manager)).data
    return { ids: leads.edges.map(({ node }: { node: { id: string } }) => node.id), ...leads.pageInfo }
  }
  const first = await page({ first: 2 })
  expect(first).toMatchObject({ ids: ['1', '2'], hasNextPage: true, hasPreviousPage: false })
  const second = await page({ first: 2, after: first.endCursor })
  expect(second).toMatchObject({ ids: ['3', '4'], hasNextPage: true, hasPreviousPage: true })
  expect(await page({ last: 2, before: second.startCursor })).toMatchObject({ ids: ['1', '2'], hasPreviousPage: false })
  expect(await page({ last: 2 })).toMatchObject({ ids: ['4', '5'], hasNextPage: false, hasPreviousPage: true })
})

test('what cannot be a page is BAD_USER_INPUT with its field', async () => {
  const codes = async (args: string) =>
    (await app.graphql(`{ leads(${args}) { totalCount } }`, {}, manager)).errors?.[0]
  expect((await codes('first: -1'))?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { first: [expect.any(String)] },
  })
  expect((await codes('after: "nonsense"'))?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  expect((await codes('first: 1, last: 1'))?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('leads are filtered and counted by the same filter', async () => {
  await LeadModel.create([
    aLead(1),
    aLead(2, { status: 'converted' }),
    aLead(3, { status: 'converted', createdAt: new Date() }),
    aLead(4, { status: 'lost' }),
  ])
  const query = `query ($filter: LeadFilter) {
    leads(filter: $filter, sort: CREATED_AT_ASC) { totalCount nodes { id status } }
    leadStats(filter: $filter) { total new contacted quoted converted lost conversionRate thisWeek }
  }`
  const { data } = await app.graphql(query, { filter: { status: 'CONVERTED' } }, manager)
  expect(data.leads.nodes.map(({ id }: { id: string }) => id)).toEqual(['2', '3'])
  expect(data.leadStats).toMatchObject({ total: 2, converted: 2, conversionRate: 100 })
  expect((await app.graphql(query, {}, manager)).data.leadStats).toEqual({
    total: 4,
    new: 1,
    contacted: 0,
    quoted: 0,
    converted: 2,
    lost: 1,
    conversionRate: 50,
    thisWeek: 1,
  })
})

test('one lead with its offers, reasons and emails', async () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const firm = { contractorId: 'c1', contractorName: 'Drive & Co' }
  await LeadModel.create(
    aLead(1, {
      offers: [{ ...firm, state: 'offered', offeredAt: at, expiresAt: at, decidedAt: null }],
      matching: [{ ...firm, matched: true, reasons: ['Does driveways'] }],
    }),
  )
  await DeliveryModel.create([
    { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation', state: 'sent', sentAt: at },
    { _id: 'lead-1-offer-c1', leadId: 1, kind: 'offer', contractorId: 'c1', state: 'failed', lastError: '550' },
  ])
  const query = `{ lead(id: "1") {
    offers { contractorName state offeredAt decidedAt } matching { contractorName matched reasons }
    deliveries { id kind state contractorId lastError sentAt } assignedTo { name } statusHistory { from }
  } }`
  const { data } = await app.graphql(query, {}, manager)
  expect(data.lead).toEqual({
    offers: [{ contractorName: 'Drive & Co', state: 'OFFERED', offeredAt: at.toISOString(), decidedAt: null }],
    matching: [{ contractorName: 'Drive & Co', matched: true, reasons: ['Does driveways'] }],
    deliveries: [
      {
        id: 'lead-1-confirmation',
        kind: 'CONFIRMATION',
        state: 'SENT',
        contractorId: null,
        lastError: null,
        sentAt: at.toISOString(),
      },
      { id: 'lead-1-offer-c1', kind: 'OFFER', state: 'FAILED', contractorId: 'c1', lastError: '550', sentAt: null },
    ],
    assignedTo: null,
    statusHistory: [],
  })
})

test('a lead that does not exist is null and NOT_FOUND', async () => {
  const { data, errors } = await app.graphql('{ lead(id: "404") { id } }', {}, manager)
  expect(data).toEqual({ lead: null })
  expect(errors?.[0]).toMatchObject({ path: ['lead'], extensions: { code: 'NOT_FOUND' } })
})

const move = (variables: object) =>
  app.graphql(
    `mutation ($id: ID!, $status: LeadStatus!, $note: String, $version: Int) {
      updateLeadStatus(id: $id, status: $status, note: $note, version: $version) {
        status lostReason version statusHistory { from to note by { name } }
      }
    }`,
    { id: '1', ...variables },
    manager,
  )

test('a lead is moved with a note; the same status again changes nothing', async () => {
  await storeLeads(1)
  const { data } = await move({ status: 'LOST', note: 'Chose another firm' })
  expect(data.updateLeadStatus).toEqual({
    status: 'LOST',
    lostReason: 'Chose another firm',
    version: 2,
    statusHistory: [{ from: 'NEW', to: 'LOST', note: 'Chose another firm', by: { name: 'The manager' } }],
  })
  expect((await move({ status: 'LOST', version: 1 })).data.updateLeadStatus).toEqual(data.updateLeadStatus)
})

test('a move that is not allowed is BAD_USER_INPUT on status', async () => {
  await storeLeads(1)
  await move({ status: 'CONVERTED' })
  expect((await move({ status: 'NEW' })).errors?.[0]?.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    fields: { status: ['A converted lead cannot become new.'] },
  })
})

test('two colleagues moving the same lead: the second is told', async () => {
  await storeLeads(1)
  const answers = await Promise.all([move({ status: 'CONTACTED', version: 1 }), move({ status: 'QUOTED', version: 1 })])
  expect(answers.filter(({ data }) => data)).toHaveLength(1)
  expect(answers.flatMap(({ errors }) => errors ?? [])).toMatchObject([{ extensions: { code: 'CONFLICT' } }])
})

test('several leads are deleted; what is no lead is skipped', async () => {
  await storeLeads(3)
  const query = 'mutation ($ids: [ID!]!) { deleteLeads(ids: $ids) { deletedIds skippedIds } }'
  const { data } = await app.graphql(query, { ids: ['1', '3', '99', 'NaN', '-2', '1'] }, admin)
  expect(data.deleteLeads).toEqual({ deletedIds: ['1', '3'], skippedIds: ['99', 'NaN', '-2'] })
  expect(await LeadModel.distinct('_id')).toEqual([2])
})

const variablesQuery =
  'query ($search: String, $id: ID) { leads(filter: { search: $search, assignedTo: $id }) { totalCount } }'
test.each([
  { search: { $gt: '' } },
  { search: ['x'] },
  { search: 5 },
  { id: { $ne: null } },
  { id: 'x' },
  { search: 'x'.repeat(300) },
])('a hostile variable is BAD_USER_INPUT: %j', async (variables) => {
  const { errors } = await app.graphql(variablesQuery, variables, manager)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: expect.any(Object) })
})
