import { AuditEntryModel } from '@kerbside/schema/audit/audit.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { PushDeviceModel } from '@kerbside/schema/push/push-device.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { UserRecord } from '@kerbside/schema/users/user.model'
import { createECDH, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createTestApp, createUser, signInAs, testConfig, useTestApp } from '../testing/test-app.ts'

// pushKey, myPushDevices, subscribeToPush, updatePushDevice, unsubscribeFromPush, sendTestPush. Who may: the matrix.

const pair = createECDH('prime256v1')
const VAPID_PUBLIC_KEY = pair.generateKeys('base64url')
const app = useTestApp({ VAPID_PUBLIC_KEY })

const aSubscription = (changes: object = {}) => ({
  endpoint: `https://push.example/${randomBytes(12).toString('base64url')}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  ...changes,
})
const choice = {
  events: ['NEW_LEAD', 'MENTION'],
  quietHours: { from: '22:00', to: '07:00' },
  timeZone: 'Europe/London',
}
const fields = 'id device isCurrent events quietHours { from to } timeZone lastUsedAt lastError'

let user: UserRecord
let manager = ''
beforeEach(async () => {
  user = await createUser('manager')
  manager = (await createSession(user)).token
})

const subscribe = (variables: object = {}, token = manager) =>
  app.graphql(
    `mutation ($subscription: PushSubscriptionInput!, $events: [PushEvent!]!, $quietHours: QuietHoursInput, $timeZone: String!) {
      subscribeToPush(subscription: $subscription, events: $events, quietHours: $quietHours, timeZone: $timeZone) { ${fields} }
    }`,
    { subscription: aSubscription(), ...choice, ...variables },
    token,
  )
const update = (variables: object, token = manager) =>
  app.graphql(
    `mutation ($id: ID!, $events: [PushEvent!]!, $quietHours: QuietHoursInput, $timeZone: String!) {
      updatePushDevice(id: $id, events: $events, quietHours: $quietHours, timeZone: $timeZone) { ${fields} }
    }`,
    { ...choice, ...variables },
    token,
  )
const devices = async (token = manager) =>
  (await app.graphql(`{ myPushDevices { ${fields} } }`, {}, token)).data.myPushDevices
const remove = (id: string, token = manager) =>
  app.graphql('mutation ($id: ID!) { unsubscribeFromPush(id: $id) }', { id }, token)
const sendTest = (id: string, token = manager) =>
  app.graphql('mutation ($id: ID!) { sendTestPush(id: $id) }', { id }, token)
const subscribed = async (variables: object = {}, token = manager) =>
  (await subscribe(variables, token)).data.subscribeToPush
const extensions = async (answer: Promise<Awaited<ReturnType<typeof subscribe>>>) =>
  (await answer).errors?.[0]?.extensions

test('a device is subscribed, listed, changed and removed, and its owner’s trail has it', async () => {
  expect((await app.graphql('{ pushKey }', {}, manager)).data).toEqual({ pushKey: VAPID_PUBLIC_KEY })
  const made = await subscribed()
  expect(made).toEqual({
    id: expect.any(String),
    device: null,
    isCurrent: true,
    ...choice,
    lastUsedAt: null,
    lastError: null,
  })
  expect(await devices()).toEqual([made])
  const changed = { id: made.id, events: ['ASSIGNMENT'], quietHours: null, timeZone: 'America/New_York' }
  expect((await update(changed)).data.updatePushDevice).toMatchObject(changed)
  expect((await remove(made.id)).data).toEqual({ unsubscribeFromPush: true })
  expect(await devices()).toEqual([])
  expect(await extensions(remove(made.id))).toEqual({ code: 'NOT_FOUND' })
  const entries = await AuditEntryModel.find({ action: 'user.notified' }).sort({ _id: 1 }).lean()
  expect(entries.map(({ details, subject }) => [details, subject.id])).toEqual([
    ['Turned on: an unknown browser', String(user._id)],
    ['Turned off: an unknown browser', String(user._id)],
  ])
})

test('subscribing again renews a device, and a new subscription of the same session takes the place of the old one', async () => {
  const subscription = aSubscription()
  const first = await subscribed({ subscription })
  const again = await subscribed({ subscription: { ...aSubscription(), endpoint: subscription.endpoint } })
  expect(again.id).toBe(first.id)
  await subscribed()
  expect(await devices()).toHaveLength(1)
})

test('a browser that a colleague uses now is theirs alone', async () => {
  const subscription = aSubscription()
  await subscribed({ subscription })
  const colleague = await signInAs('admin')
  await subscribed({ subscription }, colleague)
  expect([(await devices()).length, (await devices(colleague)).length]).toEqual([0, 1])
})

test('somebody else’s device cannot be seen, changed, removed or tested', async () => {
  const { id } = await subscribed()
  const colleague = await signInAs('admin')
  expect(await devices(colleague)).toEqual([])
  for (const answer of [update({ id }, colleague), remove(id, colleague), sendTest(id, colleague)]) {
    expect(await extensions(answer)).toEqual({ code: 'NOT_FOUND' })
  }
  expect(await devices()).toHaveLength(1)
  expect(await DeliveryModel.countDocuments({ kind: 'push-test' })).toBe(0)
})

test.each([
  ['an endpoint that is none', { endpoint: 'push' }, 'endpoint'],
  ['an endpoint without TLS', { endpoint: 'http://push.example/a' }, 'endpoint'],
  ['a private address', { endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
  ['a private name', { endpoint: 'https://mongo.internal/a' }, 'endpoint'],
  ['an endpoint with a password', { endpoint: 'https://me:secret@push.example/a' }, 'endpoint'],
  ['a key that is too short', { p256dh: 'BAAA' }, 'p256dh'],
  ['a key that is no point', { p256dh: Buffer.alloc(65).toString('base64url') }, 'p256dh'],
  ['a secret that is too long', { auth: randomBytes(17).toString('base64url') }, 'auth'],
])('%s is rejected, and the field is named', async (_what, changes, field) => {
  const found = await extensions(subscribe({ subscription: aSubscription(changes) }))
  expect(found).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } })
  expect(await PushDeviceModel.countDocuments()).toBe(0)
})

test.each([
  [{ quietHours: { from: '25:00', to: '07:00' } }, 'quietHours.from'],
  [{ quietHours: { from: '07:00', to: '07:00' } }, 'quietHours.to'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
])('a choice like %j is rejected, and the field is named', async (changes, field) => {
  const { id } = await subscribed()
  const found = { code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } }
  expect(await extensions(update({ id, ...changes }))).toMatchObject(found)
  expect(await extensions(subscribe(changes))).toMatchObject(found)
})

test('nobody has notifications on more than 20 devices', async () => {
  for (let count = 0; count < 20; count++) await subscribed({}, (await createSession(user)).token)
  expect(await extensions(subscribe())).toEqual({ code: 'CONFLICT' })
  expect(await PushDeviceModel.countDocuments({ userId: String(user._id) })).toBe(20)
})

test('without keys there are no notifications', async () => {
  const without = createTestApp(testConfig())
  const query = `mutation { subscribeToPush(subscription: { endpoint: "https://push.example/a", p256dh: "a", auth: "b" }, events: [], timeZone: "Europe/London") { id } }`
  const [key, made] = [await without.graphql('{ pushKey }', {}, manager), await without.graphql(query, {}, manager)]
  await without.close()
  expect(key.data).toEqual({ pushKey: null })
  expect(made.errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE' })
})

test('a test is stored for a worker, twice within seconds once', async () => {
  const { id } = await subscribed()
  const at = new Date('2026-11-23T10:00:00Z')
  const still = createTestApp(app.config, { now: () => at })
  const token = (await createSession(user, at)).token
  for (let count = 0; count < 2; count++) {
    await still.graphql('mutation ($id: ID!) { sendTestPush(id: $id) }', { id }, token)
  }
  await still.close()
  const tests = await DeliveryModel.find({ kind: 'push-test' }).lean()
  expect(tests).toHaveLength(1)
  expect(tests[0]).toMatchObject({ channel: 'push', pushDeviceId: id, userId: String(user._id), leadId: null })
})

const endings: [string, () => Promise<unknown>][] = [
  ['signs out', () => app.request('POST', '/api/auth/logout', { token: manager })],
  [
    'ends the session from another device',
    async () => {
      const other = (await createSession(user)).token
      const sessions = (await app.graphql('{ mySessions { id isCurrent } }', {}, other)).data.mySessions
      const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
      return app.graphql('mutation ($id: ID!) { endMySession(id: $id) }', { id }, other)
    },
  ],
  ['is deactivated', async () => change({ status: 'inactive' })],
  ['gets another password', async () => change({ password: 'another password of mine' })],
  [
    'is deleted',
    async () => app.request('DELETE', `/api/auth/user/${String(user._id)}`, { token: await signInAs('admin') }),
  ],
]
async function change(body: object) {
  return app.request('PATCH', `/api/auth/user/${String(user._id)}`, { token: await signInAs('admin'), body })
}
test.each(endings)('whoever %s has no notifications on that device any more', async (_what, end) => {
  await subscribed()
  await end()
  expect(await PushDeviceModel.countDocuments({ userId: String(user._id) })).toBe(0)
})

test('a lead that is given to a colleague, and a note that mentions them, are pushed to their devices alone', async () => {
  const colleague = await createUser('manager', { name: 'Ben Cole' })
  const all = { events: ['ASSIGNMENT', 'MENTION', 'NEW_LEAD'], quietHours: null }
  const { id } = await subscribed(all, (await createSession(colleague)).token)
  await subscribed(all)
  await LeadModel.create(aLead(1))
  const assign = 'mutation ($to: ID) { assignLeads(ids: ["1"], userId: $to) { id } }'
  await app.graphql(assign, { to: String(colleague._id) }, manager)
  await app.graphql('mutation { addLeadNote(id: "1", text: "Ask @Ben Cole") { id } }', {}, manager)
  const pushes = await DeliveryModel.find({ channel: 'push' }).sort({ kind: 1 }).lean()
  const same = { pushDeviceId: id, userId: String(colleague._id), leadId: 1, state: 'queued' }
  expect(pushes).toMatchObject([
    { ...same, kind: 'push-assignment' },
    { ...same, kind: 'push-mention' },
  ])
})
