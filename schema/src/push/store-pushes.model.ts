import type { ClientSession } from 'mongoose'
import { pushId } from '../deliveries/delivery.ts'
import { byPush, DeliveryModel } from '../deliveries/delivery.model.ts'
import type { StaffEmail } from '../leads/staff-email.ts'
import { PushDeviceModel } from './push-device.model.ts'
import { pushKindOf, quietUntil, type PushEvent } from './push.ts'

export type PushOccasion = {
  event: PushEvent
  /** The same occasion twice is one notification on each device. */
  about: string | number
  /** Whom it concerns; without them everybody who has chosen the event. */
  userIds?: readonly string[]
  leadId?: number
  leadIds?: readonly number[]
}

/**
 * Stores the notifications that an occasion causes, one for each device whose owner wants them. They are due at once, or
 * when the quiet hours of the device end; the worker's loop finds them. Returns the ids of those that are due.
 */
export async function storePushes(
  { event, about, userIds, leadId, leadIds }: PushOccasion,
  at: Date,
  session: ClientSession | null = null,
): Promise<string[]> {
  const owners = userIds && { userId: { $in: [...userIds] } }
  const devices = await PushDeviceModel.find({ events: event, ...owners }, 'userId quietHours timeZone', {
    session,
  }).lean()
  const kind = pushKindOf(event)
  const pushes = devices.map((device) => {
    const { _id: pushDeviceId, userId } = device
    return { _id: pushId(pushDeviceId, kind, about), pushDeviceId, userId, nextTryAt: quietUntil(device, at) ?? at }
  })
  if (pushes.length === 0) return []
  const same = { ...byPush, kind, state: 'queued', roundStartedAt: at, createdAt: at, updatedAt: at } as const
  await DeliveryModel.bulkWrite(
    pushes.map(({ _id, ...push }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $setOnInsert: { ...same, ...push, leadId: leadId ?? null, ...(leadIds && { leadIds: [...leadIds] }) },
        },
        upsert: true,
        timestamps: false,
        setDefaultsOnInsert: true,
      },
    })),
    { ordered: false, ...(session && { session }) },
  )
  return pushes.filter(({ nextTryAt }) => nextTryAt <= at).map(({ _id }) => _id)
}

/** Those that tell colleagues what their emails about a lead tell them too. */
export async function storeStaffPushes(
  leadId: number,
  emails: readonly StaffEmail[],
  at: Date,
  session: ClientSession | null = null,
): Promise<void> {
  for (const { userId, kind, about } of emails) {
    await storePushes({ event: kind, about, userIds: [userId], leadId }, at, session)
  }
}
