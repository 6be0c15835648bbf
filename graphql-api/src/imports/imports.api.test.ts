import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { filesOf, chunksOf, storeFile } from '@kerbside/schema/file-store.model'
import { importLimits } from '@kerbside/schema/imports/import'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// POST /imports: 201, 401, 403, 413, 415, 422, 429
const app = useTestApp()
let admin = ''
beforeEach(async () => {
  await app.deps.queues.imports.obliterate({ force: true })
  await filesOf('imports').deleteMany({})
  await chunksOf('imports').deleteMany({})
  admin = await signInAs('admin')
})

const header = [
  ['First name', 'first_name'],
  ['Surname', 'last_name'],
  ['E-mail', 'email'],
  ['Phone', 'mobile'],
  ['Property type', 'property_type'],
  ['Material', 'driveway_material'],
  ['Size', 'driveway_size'],
  ['Current surface', 'current_condition'],
  ['Drainage', 'drainage_needed'],
  ['Timeframe', 'timeframe'],
  ['Budget', 'budget'],
  ['Shoe size', null],
] as const
const names = header.map(([name]) => name)
const guessed = header.map(([, field]) => field)
const aFile = `${names.join(',')}\nAoife,Byrne,aoife@example.com\n`

async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  token = admin,
  fileName = 'leads.csv',
): Promise<TestAnswer> {
  const form = new FormData()
  form.set('file', new File([content], fileName))
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.send('/api/imports', { method: 'POST', body: form, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const fields = 'id fileName state rows columns { name sample field } processed added existing skipped problemsUrl'
const read = (id: string, token = admin) =>
  app.graphql(`query ($id: ID!) { leadImport(id: $id) { ${fields} fields { name label isRequired } } }`, { id }, token)
const check = (id: string, mapped: (string | null)[] = guessed.slice(), token = admin) =>
  app.graphql(
    `mutation ($id: ID!, $fields: [String]!) { checkImport(id: $id, fields: $fields) { ${fields} } }`,
    { id, fields: mapped },
    token,
  )
const start = (id: string, token = admin) =>
  app.graphql(`mutation ($id: ID!) { importLeads(id: $id) { ${fields} } }`, { id }, token)
const codeOf = ({ errors }: Awaited<ReturnType<typeof read>>) => errors?.[0]?.extensions['code']
const queued = async () => (await app.deps.queues.imports.getJobs()).map(({ id, data }) => [String(id), data])

test('a file is stored with a guess at its columns, checked with the person’s choice, and imported', async () => {
  const { status, body } = await upload(aFile, admin, 'C:\\Ada\\spring leads.csv')
  expect([status, body]).toEqual([
    201,
    { data: { id: expect.any(String), file_name: 'spring leads.csv', rows: 1, expires_at: expect.any(String) } },
  ])
  const { id } = body.data
  const stored = (await read(id)).data.leadImport
  expect(stored).toMatchObject({ state: 'MAPPING', rows: 1, processed: 0, problemsUrl: null })
  expect(stored.columns.slice(0, 2)).toEqual([
    { name: 'First name', sample: 'Aoife', field: 'first_name' },
    { name: 'Surname', sample: 'Byrne', field: 'last_name' },
  ])
  expect(stored.columns.map(({ field }: { field: string }) => field)).toEqual(guessed)
  expect(stored.fields[0]).toEqual({ name: 'first_name', label: 'First name', isRequired: true })
  expect(await filesOf('imports').countDocuments()).toBe(1)
  expect(codeOf(await start(id))).toBe('CONFLICT')

  const mapped = [...guessed.slice(0, -1), 'additional_info']
  expect((await check(id, mapped)).data.checkImport).toMatchObject({ state: 'CHECKING' })
  expect(await queued()).toEqual([[`import-${id}-1`, { importId: id }]])
  expect(codeOf(await check(id, mapped))).toBe('CONFLICT')
  expect((await read(id)).data.leadImport.columns.at(-1).field).toBe('additional_info')

  await LeadImportModel.updateOne({ _id: id }, { state: 'checked', added: 1, processed: 1 })
  const together = await Promise.all([start(id), start(id), start(id)])
  const importing = { importLeads: { state: 'IMPORTING', processed: 0 } }
  expect(together).toMatchObject([{ data: importing }, { data: importing }, { data: importing }])
  expect((await start(id)).data.importLeads).toMatchObject({ state: 'IMPORTING' })
  expect(await queued()).toEqual(expect.arrayContaining([[`import-${id}-2`, { importId: id }]]))
  expect(codeOf(await check(id, mapped))).toBe('CONFLICT')
  const trail = await AuditEntryModel.find({ action: 'leads.imported' }).lean()
  expect(trail).toHaveLength(1)
  expect(trail[0]).toMatchObject({ subject: { kind: 'import', id, label: 'CSV file' } })
})

test('what is wrong with the mapping is named, all at once', async () => {
  const { id } = (await upload(aFile)).body.data
  const twice = [...guessed.slice(0, -1), 'email']
  expect((await check(id, twice)).errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { email: ['Only one column can be Email.'] },
  })
  const without = guessed.map((field) => (field === 'email' || field === 'budget' ? null : field))
  expect((await check(id, without)).errors?.[0]?.extensions['fields']).toEqual({
    email: ['Choose the column with Email.'],
    budget: ['Choose the column with Budget.'],
  })
  for (const wrong of [
    [...guessed.slice(0, -1), 'website_url'],
    [...guessed.slice(0, -1), '__proto__'],
    ['email'],
    [],
  ]) {
    expect((await check(id, wrong)).errors?.[0]?.extensions['fields']).toHaveProperty('fields')
  }
  expect(await queued()).toEqual([])
})

test('another admin’s import, one of long ago and none at all look alike', async () => {
  const { id } = (await upload(aFile)).body.data
  const other = await signInAs('admin')
  for (const ask of [read(id, other), check(id, guessed.slice(), other), start(id, other)]) {
    expect(codeOf(await ask)).toBe('NOT_FOUND')
  }
  for (const unknown of ['', 'x', '{"$gt":0}', '65f0000000000000000000ff']) {
    expect(codeOf(await read(unknown))).toBe('NOT_FOUND')
  }
  await LeadImportModel.updateOne({ _id: id }, { expiresAt: new Date(Date.now() - 1) })
  expect(codeOf(await read(id))).toBe('NOT_FOUND')
})

test('a file that is no import is rejected with its reason, and nothing is stored', async () => {
  expect(await upload('Name\nZoe')).toMatchObject({ status: 201 })
  expect(await upload(new Uint8Array([0x50, 0x4b, 3, 4, 0, 10]))).toMatchObject({
    status: 422,
    body: { errors: { file: [expect.stringContaining('UTF-8')] } },
  })
  expect(await upload('')).toMatchObject({ status: 422, body: { errors: { file: expect.anything() } } })
  expect(await upload(new Uint8Array(importLimits.bytes + 1).fill(97))).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('10 MB') },
  })
  const json = await app.request('POST', '/api/imports', { body: {}, token: admin })
  expect(json.status).toBe(415)
  expect(await LeadImportModel.countDocuments()).toBe(1)
  expect(await filesOf('imports').countDocuments()).toBe(1)
})

test('one person has so many files stored, and no more', async () => {
  const own = await UserModel.findOne({ role: 'admin' }).sort({ _id: -1 }).lean()
  const { id } = (await upload(aFile)).body.data
  const record = await LeadImportModel.findById(id).lean()
  await LeadImportModel.insertMany(Array.from({ length: 19 }, () => ({ ...record, _id: new Types.ObjectId() })))
  expect((await upload(aFile)).status).toBe(429)
  expect((await upload(aFile, await signInAs('admin'))).status).toBe(201)
  expect(String(own?._id)).toBe(record?.requestedBy.id)
})

test('the list of problems is behind a signed link that ends with its file and with the person’s rights', async () => {
  const { id } = (await upload(aFile)).body.data
  const problemsFileId = new Types.ObjectId()
  await storeFile('imports', problemsFileId, 'problems.csv', Buffer.from('\uFEFFRow\r\n'))
  await LeadImportModel.updateOne({ _id: id }, { state: 'checked', skipped: 1, problemsFileId })
  const { problemsUrl } = (await read(id)).data.leadImport
  const response = await app.send(problemsUrl)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="kerbside-import-problems.csv"')
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\uFEFFRow\r\n')

  const statusOf = async (url: string) => (await app.send(url)).status
  expect(await statusOf(`${problemsUrl}x`)).toBe(404)
  const requestedBy = (await LeadImportModel.findById(id).lean())?.requestedBy.id
  const exportLink = { purpose: 'export', exportId: id, userId: String(requestedBy) } as const
  const exported = await signLink(app.deps, exportLink, new Date(Date.now() + 60_000))
  expect(await statusOf(`/api/imports/${exported}`)).toBe(404)
  await UserModel.updateOne({ _id: requestedBy }, { role: 'manager' })
  expect(await statusOf(problemsUrl)).toBe(404)
  await UserModel.updateOne({ _id: requestedBy }, { role: 'admin' })
  expect(await statusOf(problemsUrl)).toBe(200)
  await LeadImportModel.deleteOne({ _id: id })
  expect(await statusOf(problemsUrl)).toBe(410)
})

test('with Redis away the decision is stored all the same', async () => {
  const { id } = (await upload(aFile)).body.data
  const away = createTestApp(app.deps.config, { enqueueAll: () => Promise.reject(new Error('Redis is away')) })
  const variables = { id, fields: guessed }
  await away.graphql(
    'mutation ($id: ID!, $fields: [String]!) { checkImport(id: $id, fields: $fields) { id } }',
    variables,
    admin,
  )
  expect(await LeadImportModel.findById(id).lean()).toMatchObject({ state: 'checking', round: 1 })
  await away.close()
})
