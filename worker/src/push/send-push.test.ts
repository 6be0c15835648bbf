import { PushDeviceModel } from '@kerbside/schema/push/push-device.model'
import { useDatabase } from '@kerbside/schema/testing/database'
import { claimsOf, newBrowser, usePushServices } from '@kerbside/schema/testing/push-service'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { expect, test } from 'vitest'
import { queueDueDeliveries } from '../deliveries/queue-deliveries.ts'
import { addDevice, oneDevice, onlyPush, storedPushes, vapidKeys } from '../testing/push-devices.ts'
import { addLead, run, useWorkers } from '../testing/test-worker.ts'

useDatabase()
useWorkers()
usePushServices()

const hour = 3_600_000

test('a new lead is pushed encrypted and signed, with what to show and nothing personal', async () => {
  const { service, browser, newLead, sendDue, device } = await oneDevice()
  const lead = await addLead(1)
  await newLead()
  await sendDue()
  expect(service.pushes).toHaveLength(1)
  const push = service.pushes[0]!
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'high' })
  expect(push.headers['topic']).toMatch(/^[\w-]{32}$/)
  const message = browser.read(push)
  expect(message).toEqual({
    title: 'New lead',
    body: 'Driveway job · SW1A',
    url: '/manager/leads/1',
    tag: 'push-new-lead-1',
  })
  const claims = claimsOf(push, vapidKeys.VAPID_PUBLIC_KEY)
  expect(claims).toMatchObject({ aud: service.origin, sub: vapidKeys.VAPID_SUBJECT })
  expect(Number(claims?.['exp']) * 1_000).toBeGreaterThan(Date.now())
  const personal = [lead.fullName, lead.firstName, lead.email, lead.mobile, lead.postcode, lead.reference]
  const shown = JSON.stringify(message)
  expect(personal.filter((each) => each && shown.includes(each))).toEqual([])
  expect(newBrowser(service.origin).read.bind(null, push)).toThrow('unable to authenticate')
  expect(await onlyPush()).toMatchObject({ state: 'sent', leadId: 1, attemptLog: [{ code: 201 }] })
  expect((await device())?.lastUsedAt).toBeInstanceOf(Date)
})

test('a lead that is handled again and sent by two workers is pushed once to each device', async () => {
  const { deps, service, owner, newLead } = await oneDevice()
  await addDevice(owner, newBrowser(service.origin))
  await addLead(1)
  await Promise.all([newLead(), newLead(), newLead()])
  const ids = (await storedPushes()).map(({ _id }) => _id)
  expect(ids).toHaveLength(2)
  const send = () => ids.map((deliveryId) => run(deps, { name: 'push.send', data: { deliveryId } }))
  await Promise.all([...send(), ...send()])
  await Promise.all(send())
  expect(service.pushes.map(({ path }) => path).toSorted()).toHaveLength(2)
  expect(new Set(service.pushes.map(({ path }) => path)).size).toBe(2)
})

test('only what the device has chosen is pushed to it', async () => {
  const { newLead } = await oneDevice({ events: ['mention'] })
  await addLead(1)
  await newLead()
  expect(await storedPushes()).toEqual([])
})

test.each([404, 410])('a subscription that answers %i is deleted, and the push is not tried again', async (status) => {
  const { service, newLead, sendDue, device, clock } = await oneDevice()
  service.behaviour.status = status
  await addLead(1)
  await newLead()
  await sendDue()
  expect(await device()).toBeNull()
  expect(await onlyPush()).toMatchObject({ state: 'expired', nextTryAt: null, attemptLog: [{ code: status }] })
  clock.advance(hour)
  await sendDue()
  expect(service.pushes).toHaveLength(1)
})

test.each([400, 403, 413])('a push that answers %i is given up, and the device tells why', async (status) => {
  const { service, newLead, sendDue, device } = await oneDevice()
  service.behaviour.status = status
  await addLead(1)
  await newLead()
  await sendDue()
  expect(await onlyPush()).toMatchObject({ state: 'failed', lastError: `Answered ${status}`, nextTryAt: null })
  expect((await device())?.lastError).toBe(`Answered ${status}`)
})

test.each([429, 500, 503])('a push that answers %i is tried again, not before Retry-After', async (status) => {
  const { deps, service, clock, newLead, sendDue, device } = await oneDevice()
  Object.assign(service.behaviour, { status, headers: { 'retry-after': '600' } })
  await addLead(1)
  await newLead()
  await sendDue()
  const waiting = await onlyPush()
  expect(waiting).toMatchObject({ state: 'queued', lastError: `Answered ${status}` })
  expect(waiting.nextTryAt!.getTime() - deps.now().getTime()).toBeGreaterThan(590_000)
  clock.advance(590_000 - 10_000)
  await sendDue()
  expect(service.pushes).toHaveLength(1)
  Object.assign(service.behaviour, { status: 201, headers: {} })
  clock.advance(30_000)
  await sendDue()
  expect(service.pushes).toHaveLength(2)
  expect(await onlyPush()).toMatchObject({ state: 'sent', attempts: 2 })
  expect((await device())?.lastError).toBeNull()
})

test('a push that nobody takes for a day is given up', async () => {
  const { service, clock, newLead, sendDue } = await oneDevice()
  service.behaviour.status = 500
  await addLead(1)
  await newLead()
  await sendDue()
  clock.advance(23.9 * hour)
  await sendDue()
  expect(await onlyPush()).toMatchObject({ state: 'failed', attempts: 2 })
})

type Ending = (owner: { userId: string; sessionId: string }) => Promise<unknown>
const endings: [string, Ending][] = [
  ['signed out', ({ sessionId }) => SessionModel.deleteOne({ _id: sessionId })],
  ['deactivated', ({ userId }) => UserModel.updateOne({ _id: userId }, { status: 'inactive' })],
  ['of another role', ({ userId }) => UserModel.updateOne({ _id: userId }, { role: 'user', credentialsVersion: 1 })],
  [
    'whose session has run out',
    ({ sessionId }) => SessionModel.updateOne({ _id: sessionId }, { expiresAt: new Date(0) }),
  ],
]
test.each(endings)('somebody %s is notified of nothing more, and the device is forgotten', async (_who, end) => {
  const { service, owner, device, newLead, sendDue } = await oneDevice()
  await addLead(1)
  await newLead()
  await end(owner)
  await sendDue()
  expect(service.pushes).toEqual([])
  expect(await device()).toBeNull()
  expect(await onlyPush()).toMatchObject({ state: 'expired' })
})

test('nothing is sent to an address of our own network', async () => {
  const { service, newLead, sendDue } = await oneDevice({}, { WEBHOOKS_TO_PRIVATE: 'off' })
  await PushDeviceModel.updateMany({}, { endpoint: service.origin.replace('http:', 'https:') })
  await addLead(1)
  await newLead()
  await sendDue()
  expect(service.pushes).toEqual([])
  expect((await onlyPush()).lastError).toContain('not on the public internet')
})

test('a device of before a change of the keys is told how to go on, and nothing is sent to it', async () => {
  const { service, newLead, sendDue, device } = await oneDevice({ vapidKey: 'B-of-before' })
  await addLead(1)
  await newLead()
  await sendDue()
  expect(service.pushes).toEqual([])
  expect((await device())?.lastError).toBe('The server has new keys: open the app on this device')
})

test('neither the record nor the log has the address or the keys of the device', async () => {
  const { deps, service, browser, newLead, sendDue } = await oneDevice()
  const lines: string[] = []
  const keep = (...parts: unknown[]) => void lines.push(JSON.stringify(parts))
  Object.assign(deps.log, { info: keep, warn: keep, error: keep })
  const { endpoint, p256dh, auth } = browser.subscription
  Object.assign(service.behaviour, { status: 400, text: `No such endpoint: ${endpoint} ${p256dh} ${auth}` })
  const lead = await addLead(1)
  await newLead()
  await sendDue()
  const kept = JSON.stringify(await storedPushes()) + lines.join('\n')
  expect(kept).toContain('push given up')
  const secrets = [endpoint, new URL(endpoint).pathname, p256dh, auth, lead.fullName, lead.email, lead.mobile]
  expect(secrets.filter((secret) => secret && kept.includes(secret))).toEqual([])
})

test('the loop queues notifications that are due, in their own queue', async () => {
  const { deps, newLead } = await oneDevice()
  await addLead(1)
  await newLead()
  await deps.queues.push.obliterate({ force: true })
  await queueDueDeliveries(deps)
  const jobs = await deps.queues.push.getJobs(['waiting'])
  expect(jobs.map(({ data }) => (data as { deliveryId: string }).deliveryId)).toEqual([(await onlyPush())._id])
})
