import { manageLink } from '@kerbside/schema/links/signed-link'
import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { newOffer } from '@kerbside/schema/offers/offer'
import { aContractor, aLead } from '@kerbside/schema/testing/factories'
import { openSecret } from '@kerbside/schema/webhooks/webhook-secret'
import { WebhookModel } from '@kerbside/schema/webhooks/webhook.model'
import { beforeEach, expect, test } from 'vitest'
import { answersSeen, correctOwnAnswers, seenName } from '../manage/answers/correct-own-answers.ts'
import { eraseOwnDetails } from '../manage/erase-details.ts'
import { signInAs, testSecret, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
const url = 'https://firm.example/hooks/kerbside?token=abc'
let [admin, firmId] = ['', '']
beforeEach(async () => {
  admin = await signInAs('admin')
  firmId = String((await ContractorModel.create(aContractor('Acme')))._id)
})

const ask = async (operation: string, variables: object = {}) => {
  const id = { id: firmId, ...variables }
  const { data, errors } = await app.graphql(operation, id, admin)
  return { data, code: errors?.[0]?.extensions['code'], fields: errors?.[0]?.extensions['fields'] }
}
const set = (address = url) =>
  ask('mutation($id: ID!, $url: String!) { setContractorWebhook(id: $id, url: $url) { webhook { url } secret } }', {
    url: address,
  })
const change = () => ask('mutation($id: ID!) { changeWebhookSecret(id: $id) { secret } }')
const remove = () => ask('mutation($id: ID!) { removeContractorWebhook(id: $id) }')
const ping = () => ask('mutation($id: ID!) { testContractorWebhook(id: $id) { id kind state leadId } }')
const read = async () =>
  (await ask('query($id: ID!) { contractorWebhook(id: $id) { url failingSince deliveries { id kind } } }')).data
    ?.contractorWebhook

test('the secret is shown once, stored sealed, and is nowhere in the audit trail', async () => {
  const { data } = await set()
  const { webhook, secret } = data.setContractorWebhook
  expect(webhook.url).toBe(url)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const stored = await WebhookModel.findById(firmId).lean().orFail()
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
  expect(openSecret(stored.sealedSecret, testSecret)).toBe(secret)
  expect(openSecret(stored.sealedSecret, 'another secret')).toBeNull()

  // Another address keeps the secret, so it is not shown again.
  const other = (await set('https://other.example/')).data.setContractorWebhook
  expect(other).toEqual({ webhook: { url: 'https://other.example/' }, secret: null })
  const entries = await AuditEntryModel.find({ action: /^webhook/ })
    .sort({ _id: 1 })
    .lean()
  expect(entries.map(({ details }) => details)).toEqual(['Host firm.example', 'Host other.example'])
})

test('a new secret replaces the old one, which stays good for a day', async () => {
  const first = (await set()).data.setContractorWebhook.secret
  const second = (await change()).data.changeWebhookSecret.secret
  expect(second).not.toBe(first)
  const { sealedSecret, oldSealedSecret, oldSecretUntil } = await WebhookModel.findById(firmId).lean().orFail()
  expect(openSecret(sealedSecret, testSecret)).toBe(second)
  expect(openSecret(oldSealedSecret ?? '', testSecret)).toBe(first)
  const hours = ((oldSecretUntil?.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
})

test.each([
  'firm.example',
  'http://firm.example/',
  'ftp://firm.example/',
  'https://localhost/',
  'https://db.internal/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://[::1]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://user:secret@firm.example/',
  'https://firm.example:22/',
  'https://firm.example:6379/',
  `https://firm.example/${'x'.repeat(500)}`,
])('the address %s is rejected by name', async (address) => {
  const { code, fields } = await set(address)
  expect(code).toBe('BAD_USER_INPUT')
  expect(Object.keys(fields as object)).toEqual(['url'])
  expect(await WebhookModel.countDocuments()).toBe(0)
})

test.each([80, 443, 1024, 8443, 49_152])('a webhook may be at port %i', async (port) => {
  expect((await set(`https://firm.example:${port}/`)).code).toBeUndefined()
  expect(await WebhookModel.countDocuments()).toBe(1)
})

test('without a webhook there is nothing to change, test or remove', async () => {
  expect(await read()).toBeNull()
  for (const done of [change, remove, ping]) expect((await done()).code).toBe('NOT_FOUND')
  firmId = '65f0000000000000000000ff'
  expect((await set()).code).toBe('NOT_FOUND')
})

test('a test is a delivery of the firm that is queued at once, and shows with the webhook', async () => {
  await set()
  const { id, ...rest } = (await ping()).data.testContractorWebhook
  expect(rest).toEqual({ kind: 'WEBHOOK_PING', state: 'QUEUED', leadId: null })
  expect(await read()).toEqual({ url, failingSince: null, deliveries: [{ id, kind: 'WEBHOOK_PING' }] })
  expect((await app.deps.queues.webhooks.getJobs()).map(({ data }) => data.deliveryId)).toEqual([id])
})

test('removing the webhook, or deleting the firm, removes the address and the secret', async () => {
  await set()
  await remove()
  expect(await WebhookModel.countDocuments()).toBe(0)
  await set()
  await ask('mutation($id: ID!) { deleteContractor(id: $id) }')
  expect(await WebhookModel.countDocuments()).toBe(0)
})

async function sharedLead() {
  await set()
  const firm = { contractorId: firmId, contractorName: 'Acme' }
  const offer = { ...newOffer(firm, new Date(), { hours: 24, sendAt: null }), state: 'accepted' as const }
  const other = { ...offer, contractorId: 'has no webhook' }
  await LeadModel.create(aLead(1, { offers: [offer, other], createdAt: new Date() }))
  return app.deps.links.sign(manageLink(1, 'aoife@example.com'), new Date(Date.now() + 3_600_000))
}
const webhooks = async () => (await DeliveryModel.find({ channel: 'webhook' }).lean()).map(({ _id }) => _id)

test('a homeowner who corrects answers: firms with the details are told, by webhook too, each time', async () => {
  const token = await sharedLead()
  await LeadModel.updateOne({ _id: 1 }, { answers: [{ name: 'first_name', label: 'First name', value: 'Aoife' }] })
  for (const name of ['Eva', 'Una']) {
    const { answers } = await LeadModel.findById(1).lean().orFail()
    await correctOwnAnswers(app.contextOf(), token, { [seenName]: answersSeen(answers), first_name: name })
  }
  const ids = ['', '-2'].map((round) => `lead-1-webhook-corrected-${firmId}${round}`)
  expect(await webhooks()).toEqual(ids)
  expect(await DeliveryModel.countDocuments({ kind: 'correction-notice' })).toBe(4)
})

test('a homeowner who erases: the webhook is told, and nothing else of it is left', async () => {
  const token = await sharedLead()
  const accepted = `lead-1-webhook-accepted-${firmId}`
  const kind = 'webhook-accepted'
  await DeliveryModel.create({
    _id: accepted,
    kind,
    channel: 'webhook',
    leadId: 1,
    contractorId: firmId,
    state: 'sent',
  })
  await eraseOwnDetails(app.contextOf(), token)
  expect(await webhooks()).toEqual([`lead-1-webhook-erased-${firmId}`])
})

test('staff send a message again under its id, whether it arrived or was given up, but not a test', async () => {
  await LeadModel.create(aLead(1))
  const record = { channel: 'webhook' as const, leadId: 1, contractorId: firmId, attempts: 1 }
  await DeliveryModel.create([
    { ...record, _id: 'arrived', kind: 'webhook-accepted', state: 'sent' },
    { ...record, _id: 'failed', kind: 'webhook-withdrawn', state: 'failed' },
    { ...record, _id: 'waits', kind: 'webhook-erased', state: 'queued' },
    { ...record, _id: 'test', kind: 'webhook-ping', state: 'failed', leadId: null },
  ])
  const again = (id: string) => ask('mutation($id: ID!) { retryDelivery(id: $id) { id state } }', { id })
  expect((await again('arrived')).data.retryDelivery).toEqual({ id: 'arrived', state: 'QUEUED' })
  expect((await again('failed')).data.retryDelivery).toEqual({ id: 'failed', state: 'QUEUED' })
  for (const id of ['waits', 'test']) expect((await again(id)).code).toBe('CONFLICT')
  expect(await AuditEntryModel.countDocuments({ action: 'webhook.retried' })).toBe(2)
})
