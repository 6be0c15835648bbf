import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

// GET /quote: 200, 400, 401, 403, 422 · GET /quote/{id}: 200, 401, 403, 404
// PATCH /quote/{id}: 200, 401, 403, 404; the rest stands in change-lead.api.test.ts · DELETE /quote/{id}: 204, 401, 403, 404
const app = useTestApp()
let admin = ''
let manager = ''
let user = ''
beforeEach(async () => {
  ;[admin, manager, user] = await Promise.all([signInAs('admin'), signInAs('manager'), signInAs('user')])
})

const minutes = (count: number) => new Date(Date.now() - count * 60_000)
/** Lead 1 is the newest. */
const storeLeads = (count: number) =>
  LeadModel.create(Array.from({ length: count }, (_, index) => aLead(index + 1, { createdAt: minutes(index) })))
const get = (path: string, token: string | null = manager) => app.request('GET', `/api${path}`, { token })

test.each([
  ['GET', '/api/quote', [401, 403, 200, 200]],
  ['GET', '/api/quote/1', [401, 403, 200, 200]],
  ['PATCH', '/api/quote/1', [401, 403, 200, 200]],
  ['DELETE', '/api/quote/1', [401, 403, 403, 204]],
] as const)('%s %s answers visitor, user, manager and admin by their role', async (method, path, expected) => {
  await storeLeads(1)
  const body = method === 'PATCH' ? {} : undefined
  const statuses = []
  for (const token of [null, user, manager, admin]) {
    statuses.push((await app.request(method, path, { token, body })).status)
  }
  expect(statuses).toEqual(expected)
})

test('a lead is shown whole: what it lacks is null, not absent', async () => {
  await LeadModel.create(
    aLead(7, { timeframe: 'ASAP', answers: [{ name: 'timeframe', label: 'When?', value: 'ASAP' }], distance: 12.5 }),
  )
  const { body, headers } = await get('/quote/7')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.data).toEqual({
    id: 7,
    reference: expect.stringMatching(/^KB-/),
    first_name: 'Aoife',
    last_name: 'Byrne',
    full_name: 'Aoife Byrne',
    email: 'aoife@example.com',
    mobile: '+447700900123',
    mobile_number: '+447700900123',
    postcode: 'SW1A 1AA',
    property_type: null,
    driveway_type: null,
    driveway_material: null,
    driveway_size: null,
    current_condition: null,
    drainage_needed: null,
    timeframe: 'ASAP',
    budget: null,
    additional_info: null,
    group_type: null,
    pickup_location: null,
    dropoff_location: null,
    date_of_travel: null,
    pickup_time: null,
    distance: 12.5,
    answers: [{ name: 'timeframe', label: 'When?', value: 'ASAP' }],
    is_confirmation: false,
    url_type: null,
    status: 'new',
    lost_reason: null,
    priority: 'medium',
    assigned_to: null,
    follow_up_at: null,
    version: 1,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  })
})

test.each(['/quote/999', '/quote/x', '/quote/-1', '/quote/1.5', '/quote/99999999999999999999'])(
  'no such lead: %s',
  async (path) => {
    const { status, body, headers } = await get(path)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({ title: 'Not Found', status: 404, message: body.detail })
  },
)

test('the list is walked by cursor, each lead once, while new leads arrive', async () => {
  await storeLeads(7)
  const first = (await get('/quote?limit=3')).body
  expect(first).toMatchObject({ total: 7, next_cursor: expect.any(String) })
  await LeadModel.create(aLead(100, { createdAt: new Date() }))
  const second = (await get(`/quote?limit=3&cursor=${first.next_cursor}`)).body
  const third = (await get(`/quote?limit=3&cursor=${second.next_cursor}`)).body
  const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }: { id: number }) => id))
  expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(third.next_cursor).toBeNull()
})

test('leads of one moment are walked without a gap, in both directions', async () => {
  const createdAt = minutes(1)
  await LeadModel.create([1, 2, 3, 4, 5].map((id) => aLead(id, { createdAt })))
  for (const [sort, expected] of [
    ['-created_at', [5, 4, 3, 2, 1]],
    ['created_at', [1, 2, 3, 4, 5]],
  ] as const) {
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await get(`/quote?limit=2&sort=${sort}&cursor=${cursor}`)
      ids.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.next_cursor
    }
    expect(ids).toEqual(expected)
  }
})

test.each(['abc', 'bGVhZA', encodeURIComponent('{"$gt":""}')])('a foreign cursor is 400: %s', async (cursor) => {
  expect((await get(`/quote?cursor=${cursor}`)).status).toBe(400)
})

test('a limit is capped, one that is none is rejected by its name', async () => {
  await LeadModel.insertMany(Array.from({ length: 201 }, (_, index) => aLead(index + 1)))
  const { body: most } = await get('/quote?limit=100000')
  expect(most).toMatchObject({ total: 201, next_cursor: expect.any(String) })
  expect(most.data).toHaveLength(200)
  for (const limit of ['0', '-1', 'x', '1.5']) {
    const { status, body } = await get(`/quote?limit=${limit}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['limit']])
  }
})

test('every filter leaves what it says, and unknown parameters are ignored', async () => {
  const assignee = { id: 'a'.repeat(24), name: 'Mia' }
  await LeadModel.create([
    aLead(1, { status: 'contacted', followUpAt: minutes(5), createdAt: new Date('2026-03-01T12:00:00Z') }),
    aLead(2, { assignedTo: assignee, createdAt: new Date('2026-02-01T12:00:00Z') }),
    aLead(3, { fullName: 'Zoë Walsh (Builder)', email: 'zoe@example.org', mobile: '+353851234567' }),
    aLead(4, { attribution: { ...aLead(4).attribution, source: 'radio' }, status: 'lost', followUpAt: minutes(5) }),
  ])
  const ids = async (query: string) => {
    const { body } = await get(`/quote?${query}`)
    expect(body.total).toBe(body.data.length)
    return body.data.map(({ id }: { id: number }) => id).toSorted()
  }
  expect(await ids('status=contacted')).toEqual([1])
  expect(await ids(`assigned_to=${assignee.id}`)).toEqual([2])
  expect(await ids('assigned_to=none')).toEqual([1, 3, 4])
  expect(await ids('search=ZOË')).toEqual([3])
  expect(await ids('search=(build')).toEqual([3])
  expect(await ids('search=example.org')).toEqual([3])
  expect(await ids('search=085 123 4567')).toEqual([3])
  expect(await ids('search=.*')).toEqual([])
  expect(await ids('search=%00')).toEqual([1, 2, 3, 4])
  expect(await ids('source=radio')).toEqual([4])
  expect(await ids('filter=followup')).toEqual([1])
  expect(await ids('from=2026-02-01&to=2026-02-01')).toEqual([2])
  expect(await ids('from=2026-03-01T00:00:00Z')).toEqual([1])
  expect(await ids('status=&search=&colour=red')).toEqual([1, 2, 3, 4])
})

test.each(['status=all', 'assigned_to=me', 'from=yesterday', 'sort=email', `search=${'x'.repeat(201)}`])(
  'a filter that cannot be is 422 with its name: %s',
  async (query) => {
    const { status, body } = await get(`/quote?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
  },
)

test('what does not exist cannot be changed', async () => {
  expect((await app.request('PATCH', '/api/quote/404', { body: { status: 'lost' }, token: manager })).status).toBe(404)
})

test('deleting a lead deletes its emails; a second time it is gone', async () => {
  await storeLeads(2)
  await DeliveryModel.create([
    { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation' },
    { _id: 'lead-2-confirmation', leadId: 2, kind: 'confirmation' },
  ])
  expect((await app.request('DELETE', '/api/quote/1', { token: admin })).status).toBe(204)
  expect(await DeliveryModel.find().distinct('leadId')).toEqual([2])
  expect((await app.request('DELETE', '/api/quote/1', { token: admin })).status).toBe(404)
})
