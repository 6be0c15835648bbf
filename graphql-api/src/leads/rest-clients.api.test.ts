import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'

// What a client does that was written from the documented paths alone.
const app = useTestApp()
let token = ''
beforeEach(async () => {
  token = await signInAs('admin')
})
const get = (path: string) => app.request('GET', `/api${path}`, { token })
const patch = (path: string, body: object) => app.request('PATCH', `/api${path}`, { token, body })

test('without paging parameters a list is whole; with one of them it has pages', async () => {
  await LeadModel.insertMany(Array.from({ length: 230 }, (_, index) => aLead(index + 1)))
  const whole = await get('/quote')
  expect(whole.body.data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: 230 }, (_, index) => index + 1),
  )
  expect(whole.body).toMatchObject({ next_cursor: null, total: 230, total_is_capped: false })
  const page = await get('/quote?limit=25')
  expect([page.body.data.length, page.body.next_cursor === null]).toEqual([25, false])
  expect(whole.body.data.slice(0, 25)).toEqual(page.body.data)
  expect((await get('/quote?search=nobody')).body).toMatchObject({ data: [], total: 0 })
  await Promise.all(Array.from({ length: 30 }, () => createUser('user')))
  expect((await get('/auth/user')).body.data).toHaveLength(31)
  expect((await get('/auth/user?limit=10')).body.data).toHaveLength(10)
})

test('a whole list is rejected before it begins where the query is wrong or the person may not see it', async () => {
  expect((await get('/quote?status=nonsense')).status).toBe(422)
  expect((await app.request('GET', '/api/quote')).status).toBe(401)
})

test.each([
  ['from=2026-06-15&to=2026-06-15', [1, 2]],
  ['to=2026-06-15', [1, 2]],
  ['from=2026-06-16', [3]],
  ['from=2026-06-14T23:30:00Z&to=2026-06-14T23:30:00Z', [1]],
  ['from=2026-06-15T00:30:00%2B01:00&to=2026-06-15T00:31:00%2B01:00', [1]],
])('the days of %s are London’s', async (query, ids) => {
  await LeadModel.insertMany([
    aLead(1, { createdAt: new Date('2026-06-14T23:30:00Z') }), // 00:30 on the 15th in London
    aLead(2, { createdAt: new Date('2026-06-15T12:00:00Z') }),
    aLead(3, { createdAt: new Date('2026-06-15T23:15:00Z') }), // 00:15 on the 16th
  ])
  const { body } = await get(`/quote?sort=created_at&${query}`)
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids)
})

test.each(['2026-02-30', '1', 'Nov 27', '2026-13-01', '27/11/2026', '2026-06-15T12:00'])(
  '%j is no day',
  async (day) => {
    const { status, body } = await get(`/quote?from=${encodeURIComponent(day)}`)
    expect([status, body.errors.from[0]]).toEqual([422, expect.stringContaining('Give a day')])
  },
)

test('an unknown value of a known parameter is named, and filters nothing', async () => {
  const { status, body } = await get('/quote?filter=bogus')
  expect([status, Object.keys(body.errors)]).toEqual([422, ['filter']])
  expect(body.errors.filter[0]).toContain('followup, pending, waiting')
})

test('a record that is read, changed in one field and sent back changes that field alone', async () => {
  await LeadModel.create(aLead(1))
  const { data: lead } = (await get('/quote/1')).body
  const sent = await patch('/quote/1', { ...lead, additional_info: 'The gate is narrow.' })
  expect([sent.status, sent.body.data.additional_info]).toEqual([200, 'The gate is narrow.'])
  const { updated_at, version, additional_info, answers, ...others } = sent.body.data
  expect(others).toEqual(Object.fromEntries(Object.entries(lead).filter(([name]) => name in others)))
  expect((await patch('/quote/1', sent.body.data)).status).toBe(200)
  const entries = await AuditEntryModel.find({ action: 'lead.changed' }).lean()
  expect(entries.map(({ details }) => details)).toHaveLength(1)
})

test('the other name of a mobile number changes it; what cannot be changed is named', async () => {
  await LeadModel.create(aLead(1))
  const { data: lead } = (await get('/quote/1')).body
  const changed = await patch('/quote/1', { ...lead, mobile_number: '020 7946 0123' })
  expect([changed.body.data.mobile, changed.body.data.mobile_number]).toEqual(['+442079460123', '+442079460123'])
  const { status, body } = await patch('/quote/1', { id: 2, full_name: 'Somebody Else', is_confirmation: true })
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['full_name', 'id', 'is_confirmation']])
})

test('a user and a page that are sent back with one change are changed in that', async () => {
  const { viewer } = await createSession(await createUser('manager'))
  const { body } = await get(`/auth/user/${viewer.id}`)
  const user = await patch(`/auth/user/${body.data.id}`, { ...body.data, department: 'Leads' })
  expect([user.status, user.body.data.department, user.body.data.role_id]).toEqual([200, 'Leads', 2])
  const wrong = await patch(`/auth/user/${body.data.id}`, { ...user.body.data, created_at: '2020-01-01T00:00:00.000Z' })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['created_at']])

  const made = await app.request('POST', '/api/content/index', { token, body: { url: '/summer' } })
  const page = await patch(`/content/index/${made.body.data.id}`, { ...made.body.data, url: '/autumn' })
  expect([page.status, page.body.data?.sublink ?? page.body.errors]).toEqual([200, 'autumn'])
})

test.each([
  ['PUT', '/api/quote/1', 'GET, PATCH, DELETE, HEAD'],
  ['DELETE', '/api/quote', 'GET, POST, HEAD'],
  ['OPTIONS', '/api/quote', 'GET, POST, HEAD'],
  ['GET', '/api/auth/login', 'POST'],
])('%s %s is not allowed, and the answer says what is', async (method, path, allow) => {
  const response = await app.app.request(path, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  expect(await response.json()).toMatchObject({ status: 405 })
})
