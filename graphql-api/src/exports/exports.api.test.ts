import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { chunksOf, filesOf, storeFile } from '@kerbside/schema/file-store.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { Types } from 'mongoose'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAs, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

const app = useTestApp()
let manager = ''
beforeEach(async () => {
  await app.deps.queues.exports.obliterate({ force: true })
  await filesOf('exports').deleteMany({})
  await chunksOf('exports').deleteMany({})
  manager = await signInAs('manager')
})

const fields = 'id state written total downloadUrl expiresAt'
const start = (filter: object | null = null, token = manager) =>
  app.graphql(`mutation ($filter: LeadFilter) { exportLeads(filter: $filter) { ${fields} } }`, { filter }, token)
const read = (id: string, token = manager) =>
  app.graphql(`query ($id: ID!) { leadExport(id: $id) { ${fields} } }`, { id }, token)
const errorOf = ({ errors }: Awaited<ReturnType<typeof start>>) => errors?.[0]?.extensions['code']

/** What a worker makes of it. */
async function finish(id: string, text: string): Promise<void> {
  const fileId = new Types.ObjectId()
  await storeFile('exports', fileId, 'x.csv', Buffer.from(text))
  await LeadExportModel.updateOne({ _id: id }, { state: 'ready', written: 1, total: 1, fileId })
}

test('an export is stored with its filter and queued, and its link downloads the file that a worker has written', async () => {
  const { data } = await start({ status: 'NEW', search: 'Byrne', from: '2026-01-02T00:00:00Z', source: '', area: null })
  const { id } = data.exportLeads
  expect(data.exportLeads).toMatchObject({ state: 'WAITING', written: 0, total: null, downloadUrl: null })
  const stored = await LeadExportModel.findById(id).lean()
  expect(stored?.filter).toEqual({ status: 'new', search: 'Byrne', from: new Date('2026-01-02T00:00:00Z') })
  expect((await app.deps.queues.exports.getJobs()).map(({ name, data: job }) => [name, job])).toEqual([
    ['leads.export', { exportId: id }],
  ])
  await finish(id, '\uFEFFReference\r\nKB-1\r\n')
  const ready = (await read(id)).data.leadExport
  expect(ready).toMatchObject({ state: 'READY', written: 1, total: 1 })
  const response = await app.send(ready.downloadUrl)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="kerbside-leads-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\uFEFFReference\r\nKB-1\r\n')
})

test('the same export asked for twice is one, others up to three are their own, a fourth has to wait', async () => {
  const first = (await start({ search: 'a' })).data.exportLeads.id
  expect((await start({ search: 'a' })).data.exportLeads.id).toBe(first)
  expect((await start({ search: 'b' })).data.exportLeads.id).not.toBe(first)
  expect((await start({ search: 'c' })).errors).toBeUndefined()
  expect(errorOf(await start({ search: 'd' }))).toBe('RATE_LIMITED')
  expect((await start({ search: 'd' }, await signInAs('admin'))).errors).toBeUndefined()
  await finish(first, '')
  expect((await start({ search: 'a' })).data.exportLeads.id).not.toBe(first)
})

test('a filter that cannot be is named', async () => {
  const { errors } = await start({ area: 'London' })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { area: expect.anything() } })
})

test('another person’s export, one of long ago and none at all look alike', async () => {
  const { id } = (await start()).data.exportLeads
  expect(errorOf(await read(id, await signInAs('admin')))).toBe('NOT_FOUND')
  for (const other of ['', 'x', '{"$gt":0}', '65f0000000000000000000ff']) {
    expect(errorOf(await read(other))).toBe('NOT_FOUND')
  }
  await LeadExportModel.updateOne({ _id: id }, { expiresAt: new Date(Date.now() - 1) })
  expect(errorOf(await read(id))).toBe('NOT_FOUND')
})

test('a link ends with its file, and with the rights of the person who asked for it', async () => {
  const { id } = (await start()).data.exportLeads
  await finish(id, 'text')
  const { downloadUrl } = (await read(id)).data.leadExport
  const statusOf = async (url: string) => (await app.send(url)).status
  expect(await statusOf(downloadUrl)).toBe(200)
  expect(await statusOf(`${downloadUrl}x`)).toBe(404)
  const offer = await signLink(
    app.deps,
    { purpose: 'offer', leadId: 1, contractorId: id },
    new Date(Date.now() + 60_000),
  )
  expect(await statusOf(`/api/exports/${offer}`)).toBe(404)

  const requestedBy = (await LeadExportModel.findById(id).lean())?.requestedBy.id
  await UserModel.updateOne({ _id: requestedBy }, { role: 'user' })
  expect(await statusOf(downloadUrl)).toBe(404)
  await UserModel.updateOne({ _id: requestedBy }, { role: 'manager', status: 'inactive' })
  expect(await statusOf(downloadUrl)).toBe(404)
  await UserModel.updateOne({ _id: requestedBy }, { status: 'active' })
  expect(await statusOf(downloadUrl)).toBe(200)
  const link = { purpose: 'export', exportId: id, userId: String(requestedBy) } as const
  const old = await signLink(app.deps, link, new Date(Date.now() - 1_000))
  expect(await statusOf(`/api/exports/${old}`)).toBe(410)
  await LeadExportModel.deleteOne({ _id: id })
  expect(await statusOf(downloadUrl)).toBe(410)
})

test('with Redis away the export is stored all the same', async () => {
  const away = createTestApp(app.deps.config, { enqueueAll: () => Promise.reject(new Error('Redis is away')) })
  const { data } = await away.graphql('mutation { exportLeads { id state } }', {}, manager)
  expect(await LeadExportModel.findById(data.exportLeads.id).lean()).toMatchObject({ state: 'waiting' })
  await away.close()
})
