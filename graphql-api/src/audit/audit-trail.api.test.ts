import type { AuditEntry } from '@kerbside/schema/audit/audit'
import { auditActions, auditSubjectKinds } from '@kerbside/schema/audit/audit'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

const app = useTestApp()
let admin = { id: '', token: '' }
beforeEach(async () => {
  const { token, viewer } = await createSession(await createUser('admin', { name: '=Ada' }))
  admin = { id: viewer.id, token }
})

const people = ['65f000000000000000000001', '65f000000000000000000002']
const references = ['KB-AAAAAA', 'KB-BBBBBB']
const start = Date.parse('2026-11-20T10:00:00Z')

const query = `query ($filter: AuditFilter, $first: Int, $after: String, $last: Int, $before: String) {
  auditTrail(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount totalIsCapped pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id at by { id name } action subject { kind id label } details }
  }
}`
const read = async (variables: object) => {
  const { data, errors } = await app.graphql(query, variables, admin.token)
  expect(errors).toBeUndefined()
  return data.auditTrail
}
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
const enumName = (name: string) => name.replace(/[-.]/g, '_').toUpperCase()

const anEntry = fc.record({
  // Few values, so that entries have the same person, moment and reference.
  at: fc.integer({ min: 0, max: 4 }).map((minutes) => new Date(start + minutes * 60_000)),
  by: fc.constantFrom(null, ...people.map((id) => ({ id, name: id }))),
  action: fc.constantFrom(...auditActions.slice(0, 4)),
  subject: fc.record({
    kind: fc.constantFrom(...auditSubjectKinds.slice(0, 2)),
    id: fc.constantFrom('1', '2'),
    label: fc.constantFrom(...references),
  }),
})
const someFilter = fc.record(
  {
    by: fc.constantFrom(...people),
    action: fc.constantFrom(...auditActions.slice(0, 4)),
    kind: fc.constantFrom(...auditSubjectKinds.slice(0, 2)),
    reference: fc.constantFrom(...references),
    from: fc.integer({ min: -1, max: 5 }).map((minutes) => new Date(start + minutes * 60_000)),
    to: fc.integer({ min: -1, max: 5 }).map((minutes) => new Date(start + minutes * 60_000)),
  },
  { requiredKeys: [] },
)
/** Often none or one condition, so that there is something left to page through. */
const aFilter = fc
  .tuple(someFilter, fc.integer({ min: 0, max: 3 }))
  .map(([filter, count]): typeof filter => Object.fromEntries(Object.entries(filter).slice(0, count)))
type Filter = typeof someFilter extends fc.Arbitrary<infer F> ? F : never

const matches = ({ by, action, kind, reference, from, to }: Filter, entry: Omit<AuditEntry, 'id' | 'details'>) =>
  (!by || entry.by?.id === by) &&
  (!action || entry.action === action) &&
  (!kind || entry.subject.kind === kind) &&
  (!reference || entry.subject.label === reference) &&
  (!from || entry.at >= from) &&
  (!to || entry.at <= to)

test('any filter leaves what matches, newest first, and pages from either end have each entry once', async () => {
  const given = fc.record({
    entries: fc.array(anEntry, { minLength: 8, maxLength: 25 }),
    filter: aFilter,
    size: fc.integer({ min: 1, max: 7 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ entries, filter, size }) => {
      await AuditEntryModel.deleteMany({})
      const stored = entries.map((entry, index) => ({ ...entry, _id: `entry-${String(index).padStart(2, '0')}` }))
      await AuditEntryModel.insertMany(stored)
      const expected = stored
        .filter((entry) => matches(filter, entry))
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a._id < b._id ? 1 : -1))
        .map(({ _id }) => _id)
      const { action, kind, reference, ...others } = filter
      const wanted = {
        ...others,
        ...(action && { action: enumName(action) }),
        ...(kind && { kind: enumName(kind) }),
        ...(reference && { reference: ` ${reference.toLowerCase()}` }),
      }
      const down: string[] = []
      let after: string | null = null
      for (let more = true; more && down.length <= expected.length;) {
        const page = await read({ filter: wanted, first: size, after })
        expect(page).toMatchObject({ totalCount: expected.length, totalIsCapped: false })
        expect(page.pageInfo.hasPreviousPage).toBe(after !== null)
        down.push(...idsOf(page.nodes))
        after = page.pageInfo.endCursor
        more = page.pageInfo.hasNextPage
      }
      expect(down).toEqual(expected)
      const up: string[] = []
      let before: string | null = null
      for (let more = true; more && up.length <= expected.length;) {
        const page = await read({ filter: wanted, last: size, before })
        up.unshift(...idsOf(page.nodes))
        before = page.pageInfo.startCursor
        more = page.pageInfo.hasPreviousPage
      }
      expect(up).toEqual(expected)
    }),
    { numRuns: 8 },
  )
})

test.each([
  [{ filter: { by: 'x' } }, 'filter.by'],
  [{ filter: { reference: 'KB-'.padEnd(21, 'A') } }, 'filter.reference'],
  [{ first: 0 }, 'first'],
  [{ first: 1, last: 1 }, 'last'],
])('%j is bad input, and the field is named', async (variables, field) => {
  const { errors } = await app.graphql(query, variables, admin.token)
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.anything() } })
})

test.each(['x', Buffer.from('audit 1 $ne').toString('base64url'), Buffer.from('held 1 1').toString('base64url')])(
  'the cursor %s is none of this list',
  async (after) => {
    const { errors } = await app.graphql(query, { after }, admin.token)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.anything() } })
  },
)

const entry = (index: number, changes: object = {}) => ({
  _id: `entry-${String(index).padStart(4, '0')}`,
  at: new Date(start + index * 1_000),
  by: { id: people[0], name: '=Ada' },
  action: 'lead.viewed',
  subject: { kind: 'lead', id: '1', label: references[0] },
  ...changes,
})
const exportUrl = async (filter: object | null, token = admin.token) =>
  app.graphql('query ($filter: AuditFilter) { auditExportUrl(filter: $filter) }', { filter }, token)

test('a file has all that the filter leaves, newest first, is safe against formulas, and is recorded itself', async () => {
  await AuditEntryModel.insertMany(Array.from({ length: 1_001 }, (_, index) => entry(index)))
  await AuditEntryModel.insertMany([entry(2_000, { action: 'lead.deleted', details: '=1+1' })])
  const { data } = await exportUrl({ kind: 'LEAD', from: '2026-11-20T10:00:00Z' })
  const response = await app.send(data.auditExportUrl)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="kerbside-audit-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  })
  const lines = Buffer.from(await response.arrayBuffer())
    .toString()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 1_002 + 1)
  expect(lines[0]).toBe('\uFEFFWhen,Who,User id,Action,Kind,Subject,Subject id,Details')
  expect(lines[1]).toBe(`2026-11-20 10:33,'=Ada,${people[0]},Deleted a lead,Lead,KB-AAAAAA,1,'=1+1`)
  expect(lines[1_002]).toBe(`2026-11-20 10:00,'=Ada,${people[0]},Opened a lead,Lead,KB-AAAAAA,1,`)
  expect(await AuditEntryModel.findOne({ action: 'audit.exported' }).lean()).toMatchObject({
    by: { id: admin.id, name: '=Ada' },
    details: 'Filtered by kind, from',
  })
})

test('the address of a file ends after five minutes, and with the rights of the person', async () => {
  const url = (await exportUrl({})).data.auditExportUrl as string
  const statusOf = async (address: string) => (await app.send(address)).status
  expect(await statusOf(url)).toBe(200)
  expect(await statusOf(`${url}x`)).toBe(404)
  const old = { purpose: 'audit' as const, userId: admin.id, filter: '{}' }
  expect(await statusOf(`/api/audit/${await signLink(app.deps, old, new Date(Date.now() - 1_000))}`)).toBe(410)
  await UserModel.updateOne({ _id: admin.id }, { role: 'manager' })
  expect(await statusOf(url)).toBe(404)
})

test('a filter of a file that cannot be is named', async () => {
  const { errors } = await exportUrl({ by: 'x' })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { by: expect.anything() } })
})

test('recent changes are the latest ten entries that tell of a change, for admins', async () => {
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  const subject = { kind: 'lead' as const, id: '1', label: 'KB-AAAAAA' }
  const entry = { subject, by: { id: people[0] ?? '', name: 'Mary' }, details: 'Status new → contacted' }
  const looks = (['lead.viewed', 'quote-file.opened', 'user.signed-in', 'user.signed-out'] as const).map(
    (action, index) => ({ ...entry, _id: action, at: at(50 + index), action }),
  )
  const changes = Array.from({ length: 12 }, (_, index) => ({
    ...entry,
    _id: `change-${index}`,
    at: at(index),
    action: 'lead.changed' as const,
  }))
  await AuditEntryModel.insertMany([...looks, ...changes])
  const fields = '{ id at by { name } action subject { id label } details }'
  const { data } = await app.graphql(`{ recentChanges ${fields} }`, {}, admin.token)
  expect(idsOf(data.recentChanges)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `change-${index}`))
  expect(data.recentChanges[0]).toEqual({
    id: 'change-11',
    at: at(11).toISOString(),
    by: { name: 'Mary' },
    action: 'LEAD_CHANGED',
    subject: { id: '1', label: 'KB-AAAAAA' },
    details: 'Status new → contacted',
  })
})
