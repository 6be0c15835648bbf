import { leadSubject } from '@kerbside/schema/audit/audit'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { referenceOf } from '@kerbside/schema/leads/lead-id.model'
import { defaultContent } from '@kerbside/schema/pages/defaults/default-content'
import { linkToAccount } from '@kerbside/schema/links/signed-link'
import { PageModel, PageVersionModel } from '@kerbside/schema/pages/page.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { inTransaction } from '@kerbside/schema/transaction.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { emptyStores } from '../testing/images.ts'
import { createSession, createTestApp, createUser, useTestApp } from '../testing/test-app.ts'
import { hashPassword } from '../users/credentials.ts'
import { recordAudit } from './record-audit.ts'
import { signLink } from '../testing/sign-link.ts'

const app = useTestApp({ RATE_LIMITS: 'off' }, {}, storeFixtures)
const password = 'a password of Ada’s own'
const passwordHash = await hashPassword(password)
const ben = '65f000000000000000000001'
const page = '65f000000000000000000002'
const [north, south] = ['65f000000000000000000003', '65f000000000000000000004']
const reference = referenceOf(1)
const inAnHour = () => new Date(Date.now() + 3_600_000)

let ada: { id: string; name: string }
let token = ''
async function storeFixtures() {
  const user = await createUser('admin', { name: 'Ada', email: 'ada@kerbside.test', passwordHash })
  ada = { id: String(user._id), name: 'Ada' }
  token = (await createSession(user)).token
  const at = new Date()
  const offer = { contractorId: north, contractorName: 'North', offeredAt: at, expiresAt: inAnHour(), decidedAt: null }
  const answers = [{ name: 'postcode', label: 'Your postcode', value: 'SW1A 1AA' }]
  const content = defaultContent('index', '/summer')
  await Promise.all([
    LeadModel.create(aLead(1, { answers, offers: [{ ...offer, state: 'offered' }] })),
    DeliveryModel.create({ _id: 'lead-1-confirmation', leadId: 1, kind: 'confirmation', state: 'failed' }),
    HeldQuoteModel.create({
      _id: 2,
      submissionId: aLead(2).submissionId,
      reason: 'honeypot',
      lead: aLead(2),
      createdAt: at,
    }),
    ContractorModel.create({ _id: north, ...aContractor('North') }, { _id: south, ...aContractor('South') }),
    UserModel.create({
      _id: ben,
      name: 'Ben',
      email: 'ben@kerbside.test',
      role: 'manager',
      status: 'pending',
      passwordHash,
    }),
    PageVersionModel.create({ pageId: page, version: 1, content, savedAt: at }),
    PageModel.create({
      _id: page,
      kind: 'index',
      url: '/summer',
      sublink: 'summer',
      version: 1,
      isPublished: false,
      createdAt: at,
      updatedAt: at,
    }),
  ])
}

const recorded = async () =>
  (await AuditEntryModel.find().sort({ at: 1, _id: 1 }).lean()).map(({ by, action, subject, details }) => {
    const { kind, label } = subject
    return [by?.name ?? null, action, `${kind} ${label}`, details]
  })

const user = '{ name: "Cy", email: "cy@kerbside.test"'
const firm = '{ name: "East", email: "east@firms.example", trades: ["driveways"], areas: ["SW"], dailyCap: 5 }'
const quote = 'quoteId: "0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c", amount: 245000, message: "For Aoife Byrne"'
const lead = `lead ${reference}`
const held = `held-quote ${referenceOf(2)}`

/** What is done through GraphQL, and its entries: action, subject, details. */
const operations: [string, ...(readonly [string, string, string | null])[]][] = [
  ['{ lead(id: "1") { id } }', ['lead.viewed', lead, null]],
  [
    'mutation { updateLeadStatus(id: "1", status: LOST, note: "Aoife moved") { id } }',
    ['lead.changed', lead, 'Status new → lost'],
  ],
  ['mutation { addLeadNote(id: "1", text: "Ring Aoife") { id } }', ['lead.changed', lead, 'Note added']],
  ['mutation { assignLeads(ids: ["1"], userId: null) { id } }'],
  [
    'mutation { setLeadFollowUp(id: "1", followUpAt: "2026-11-30T09:00:00Z") { id } }',
    ['lead.changed', lead, 'Follow-up on 2026-11-30'],
  ],
  ['mutation { logLeadContact(id: "1", kind: CALLED) { id } }', ['lead.changed', lead, 'Called the homeowner']],
  [`mutation { sendQuote(id: "1", ${quote}) { id } }`, ['estimate.sent', lead, '£2,450.00 of Kerbside']],
  ['mutation { deleteLeads(ids: ["1", "7"]) { deletedIds } }', ['lead.deleted', lead, null]],
  [`mutation { offerLead(leadId: "1", contractorId: "${south}") { id } }`, ['offer.made', lead, 'To South']],
  [`mutation { withdrawOffer(leadId: "1", contractorId: "${north}") { id } }`, ['offer.withdrawn', lead, 'From North']],
  ['mutation { retryDelivery(id: "lead-1-confirmation") { id } }', ['email.retried', lead, 'The email confirmation']],
  [
    'mutation { exportLeads(filter: { search: "Byrne", status: NEW }) { id } }',
    ['leads.exported', 'export Leads', 'Filtered by search, status'],
  ],
  ['mutation { releaseHeldQuote(id: "2") { id } }', ['held-quote.released', `lead ${referenceOf(2)}`, null]],
  ['mutation { discardHeldQuote(id: "2") }', ['held-quote.discarded', held, null]],
  [`mutation { createUser(input: ${user}, password: "${password}" }) { id } }`, ['user.created', 'user Cy', 'User']],
  [`mutation { inviteUser(input: ${user}, role: MANAGER }) { id } }`, ['user.invited', 'user Cy', 'Manager']],
  [`mutation { sendInvitation(id: "${ben}") { id } }`, ['user.invited', 'user Ben', 'Another link']],
  [
    `mutation { updateUser(id: "${ben}", input: { name: "Ben", phone: "1", role: ADMIN, password: "${password}" }) { id } }`,
    ['user.changed', 'user Ben', 'Role manager → admin; phone'],
    ['user.password-changed', 'user Ben', null],
  ],
  [`mutation { deleteUser(id: "${ben}") }`, ['user.deleted', 'user Ben', null]],
  [`mutation { createContractor(input: ${firm}) { id } }`, ['contractor.created', 'contractor East', null]],
  [
    `mutation { updateContractor(id: "${north}", input: { name: "North", dailyCap: 5, pausedUntil: "2026-12-01T00:00:00Z" }) { id } }`,
    ['contractor.changed', 'contractor North', 'Daily cap, paused until'],
  ],
  [
    `mutation { deleteContractor(id: "${north}") }`,
    ['contractor.deleted', 'contractor North', 'Open offers withdrawn: 1'],
  ],
  ['mutation { createPage(kind: HOME, url: "/autumn") { id } }', ['page.created', 'page /autumn', null]],
  [`mutation { publishPage(id: "${page}") { id } }`, ['page.published', 'page /summer', null]],
  [`mutation { unpublishPage(id: "${page}") { id } }`, ['page.unpublished', 'page /summer', null]],
  [
    `mutation { updatePageUrl(id: "${page}", url: "/autumn") { id } }`,
    ['page.changed', 'page /autumn', 'Url /summer → /autumn'],
  ],
  [`mutation { deletePage(id: "${page}") }`, ['page.deleted', 'page /summer', null]],
  ['mutation { logout }', ['user.signed-out', 'user Ada', null]],
]

test.each(operations)('%s is recorded', async (operation, ...entries) => {
  expect((await app.graphql(operation, {}, token)).errors).toBeUndefined()
  expect(await recorded()).toEqual(entries.map((entry) => ['Ada', ...entry]))
  expect(JSON.stringify(await AuditEntryModel.find().lean())).not.toMatch(/Aoife|Byrne|07700|example\.com/)
})

test('corrected answers are named, without what they are now or were', async () => {
  const body = { postcode: 'm1 1ae', email: 'new@example.com' }
  const { status } = await app.request('PATCH', '/api/quote/1', { token, body })
  expect(status).toBe(200)
  expect(await recorded()).toEqual([['Ada', 'lead.changed', lead, 'Answers corrected: Your postcode, Email']])
})

test('an uploaded picture is recorded', async () => {
  await emptyStores()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new File([new Uint8Array(picture)], 'house.png'))
  const { status } = await app.send('/api/images', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(status).toBe(201)
  expect(await recorded()).toEqual([['Ada', 'image.uploaded', expect.stringMatching(/^image house\./), null]])
})

test('signing in is recorded, and signing out by the cookie of a session whose token has run out', async () => {
  const { headers } = await app.request('POST', '/api/auth/login', { body: { email: 'ada@kerbside.test', password } })
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  await app.request('POST', '/api/auth/login', { body: { email: 'ada@kerbside.test', password: 'wrong' } })
  expect((await app.request('POST', '/api/auth/logout', { headers: { cookie } })).status).toBe(204)
  expect(await recorded()).toEqual([
    ['Ada', 'user.signed-in', 'user Ada', null],
    ['Ada', 'user.signed-out', 'user Ada', null],
  ])
})

test('a password that was set by the link of an email is recorded as done by that person', async () => {
  const account = await UserModel.findById(ben).lean().orFail()
  const signed = await app.deps.links.sign({ purpose: 'password', ...linkToAccount(account) }, inAnHour())
  const { errors } = await app.graphql(`mutation { setPassword(token: "${signed}", password: "${password}") }`)
  expect(errors).toBeUndefined()
  expect(await recorded()).toEqual([['Ben', 'user.password-changed', 'user Ben', 'By the link of an email']])
})

test('a firm that gets a homeowner’s details is recorded once, as nobody of the staff', async () => {
  const signed = await signLink(app.deps, { purpose: 'offer', leadId: 1, contractorId: north }, inAnHour())
  for (let press = 0; press < 2; press++) await app.request('POST', `/offers/${signed}/accept`)
  expect(await recorded()).toEqual([[null, 'lead.shared', lead, 'With North, who accepted the job']])
})

test('what fails or changes nothing is not recorded', async () => {
  await app.graphql('mutation { updateLeadStatus(id: "1", status: NEW) { id } }', {}, token)
  await app.graphql(`mutation { deleteUser(id: "${ada.id}") }`, {}, token)
  await app.graphql(`mutation { publishPage(id: "${ben}") { id } }`, {}, token)
  expect(await recorded()).toEqual([])
})

test('a lead is opened once in ten minutes by each person, however often and at the same moment', async () => {
  // Not in the past: MongoDB removes sessions whose time is over.
  const begin = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 5 * 60_000
  let now = new Date(begin)
  const clocked = createTestApp(app.config, { now: () => now })
  const viewer = (await createSession(await createUser('manager', { name: 'Mia' }), now)).token
  const admin = (await createSession((await UserModel.findById(ada.id).lean())!, now)).token
  const open = (who: string) => clocked.request('GET', '/api/quote/1', { token: who })
  await Promise.all(Array.from({ length: 5 }, () => open(admin)))
  await open(viewer)
  now = new Date(begin + 599_000)
  await open(admin)
  expect(await AuditEntryModel.countDocuments()).toBe(2)
  now = new Date(begin + 600_000)
  await open(admin)
  expect(await AuditEntryModel.countDocuments()).toBe(3)
  await clocked.close()
})

test('an entry that cannot be stored is logged, and what was done stays done', async () => {
  const error = vi.fn<(fields: object, message: string) => void>()
  const ctx = { ...app.contextOf(), log: { ...app.deps.log, error } as never }
  await recordAudit(ctx, { action: 'lead.changed', subject: { ...leadSubject(1, reference), label: '' } })
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ missing: [{ action: 'lead.changed', subject: '1' }] }),
    'the audit trail lacks what was done',
  )
})

test('an entry of a transaction that is undone is undone too', async () => {
  const signed = await signLink(app.deps, { purpose: 'offer', leadId: 1, contractorId: north }, inAnHour())
  await LeadModel.updateOne({ _id: 1 }, { sharingStoppedAt: new Date() })
  await app.request('POST', `/offers/${signed}/accept`)
  expect(await recorded()).toEqual([])
})

test('what is recorded is logged once it is stored, without names; what is undone is not', async () => {
  const info = vi.fn<(fields: object, message: string) => void>()
  const ctx = { ...app.contextOf(), log: { ...app.deps.log, info } as never }
  const audited = { action: 'lead.changed', subject: leadSubject(1, reference), by: ada } as const
  await inTransaction(async (session) => {
    await recordAudit(ctx, audited, session)
    expect(info).not.toHaveBeenCalled()
  })
  expect(info.mock.calls).toEqual([[{ by: ada.id, lead: '1' }, 'lead.changed']])
  const undone = inTransaction(async (session) => {
    await recordAudit(ctx, audited, session)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(info).toHaveBeenCalledOnce()
})
