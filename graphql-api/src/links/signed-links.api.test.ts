import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { LeadExportModel } from '@kerbside/schema/exports/export.model'
import { storeFile } from '@kerbside/schema/file-store.model'
import { LeadImportModel } from '@kerbside/schema/imports/import.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { linkHolders, manageLink, type SignedLink } from '@kerbside/schema/links/signed-link'
import { QuoteFileModel } from '@kerbside/schema/quote-files/quote-file.model'
import { aLead, ownContact } from '@kerbside/schema/testing/factories'
import { Types } from 'mongoose'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { clearPageCache } from '../pages/pages.service.ts'
import { anOffer, idOf, secrets, soon, storeLead } from '../testing/offers.ts'
import { builtWebApp, publishPage } from '../testing/site.ts'
import { signLink } from '../testing/sign-link.ts'
import { createTestApp, createUser, signInAs, useTestApp, type TestApp } from '../testing/test-app.ts'

type Purpose = SignedLink['purpose']

// The tables of docs/specification.md, 8.8: whom each link is for, and what ends it.
const specification = readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8')
const section = /### 8\.8 Signed links\n(.*?)\n##+ /s.exec(specification)?.[1] ?? ''
const rows = section
  .split('\n')
  .filter((line) => /^\| (?!for |purpose |-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const listed = (cell = '') => (cell === '' ? [] : cell.split(', '))
const endsOfHolder = new Map(
  rows.filter((row) => row.length === 2).map(([holder = '', ends]) => [holder, listed(ends)]),
)
const links = rows
  .filter((row) => row.length === 5)
  .map(([purpose = '', , holder = '', , ends]) => ({ purpose: purpose.slice(1, -1), holder, ends: listed(ends) }))

const { dist } = builtWebApp()
const app = useTestApp({ PWA_DIST: dist, RATE_LIMITS: 'off' })
const contractorId = idOf('a')
let [admin, userId, pageId, fileId] = ['', '', '', '']
const day = 86_400_000

beforeEach(async () => {
  clearPageCache()
  admin = await signInAs('admin')
  userId = String((await createUser('admin'))._id)
  pageId = await publishPage('/offer', 'index', 'offer', { isPublished: false, publishedVersion: null })
  await storeLead([anOffer('a', { state: 'accepted', decidedAt: new Date(Date.now() - 7 * day) })])
  await LeadModel.create(aLead(43, { offers: [anOffer('a')], ...ownContact(43) }))
  await storeFiles()
})

/** What the downloads are of, as far as they ask for it. */
async function storeFiles() {
  const [file, at] = [new Types.ObjectId(), new Date()]
  const bytes = Buffer.from('%PDF-1.7 %%EOF')
  for (const store of ['exports', 'imports', 'evidence', 'quoteFiles'] as const)
    await storeFile(store, file, 'x', bytes)
  await LeadExportModel.collection.insertOne({ _id: file, state: 'ready', fileId: file, createdAt: at } as never)
  await LeadImportModel.collection.insertOne({ _id: file, problemsFileId: file } as never)
  const ofFile = { _id: file, size: bytes.length, createdAt: at }
  const uploadedBy = { id: userId, name: 'Ben' }
  const proof = { ...ofFile, kind: 'other' as const, fileName: 'x.pdf', mimeType: 'application/pdf' as const }
  await EvidenceModel.create({ ...proof, contractorId, uploadedBy })
  const type = 'application/pdf' as const
  await QuoteFileModel.create({ ...ofFile, leadId: 42, name: 'x.pdf', type, sha256: 'x', fileId: file })
  fileId = String(file)
}

/** Each link as it would be sent now. */
async function signAll(expiresAt = soon()): Promise<Record<Purpose, string>> {
  const sign = (link: Parameters<typeof signLink>[1]) => signLink(app.deps, link, expiresAt)
  return {
    offer: await sign({ purpose: 'offer', leadId: 43, contractorId }),
    lead: await sign({ purpose: 'lead', leadId: 42, contractorId }),
    firm: await sign({ purpose: 'firm', contractorId }),
    'stop-offers': await sign({ purpose: 'stop-offers', contractorId }),
    manage: await app.deps.links.sign(manageLink(42, 'aoife@example.com'), expiresAt),
    password: await sign({ purpose: 'password', userId }),
    export: await sign({ purpose: 'export', exportId: fileId, userId }),
    'import-problems': await sign({ purpose: 'import-problems', importId: fileId, userId }),
    'quote-file': await sign({ purpose: 'quote-file', leadId: 42, fileId, userId }),
    consent: await sign({ purpose: 'consent', leadId: 42, userId }),
    audit: await sign({ purpose: 'audit', filter: '{}', userId }),
    report: await sign({ purpose: 'report', from: '2026-01-01', to: '2026-01-31', userId }),
    evidence: await sign({ purpose: 'evidence', evidenceId: fileId, userId }),
    preview: await sign({ purpose: 'preview', pageId }),
  }
}

const pathOf: Record<Exclude<Purpose, 'password'>, (token: string) => string> = {
  offer: (token) => `/offers/${token}/accept`,
  lead: (token) => `/leads/${token}`,
  firm: (token) => `/firm/${token}`,
  'stop-offers': (token) => `/firm/${token}/stop-offers`,
  manage: (token) => `/manage/${token}`,
  export: (token) => `/api/exports/${token}`,
  'import-problems': (token) => `/api/imports/${token}`,
  'quote-file': (token) => `/api/quote-files/${token}`,
  consent: (token) => `/api/consent/${token}`,
  audit: (token) => `/api/audit/${token}`,
  report: (token) => `/api/reports/${token}`,
  evidence: (token) => `/api/evidence/${token}`,
  preview: (token) => `/offer?preview=${token}`,
}
/** What stands on a page only while its link works; on any other the status tells. */
const shows: Partial<Record<Purpose, RegExp>> = { offer: /Accept this job/, lead: secrets }

async function works(purpose: Purpose, token: string, { graphql, request }: TestApp = app): Promise<boolean> {
  if (purpose === 'password') {
    return !(await graphql('query ($token: String!) { passwordLink(token: $token) { name } }', { token })).errors
  }
  const { status, body } = await request('GET', pathOf[purpose](token))
  expect(status).toBeOneOf([200, 404, 410])
  return status === 200 && (shows[purpose]?.test(body) ?? true)
}

async function endedOf(tokens: Record<Purpose, string>, by: TestApp = app): Promise<string[]> {
  const ended = []
  for (const [purpose, token] of Object.entries(tokens) as [Purpose, string][])
    if (!(await works(purpose, token, by))) ended.push(purpose)
  return ended.toSorted()
}

async function ask(operation: string, variables: object) {
  expect((await app.graphql(operation, variables, admin)).errors).toBeUndefined()
}
const contractor = (input: object) =>
  ask('mutation ($id: ID!, $input: ContractorInput!) { updateContractor(id: $id, input: $input) { id } }', {
    id: contractorId,
    input,
  })
const account = (input: object) =>
  ask('mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }', {
    id: userId,
    input,
  })
/** A button on the homeowner's page of both leads. */
async function press(button: string, body?: string) {
  for (const lead of await LeadModel.find().lean()) {
    const page = `/manage/${await app.deps.links.sign(manageLink(lead._id, lead.email), soon())}/${button}`
    const form = body === undefined ? {} : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await app.request('POST', page, form)).status).toBeOneOf([200, 303, 404, 410, 422])
  }
}

const changes: Record<string, () => Promise<unknown>> = {
  'contractor’s address changed': () => contractor({ email: 'present@firms.example' }),
  'all links revoked': () => ask('mutation ($id: ID!) { revokeContractorLinks(id: $id) { id } }', { id: contractorId }),
  'contractor deactivated': () => contractor({ active: false }),
  'contractor deleted': () => ask('mutation ($id: ID!) { deleteContractor(id: $id) }', { id: contractorId }),
  'homeowner’s address changed': async () => {
    const { status } = await app.request('PATCH', '/api/quote/42', { token: admin, body: { email: 'new@example.com' } })
    expect(status).toBe(200)
  },
  'sharing stopped': () => press('stop'),
  'details erased': () => press('erase'),
  'place given away': () => press('other-firm', `firm=${contractorId}`),
  'lead deleted': () => ask('mutation { deleteLeads(ids: ["42", "43"]) { deletedIds } }', {}),
  'account’s address changed': () => account({ email: 'present@kerbside.test' }),
  'password changed': () => account({ password: 'correct horse battery' }),
  'role changed': () => account({ role: 'USER' }),
  'account deactivated': () => account({ status: 'INACTIVE' }),
  'account deleted': () => ask('mutation ($id: ID!) { deleteUser(id: $id) }', { id: userId }),
  'page moved': () => ask('mutation ($id: ID!) { updatePageUrl(id: $id, url: "/moved") { id } }', { id: pageId }),
  'page deleted': () => ask('mutation ($id: ID!) { deletePage(id: $id) }', { id: pageId }),
}

test('the tables name each purpose, whom it is for, and no change but those that are tried here', () => {
  expect(Object.fromEntries(links.map(({ purpose, holder }) => [purpose, holder]))).toEqual(linkHolders)
  expect([...endsOfHolder.keys()].toSorted()).toEqual([...new Set<string>(Object.values(linkHolders))].toSorted())
  const named = new Set([...[...endsOfHolder.values()].flat(), ...links.flatMap(({ ends }) => ends)])
  expect([...named].toSorted()).toEqual(Object.keys(changes).toSorted())
})

test.each(Object.entries(changes))('%s: the links end that the tables say, and no other', async (name, change) => {
  const tokens = await signAll()
  expect(await endedOf(tokens)).toEqual([])
  await change()
  const told = links.filter(({ holder, ends }) => [...(endsOfHolder.get(holder) ?? []), ...ends].includes(name))
  expect(await endedOf(tokens)).toEqual(told.map(({ purpose }) => purpose).toSorted())
})

test('each link ends with its time, and all of them with the secret they are signed with', async () => {
  const all = Object.keys(linkHolders).toSorted()
  // An offer's own time has ended with its link.
  await LeadModel.updateOne({ _id: 43 }, { 'offers.0.expiresAt': new Date(Date.now() - 1_000) })
  expect(await endedOf(await signAll(new Date(Date.now() - 1_000)))).toEqual(all)
  const rotated = createTestApp({ ...app.config, JWT_SECRET: 'another-secret-of-tests-that-is-long-enough' })
  expect(await endedOf(await signAll(), rotated)).toEqual(all)
  await rotated.close()
})
