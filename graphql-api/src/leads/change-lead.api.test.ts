import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, useTestApp } from '../testing/test-app.ts'

// PATCH /quote/{id}: 200, 400, 409, 413, 415, 422; 401, 403 and 404 stand in leads.api.test.ts
const app = useTestApp()
let manager = ''
beforeEach(async () => {
  manager = await signInAs('manager')
})

const storeLeads = (count: number) => LeadModel.create(Array.from({ length: count }, (_, index) => aLead(index + 1)))
const get = (path: string) => app.request('GET', `/api${path}`, { token: manager })
const patch = (id: number | string, body: unknown) => app.request('PATCH', `/api/quote/${id}`, { body, token: manager })

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

test.each([
  [{ first_name: 7 }, 'first_name'],
  [{ last_name: 'Byrne\nBcc: all' }, 'last_name'],
  [{ first_name: 'see https://spam.example' }, 'first_name'],
  [{ last_name: 'www.spam.example' }, 'last_name'],
  [{ first_name: 'x'.repeat(81) }, 'first_name'],
  [{ mobile: '07400 12345' }, 'mobile'], // beside the lead's own postcode, SW1A 1AA
  [{ mobile: '07911 123456', postcode: 'D02 X285' }, 'mobile'],
])('422: a correction goes by the rules for names and phones too: %j', async (change, field) => {
  await storeLeads(1)
  const { status, body } = await patch(1, change)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
})

test('a national number is corrected by the country of the corrected postcode', async () => {
  await storeLeads(1)
  const { body } = await patch(1, { mobile: '085 123 4567', postcode: 'D02 X285' })
  expect(body.data).toMatchObject({ mobile: '+353851234567', postcode: 'D02 X285' })
})

test('a change based on an old version is a conflict', async () => {
  await storeLeads(1)
  expect((await patch(1, { status: 'contacted', version: 1 })).status).toBe(200)
  expect((await patch(1, { status: 'quoted', version: 1 })).status).toBe(409)
  expect((await patch(1, { status: 'quoted' })).status).toBe(200)
})

test('ten colleagues changing one lead at once lose nothing of each other', async () => {
  await storeLeads(1)
  const changes = {
    first_name: 'Niamh',
    last_name: 'Walsh',
    email: 'niamh@example.com',
    postcode: 'M1 1AE',
    property_type: 'Bungalow',
    driveway_size: '20–40m²',
    additional_info: 'The gate is narrow.',
    budget: '£20,000+',
    status: 'contacted',
    timeframe: 'ASAP',
  }
  const each = Object.entries(changes).map(([field, value]) => ({ [field]: value }))
  const statuses = await Promise.all(each.map(async (change) => (await patch(1, change)).status))
  expect(statuses).toEqual(Array(10).fill(200))
  expect((await get('/quote/1')).body.data).toMatchObject({ ...changes, version: 11 })
})

test.each([
  ['{"status": ', 'application/json', 400],
  ['[]', 'application/json', 400],
  ['"x"', 'application/json', 400],
  ['null', 'application/json', 400],
  ['', 'application/json', 400],
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
])('a hostile change is rejected and changes nothing: %.60s as %s', async (body, type, expected) => {
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
