import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, useTestApp } from '../testing/test-app.ts'

// GET /quote: 200, 400, 401, 403, 422 · GET /quote/{id}: 200, 401, 403, 404
// PATCH /quote/{id}: 200, 400, 401, 403, 404, 409, 413, 415, 422 · DELETE /quote/{id}: 204, 401, 403, 404
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
const patch = (id: number | string, body: unknown, token: string | null = manager) =>
  app.request('PATCH', `/api/quote/${id}`, { body, token })

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

test('a limit is capped, one that is none is refused by its name', async () => {
  await storeLeads(3)
  expect((await get('/quote?limit=100000')).body.data).toHaveLength(3)
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

test('a lead is moved, given to somebody and followed up in one change', async () => {
  await storeLeads(1)
  const mia = await createUser('manager', { name: 'Mia' })
  const { status, body } = await patch(1, {
    status: 'contacted',
    assigned_to: String(mia._id),
    follow_up_at: '2027-01-02T03:04:05Z',
    version: 1,
  })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: 'contacted',
    assigned_to: { id: String(mia._id), name: 'Mia' },
    follow_up_at: '2027-01-02T03:04:05.000Z',
    version: 2,
  })
  const stored = await LeadModel.findById(1).lean()
  expect(stored?.statusHistory).toMatchObject([{ from: 'new', to: 'contacted', by: { name: 'The manager' } }])
  expect((await patch(1, { assigned_to: null, follow_up_at: null })).body.data).toMatchObject({
    assigned_to: null,
    follow_up_at: null,
  })
})

test('answers are corrected by column or by their own name, in the columns, the answers and the search', async () => {
  const answers = [
    { name: 'first_name', label: 'First name', value: 'Aoife' },
    { name: 'garage', label: 'Garage', value: 'No' },
  ]
  await LeadModel.create(aLead(1, { answers }))
  const { body } = await patch(1, { first_name: 'Niamh', mobile: '07700 900456', postcode: 'd02x285', garage: 'Yes' })
  expect(body.data).toMatchObject({
    first_name: 'Niamh',
    full_name: 'Niamh Byrne',
    mobile: '+447700900456',
    postcode: 'D02 X285',
    answers: [
      { name: 'first_name', label: 'First name', value: 'Niamh' },
      { name: 'garage', label: 'Garage', value: 'Yes' },
      { name: 'mobile', label: 'Mobile number', value: '+447700900456' },
      { name: 'postcode', label: 'Postcode or Eircode', value: 'D02 X285' },
    ],
  })
  expect((await get('/quote?search=niamh')).body.total).toBe(1)
})

test('all that is wrong in a change is named at once, and nothing of it is done', async () => {
  await LeadModel.create(aLead(1, { status: 'converted' }))
  const { status, body } = await patch(1, {
    status: 'new',
    assigned_to: 'nobody',
    email: 'not an address',
    first_name: ' ',
    colour: 'red',
    id: 5,
    is_confirmation: true,
  })
  expect(status).toBe(422)
  expect(Object.keys(body.errors).toSorted()).toEqual(
    ['assigned_to', 'colour', 'email', 'first_name', 'id', 'is_confirmation', 'status'].toSorted(),
  )
  expect(await LeadModel.findById(1).lean()).toMatchObject({ status: 'converted', version: 1 })
})

test.each([
  ['new', 'contacted', 200],
  ['new', 'lost', 200],
  ['contacted', 'new', 422],
  ['converted', 'contacted', 422],
  ['lost', 'contacted', 200],
  ['lost', 'quoted', 422],
  ['quoted', 'quoted', 200],
] as const)('from %s to %s: %d', async (from, to, expected) => {
  await LeadModel.create(aLead(1, { status: from }))
  expect((await patch(1, { status: to })).status).toBe(expected)
})

test('the reason of a lost lead goes when the lead comes back', async () => {
  await storeLeads(1)
  expect((await patch(1, { status: 'lost', lost_reason: 'Too dear' })).body.data.lost_reason).toBe('Too dear')
  expect((await patch(1, { status: 'contacted' })).body.data.lost_reason).toBeNull()
  expect((await patch(1, { lost_reason: 'Gone' })).status).toBe(422)
})

test('a change based on an old version is a conflict', async () => {
  await storeLeads(1)
  expect((await patch(1, { status: 'contacted', version: 1 })).status).toBe(200)
  expect((await patch(1, { status: 'quoted', version: 1 })).status).toBe(409)
  expect((await patch(1, { status: 'quoted' })).status).toBe(200)
})

test('ten colleagues changing one lead at once lose nothing of each other', async () => {
  await storeLeads(1)
  const changes = [{ first_name: 'Niamh' }, { budget: '£20,000+' }, { status: 'contacted' }, { timeframe: 'ASAP' }]
  const statuses = await Promise.all(changes.map(async (change) => (await patch(1, change)).status))
  expect(statuses).toEqual([200, 200, 200, 200])
  expect((await get('/quote/1')).body.data).toMatchObject({
    first_name: 'Niamh',
    budget: '£20,000+',
    status: 'contacted',
    timeframe: 'ASAP',
    version: 5,
  })
})

test.each([
  ['{"status": ', 'application/json', 400],
  ['[]', 'application/json', 422],
  ['"x"', 'application/json', 422],
  ['null', 'application/json', 422],
  ['', 'application/json', 422],
  ['{"status": {"$gt": ""}}', 'application/json', 422],
  ['{"version": {"$ne": 0}}', 'application/json', 422],
  ['{"assigned_to": {"$ne": null}}', 'application/json', 422],
  ['{"first_name": {"$set": 1}}', 'application/json', 422],
  ['{"$set": {"status": "lost"}}', 'application/json', 422],
  ['{"__proto__": {"status": "lost"}, "constructor": 1}', 'application/json', 422],
  ['{"follow_up_at": "soon"}', 'application/json', 422],
  [`{"additional_info": "${'x'.repeat(2_001)}"}`, 'application/json', 422],
  [`{"additional_info": "${'x'.repeat(70_000)}"}`, 'application/json', 413],
  ['status=lost', 'application/x-www-form-urlencoded', 415],
  ['{"status":"lost"}', 'text/plain', 415],
  ['{"status":"lost"}', '', 415],
])('a hostile change is refused and changes nothing: %.60s as %s', async (body, type, expected) => {
  await storeLeads(1)
  const { status } = await app.request('PATCH', '/api/quote/1', {
    body,
    token: manager,
    headers: { 'content-type': type },
  })
  expect(status).toBe(expected)
  expect(await LeadModel.findById(1).lean()).toMatchObject({ status: 'new', version: 1, additionalInfo: null })
})

test('a body of unknown length is cut off at the limit too', async () => {
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(10_000))),
  })
  const response = await app.send('/api/quote/1', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
})

test('deleting a lead deletes its mails; a second time it is gone', async () => {
  await storeLeads(2)
  await DeliveryModel.create([
    { _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation' },
    { _id: 'lead-2-confirmation', leadId: 2, kind: 'confirmation' },
  ])
  expect((await app.request('DELETE', '/api/quote/1', { token: admin })).status).toBe(204)
  expect(await DeliveryModel.find().distinct('leadId')).toEqual([2])
  expect((await app.request('DELETE', '/api/quote/1', { token: admin })).status).toBe(404)
})
