import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { chunksOf, filesOf, readFile } from '@kerbside/schema/file-store.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { maximumQuoteFile } from '@kerbside/schema/quote-files/quote-file'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// POST /quote/{id}/files: 201, 401, 403, 404, 413, 415, 422, 429; GET /quote-files/{token}: 200, 404, 410
const app = useTestApp()
let manager = ''
let managerId = ''
beforeEach(async () => {
  await filesOf('quoteFiles').deleteMany({})
  await chunksOf('quoteFiles').deleteMany({})
  const { token, viewer } = await createSession(await createUser('manager'))
  manager = token
  managerId = viewer.id
  await LeadModel.create([aLead(1), aLead(2)])
})

const aPdf = '%PDF-1.7\n1 0 obj'
type Sent = { lead?: number; content?: string | Uint8Array<ArrayBuffer>; name?: string; token?: string }

async function upload({
  lead = 1,
  content = aPdf,
  name = 'offer.pdf',
  token = manager,
}: Sent = {}): Promise<TestAnswer> {
  const form = new FormData()
  form.set('file', new File([content], name))
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.send(`/api/quote/${lead}/files`, { method: 'POST', body: form, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const uploaded = async (sent: Sent = {}): Promise<string> => (await upload(sent)).body.data.id

const quoteId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const send = (fileId: string | null, changes: object = {}) =>
  app.graphql(
    `mutation ($id: ID!, $quoteId: ID!, $fileId: ID) {
      sendQuote(id: $id, quoteId: $quoteId, amount: 100, message: "As attached.", fileId: $fileId) {
        activity { quote { file { id name size } } }
      }
    }`,
    { id: '1', quoteId, fileId, ...changes },
    manager,
  )
const addressOf = async (id: string, { lead = '1', token = manager } = {}) =>
  app.graphql('query ($lead: ID!, $id: ID!) { quoteFileUrl(leadId: $lead, id: $id) }', { lead, id }, token)
const errorOf = ({ errors }: Awaited<ReturnType<typeof send>>) => errors?.[0]?.extensions

test('a PDF is stored, goes with one quote, and is downloaded from the lead, which the audit trail records', async () => {
  const { status, body } = await upload({ name: 'C:\\Ada\\Angebot für “Byrne”.pdf' })
  const file = { id: expect.any(String), name: 'Angebot für “Byrne”.pdf', size: aPdf.length }
  expect([status, body]).toEqual([201, { data: file }])
  const { id } = body.data
  expect((await send(id)).data.sendQuote.activity).toEqual([{ quote: { file: { ...file, id } } }])
  expect((await send(id)).data.sendQuote.activity).toHaveLength(1)
  expect(await QuoteFileModel.findById(id).lean()).toMatchObject({ leadId: 1, expiresAt: null })

  const { quoteFileUrl } = (await addressOf(id)).data
  const response = await app.send(quoteFileUrl)
  expect([response.status, await response.text()]).toEqual([200, aPdf])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(aPdf.length),
    'content-disposition':
      'attachment; filename="Angebot_f_r_Byrne_.pdf"; filename*=UTF-8\'\'Angebot%20f%C3%BCr%20%E2%80%9CByrne%E2%80%9D.pdf',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await AuditEntryModel.find({ action: 'quote-file.opened' }).lean()).toMatchObject([
    { by: { id: managerId }, subject: { kind: 'lead', id: '1' }, details: null },
  ])
})

test.each([
  ['no PDF', { content: 'MZ\u0090', name: 'offer.pdf' }, 422, /no PDF/],
  ['PDF too large', { content: new Uint8Array(maximumQuoteFile + 1) }, 413, /5 MB/],
  ['empty file', { content: '' }, 422, /empty/],
])('a %s is rejected', async (_what, sent, status, message) => {
  const { status: answered, body } = await upload(sent)
  expect([answered, JSON.stringify(body)]).toEqual([status, expect.stringMatching(message)])
  expect(await filesOf('quoteFiles').countDocuments()).toBe(0)
})

test('only who may change leads attaches, and only to a lead that there is', async () => {
  expect((await upload({ token: 'none' })).status).toBe(401)
  expect((await upload({ token: await signInAs('user') })).status).toBe(403)
  expect((await upload({ lead: 404 })).status).toBe(404)
  const headers = { authorization: `Bearer ${manager}`, 'content-type': 'application/pdf' }
  expect((await app.send('/api/quote/1/files', { method: 'POST', body: aPdf, headers })).status).toBe(415)
})

test('a quote takes no file of another lead, of another quote, or that is gone; the field is named', async () => {
  const other = await uploaded({ lead: 2 })
  const used = await uploaded()
  await send(used)
  const unsent = await uploaded()
  const again = { quoteId: crypto.randomUUID() }
  for (const id of [other, used, '65f0000000000000000000ff', '{"$gt":""}', 'x']) {
    expect(errorOf(await send(id, again))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { fileId: [expect.any(String)] },
    })
  }
  expect(errorOf(await send(unsent))).toMatchObject({ fields: { quoteId: [expect.stringMatching(/PDF/)] } })
  expect((await LeadModel.findById(1).lean())?.activity).toHaveLength(1)
})

test('of two quotes with the same file at the same moment one gets it', async () => {
  const id = await uploaded()
  const answers = await Promise.all([send(id), send(id, { quoteId: crypto.randomUUID() })])
  expect(answers.filter(({ errors }) => errors)).toHaveLength(1)
  expect((await LeadModel.findById(1).lean())?.activity).toHaveLength(1)
})

test('twenty files wait for their quote at most', async () => {
  for (let count = 0; count < 20; count += 1) expect((await upload()).status).toBe(201)
  expect((await upload()).status).toBe(429)
  expect((await upload({ lead: 2 })).status).toBe(201)
})

test('its address ends after five minutes, with the rights of the person, and with the lead', async () => {
  const id = await uploaded()
  await send(id)
  const { quoteFileUrl } = (await addressOf(id)).data
  const statusOf = async (url: string) => (await app.send(url)).status
  expect(errorOf(await addressOf(id, { lead: '2' }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await statusOf(`${quoteFileUrl}x`)).toBe(404)
  await UserModel.updateOne({ _id: managerId }, { role: 'user' })
  expect(await statusOf(quoteFileUrl)).toBe(404)
  await UserModel.updateOne({ _id: managerId }, { role: 'manager' })
  const link = { purpose: 'quote-file', leadId: 1, fileId: id, userId: managerId } as const
  expect(await statusOf(`/api/quote-files/${await signLink(app.deps, link, new Date(Date.now() - 1_000))}`)).toBe(410)

  await app.graphql('mutation { deleteLeads(ids: ["1"]) { deletedIds } }', {}, await signInAs('admin'))
  expect(await statusOf(quoteFileUrl)).toBe(404)
  expect([await QuoteFileModel.countDocuments(), await filesOf('quoteFiles').countDocuments()]).toEqual([0, 0])
  expect(await chunksOf('quoteFiles').countDocuments()).toBe(0)
})

test('a file is stored whole', async () => {
  const content = new Uint8Array(1_000_000).fill(7)
  content.set(new TextEncoder().encode('%PDF-'))
  const record = await QuoteFileModel.findById(await uploaded({ content })).orFail()
  expect((await readFile('quoteFiles', record.fileId)).equals(content)).toBe(true)
})
