import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { evidenceLimits } from '@kerbside/schema/contractors/evidence'
import { ErasureModel } from '@kerbside/schema/erasures/erasure.model'
import { chunksOf, filesOf } from '@kerbside/schema/file-store.model'
import { aContractor } from '@kerbside/schema/testing/factories'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp } from '../testing/test-app.ts'
import { signLink } from '../testing/sign-link.ts'

// POST /contractors/{id}/evidence: 201, 401, 403, 404, 409, 413, 415, 422; GET /evidence/{token}: 200, 404, 410
const app = useTestApp()
const day = 86_400_000
let [admin, firmId] = ['', '']
beforeEach(async () => {
  await filesOf('evidence').deleteMany({})
  await chunksOf('evidence').deleteMany({})
  admin = await signInAs('admin')
  firmId = String((await ContractorModel.create(aContractor('Acme')))._id)
})

const pdf = '%PDF-1.4\n<script>alert(1)</script>\n%%EOF\n'
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

type Sent = { content?: string; name?: string; query?: Record<string, string>; token?: string | null; firm?: string }

async function add({ content = pdf, name = 'cert.pdf', query = {}, token = admin, firm = firmId }: Sent = {}) {
  const form = new FormData()
  form.set('file', new File([Buffer.from(content, 'latin1')], name))
  const fields = new URLSearchParams({ kind: 'liability-insurance', ...query })
  const headers = { ...(token && { authorization: `Bearer ${token}` }) }
  const response = await app.send(`/api/contractors/${firm}/evidence?${fields.toString()}`, {
    method: 'POST',
    body: form,
    headers,
  })
  return { status: response.status, body: await response.json() }
}

async function list(token = admin) {
  const fields = 'id kind fileName size expiresAt uploadedBy'
  const { data, errors } = await app.graphql(`{ contractorEvidence(id: "${firmId}") { ${fields} } }`, {}, token)
  return errors?.[0]?.extensions['code'] ?? data.contractorEvidence
}
const urlOf = async (id: string, token = admin) =>
  (await app.graphql('query($id: ID!) { evidenceUrl(id: $id) }', { id }, token)).data?.evidenceUrl as string
const remove = (id: string, token = admin) =>
  app.graphql('mutation($id: ID!) { deleteEvidence(id: $id) }', { id }, token)
const entries = async () =>
  (
    await AuditEntryModel.find({ action: /^evidence/ })
      .sort({ _id: 1 })
      .lean()
  ).map(({ action, subject, details }) => [action, subject.label, details])

test('a file is stored under a safe name with the ending of what it is, and comes back as it was, as an attachment', async () => {
  const expiresAt = inDays(300)
  const { status, body } = await add({ name: '..\\x/Ins"ur\tance ü.exe', query: { expires_at: expiresAt } })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    kind: 'liability-insurance',
    file_name: 'Ins"ur ance ü.pdf',
    expires_at: expiresAt,
  })
  expect(await list()).toEqual([
    {
      id: body.data.id,
      kind: 'LIABILITY_INSURANCE',
      fileName: 'Ins"ur ance ü.pdf',
      size: pdf.length,
      expiresAt,
      uploadedBy: 'The admin',
    },
  ])
  const answer = await app.send(await urlOf(body.data.id))
  expect(await answer.text()).toBe(pdf)
  const { headers } = answer
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Ins_ur_ance_\.pdf"; filename\*=UTF-8''/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await entries()).toEqual([
    ['evidence.added', 'Acme', 'Public liability insurance'],
    ['evidence.downloaded', 'Acme', 'Public liability insurance'],
  ])
})

test.each([
  ['a web page', '<html>%PDF-%%EOF</html>'],
  ['a program', 'MZ\x90'],
  ['a PDF that is cut off', '%PDF-1.4\n1 0 obj'],
  ['a JPEG that is cut off', '\xFF\xD8\xFF\xE0'],
  ['a GIF', 'GIF89a'],
])('%s called a PDF is turned away', async (_what, content) => {
  const { status, body } = await add({ content })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['file']])
  expect(await filesOf('evidence').countDocuments()).toBe(0)
})

test.each([
  ['photo.pdf', '\xFF\xD8\xFF\xE0 picture \xFF\xD9', 'photo.jpg'],
  ['scan', '\x89PNG\r\n\x1A\n picture IEND\xAE\x42\x60\x82', 'scan.png'],
])('%s is what its content is', async (name, content, stored) => {
  expect((await add({ name, content })).body.data.file_name).toBe(stored)
})

test('an unknown kind, a day that is over and text that is no day name their field before the file is read', async () => {
  const fieldsOf = async (query: Record<string, string>) => {
    const { status, body } = await add({ query, content: 'nothing' })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await fieldsOf({ kind: 'rumour' })).toEqual([422, ['kind']])
  expect(await fieldsOf({ expires_at: inDays(-1) })).toEqual([422, ['expires_at']])
  expect(await fieldsOf({ expires_at: 'soon' })).toEqual([422, ['expires_at']])
})

test('only admins add, list, download and delete; an unknown firm and file are not found', async () => {
  const manager = await signInAs('manager')
  const { id } = (await add()).body.data
  expect([(await add({ token: null })).status, (await add({ token: manager })).status]).toEqual([401, 403])
  expect((await add({ firm: '65f0000000000000000000ff' })).status).toBe(404)
  expect(await list(manager)).toBe('FORBIDDEN')
  expect(await urlOf(id, manager)).toBeUndefined()
  expect((await remove(id, manager)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  expect((await remove('65f0000000000000000000ff')).errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
  expect(await EvidenceModel.countDocuments()).toBe(1)
})

test('a file that is too large, and one more than a firm may have', async () => {
  const { status } = await add({ content: `%PDF-${'x'.repeat(evidenceLimits.bytes)}%%EOF` })
  expect(status).toBe(413)
  const { _id: _, ...record } = await EvidenceModel.findById((await add()).body.data.id)
    .lean()
    .orFail()
  await EvidenceModel.insertMany(Array.from({ length: evidenceLimits.filesOfFirm - 1 }, () => record))
  expect((await add()).status).toBe(409)
})

test('an address works for five minutes, and only for somebody who still may see the file', async () => {
  const user = await createUser('admin')
  const { token } = await createSession(user)
  const { id } = (await add()).body.data
  const url = await urlOf(id, token)
  expect((await app.send(url)).status).toBe(200)
  const sign = (at: Date) => signLink(app.deps, { purpose: 'evidence', evidenceId: id, userId: String(user._id) }, at)
  expect((await app.send(`/api/evidence/${await sign(new Date(Date.now() - 1_000))}`)).status).toBe(410)
  expect((await app.send(`${url}x`)).status).toBe(404)
  await UserModel.updateOne({ _id: user._id }, { role: 'manager' })
  expect((await app.send(url)).status).toBe(404)
})

test('a deleted file is gone for good, and so are those of a deleted firm', async () => {
  const [first, second] = [(await add()).body.data.id, (await add()).body.data.id]
  const url = await urlOf(first)
  expect((await remove(first)).data).toEqual({ deleteEvidence: true })
  expect((await app.send(url)).status).toBe(404)
  expect(await filesOf('evidence').distinct('_id').then(String)).toBe(second)
  expect((await entries()).at(-1)?.[0]).toBe('evidence.removed')
  await app.graphql(`mutation { deleteContractor(id: "${firmId}") }`, {}, admin)
  expect([await EvidenceModel.countDocuments(), await chunksOf('evidence').countDocuments()]).toEqual([0, 0])
  expect((await ErasureModel.distinct('_id')).toSorted()).toEqual(
    [`contractor:${firmId}`, `evidence:${first}`, `evidence:${second}`].toSorted(),
  )
})

test('the list of firms tells what has expired and what does within 30 days', async () => {
  const { id } = (await add({ query: { expires_at: inDays(5) } })).body.data
  await add({ query: { expires_at: inDays(20) } })
  await add({ query: { expires_at: inDays(31) } })
  await add()
  await EvidenceModel.updateOne({ _id: id }, { expiresAt: new Date(Date.now() - day) })
  const { data } = await app.graphql('{ contractors { evidenceState { expired expiring } } }', {}, admin)
  expect(data.contractors).toEqual([{ evidenceState: { expired: 1, expiring: 1 } }])
  expect((await list()).map(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
