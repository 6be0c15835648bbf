import { PushDeviceModel, type PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import { newPair, toText, type newBrowser } from '@kerbside/schema/testing/push-service'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { randomUUID } from 'node:crypto'

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
