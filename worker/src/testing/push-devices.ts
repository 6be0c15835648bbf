import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { PushDeviceModel, type PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import { newBrowser, newPair, startPushService, toText } from '@kerbside/schema/testing/push-service'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { run, testDeps, useClock } from './test-worker.ts'

const ownPair = newPair()
/** Configuration with which a worker notifies. */
export const vapidKeys = {
  VAPID_PUBLIC_KEY: toText(ownPair.getPublicKey()),
  // The library pads short ones, and so must this.
  VAPID_PRIVATE_KEY: toText(Buffer.concat([Buffer.alloc(32), ownPair.getPrivateKey()]).subarray(-32)),
  VAPID_SUBJECT: 'mailto:it@kerbside.test',
}

/** Somebody of the staff who is signed in. */
export async function addStaff(changes: Partial<UserRecord> = {}) {
  const now = new Date()
  const user = await UserModel.create({
    name: 'Mia Manager',
    email: `mia-${randomUUID()}@kerbside.test`,
    role: 'manager',
    passwordHash: 'none',
    ...changes,
  })
  const session = await SessionModel.create({
    _id: randomUUID(),
    userId: user._id,
    credentialsVersion: user.credentialsVersion,
    seed: 'none',
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 90 * 86_400_000),
  })
  return { userId: String(user._id), name: user.name, sessionId: session._id }
}

/** A device of a person on which notifications are on. */
export async function addDevice(
  { userId, sessionId }: { userId: string; sessionId: string },
  { subscription }: ReturnType<typeof newBrowser>,
  changes: Partial<PushDeviceRecord> = {},
) {
  const device = await PushDeviceModel.create({
    _id: randomUUID(),
    userId,
    sessionId,
    ...subscription,
    vapidKey: vapidKeys.VAPID_PUBLIC_KEY,
    device: 'Chrome on Android',
    events: ['new-lead', 'assignment', 'mention', 'promise-warning'],
    timeZone: 'Europe/London',
    createdAt: new Date(),
    ...changes,
  })
  return device._id
}

/** A manager's device, and the push service of its browser. */
export async function oneDevice(changes: Partial<PushDeviceRecord> = {}, settings: Record<string, string> = {}) {
  const deps = await testDeps({ WEBHOOKS_TO_PRIVATE: 'on', ...vapidKeys, ...settings })
  const [service, clock, owner] = [await startPushService(), useClock(deps), await addStaff()]
  const browser = newBrowser(service.origin)
  const deviceId = await addDevice(owner, browser, changes)
  const device = () => PushDeviceModel.findById(deviceId).lean()
  const newLead = (id = 1) => run(deps, { name: 'lead.submitted', data: { leadId: id } })
  /** Every push that is due now, as the worker's loop queues it. */
  const sendDue = async () => {
    const due = await DeliveryModel.find({ channel: 'push', state: 'queued', nextTryAt: { $lte: deps.now() } }).lean()
    for (const { _id } of due) await run(deps, { name: 'push.send', data: { deliveryId: _id } })
  }
  return { deps, service, clock, owner, browser, deviceId, device, newLead, sendDue }
}

/** Every push, also those that are over. */
export const storedPushes = (): Promise<DeliveryRecord[]> => DeliveryModel.find({ channel: 'push' }).lean()
export async function onlyPush(): Promise<DeliveryRecord> {
  const all = await storedPushes()
  expect(all).toHaveLength(1)
  return all[0] as DeliveryRecord
}
