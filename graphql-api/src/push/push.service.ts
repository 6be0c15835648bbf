import { userSubject } from '@kerbside/schema/audit/audit'
import { pushId } from '@kerbside/schema/deliveries/delivery'
import { byPush } from '@kerbside/schema/deliveries/delivery.model'
import { AppError, invalid } from '@kerbside/schema/errors'
import { PushDeviceModel, toPushDevice, type PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import { maximumDevices, pushEvents, type PushDevice } from '@kerbside/schema/push/push'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { requireCan } from '@kerbside/schema/users/user'
import { parse } from '@kerbside/schema/validate'
import { hasPublicHost, hasUsablePort } from '@kerbside/schema/webhooks/webhook-url'
import { isTimeZone } from '@kerbside/schema/time/zone-time'
import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../deps.ts'
import { sendStoredEmail, storeEmail } from '../events/stored-email.ts'

const timeMessage = 'Enter a time, like 22:00'
const Time = z.string(timeMessage).regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage)
const zoneMessage = 'Give the time zone of the device, like Europe/London'

const Choice = z.strictObject({
  events: z
    .array(z.enum(pushEvents, 'This is nothing that devices are notified of'), 'Choose what to be notified of')
    .max(pushEvents.length, 'Choose each at most once')
    .transform((chosen) => pushEvents.filter((event) => chosen.includes(event))),
  quietHours: z
    .strictObject({ from: Time, to: Time })
    .refine(({ from, to }) => from !== to, { error: 'Choose an end that is not the beginning', path: ['to'] })
    .nullish()
    .transform((hours) => hours ?? null),
  timeZone: z.string(zoneMessage).refine(isTimeZone, zoneMessage),
})

const browserMessage = 'Take what the browser gave: PushSubscription.toJSON()'
const bytesOf = (length: number) =>
  z
    .string(browserMessage)
    .regex(/^[\w-]{1,200}=*$/, browserMessage)
    .refine((text) => Buffer.from(text, 'base64url').length === length, browserMessage)
const Subscription = Choice.extend({
  endpoint: z.string(browserMessage).max(2_000, 'The address of this push service is too long'),
  /** A point of the curve P-256, uncompressed. */
  p256dh: bytesOf(65).refine((text) => Buffer.from(text, 'base64url')[0] === 4, browserMessage),
  auth: bytesOf(16),
})

/** The key that browsers subscribe with; null while notifications are not configured. */
export function pushKey({ viewer, config }: Context): string | null {
  requireCan(viewer, 'lead:read')
  return config.VAPID_PUBLIC_KEY ?? null
}

/** Those of the viewer that are signed in, the present one first and then the latest. */
export async function listDevices({ viewer, now }: Context): Promise<PushDevice[]> {
  requireCan(viewer, 'lead:read')
  const records = await PushDeviceModel.find({ userId: viewer.id }).sort({ createdAt: -1, _id: 1 }).lean()
  const sessionIds = records.map(({ sessionId }) => sessionId)
  const living = await SessionModel.find({ _id: { $in: sessionIds }, expiresAt: { $gt: now() } }, '_id').lean()
  const isSignedIn = ({ sessionId }: PushDeviceRecord) => living.some(({ _id }) => _id === sessionId)
  return records
    .filter(isSignedIn)
    .map((record) => toPushDevice(record, viewer.sessionId))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/**
 * Turns notifications on for the browser of the request, or renews its subscription. Whoever used the same browser before
 * gets none there any more.
 */
export async function subscribeDevice(ctx: Context, input: unknown): Promise<PushDevice> {
  requireCan(ctx.viewer, 'lead:read')
  const { id: userId, sessionId } = ctx.viewer
  const vapidKey = ctx.config.VAPID_PUBLIC_KEY
  if (!vapidKey) throw new AppError('UNAVAILABLE', 'Notifications are not set up on this server. Ask its operator.')
  const { endpoint, ...given } = parse(Subscription, input)
  requirePushService(ctx, endpoint)
  const replaced = {
    $or: [
      { endpoint, userId: { $ne: userId } },
      { sessionId, endpoint: { $ne: endpoint } },
    ],
  }
  await PushDeviceModel.deleteMany(replaced)
  const others = await PushDeviceModel.countDocuments({ userId, endpoint: { $ne: endpoint } })
  if (others >= maximumDevices) {
    throw new AppError('CONFLICT', `You have notifications on ${maximumDevices} devices. Remove one first.`)
  }
  const known = await PushDeviceModel.exists({ endpoint, userId })
  const device = (await SessionModel.findById(sessionId, 'device').lean())?.device ?? null
  const record = await PushDeviceModel.findOneAndUpdate(
    { endpoint, userId },
    {
      $set: { ...given, sessionId, vapidKey, device, lastError: null },
      $setOnInsert: { _id: ctx.newId(), createdAt: ctx.now(), lastUsedAt: null },
    },
    { upsert: true, returnDocument: 'after' },
  )
    .lean()
    .orFail()
  if (known === null) await recordDevice(ctx, `Turned on: ${nameOf(record)}`)
  return toPushDevice(record, sessionId)
}

/** The address comes from a browser, so it could be any: the worker also checks what its name resolves to. */
function requirePushService({ config }: Context, endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  const toPrivate = config.WEBHOOKS_TO_PRIVATE === 'on'
  const isHttps = url?.protocol === 'https:' || (toPrivate && url?.protocol === 'http:')
  if (!url || !isHttps || url.username || url.password || !hasUsablePort(url)) throw invalid('endpoint', browserMessage)
  if (!toPrivate && !hasPublicHost(url)) {
    throw invalid('endpoint', 'This push service is not on the public internet, so it cannot be reached from here')
  }
}

/** Changes what one of the viewer's devices is notified of, and when not. */
export async function changeDevice(ctx: Context, { id, ...choice }: { id: string } & object): Promise<PushDevice> {
  requireCan(ctx.viewer, 'lead:read')
  const record = await PushDeviceModel.findOneAndUpdate({ _id: id, userId: ctx.viewer.id }, parse(Choice, choice), {
    returnDocument: 'after',
  }).lean()
  if (!record) throw noSuchDevice()
  return toPushDevice(record, ctx.viewer.sessionId)
}

export async function removeDevice(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'lead:read')
  const record = await PushDeviceModel.findOneAndDelete({ _id: id, userId: ctx.viewer.id }).lean()
  if (!record) throw noSuchDevice()
  await recordDevice(ctx, `Turned off: ${nameOf(record)}`)
}

/** Tests of one device within these milliseconds are one. */
const testEveryMs = 5_000

/** Sends a test to one of the viewer's devices, also in its quiet hours. */
export async function testDevice(ctx: Context, id: string): Promise<void> {
  requireCan(ctx.viewer, 'lead:read')
  const userId = ctx.viewer.id
  const device = await PushDeviceModel.exists({ _id: id, userId })
  if (!device) throw noSuchDevice()
  const kind = 'push-test' as const
  const push = { ...byPush, kind, _id: pushId(id, kind, Math.floor(ctx.now().getTime() / testEveryMs)) }
  await storeEmail(ctx, { ...push, leadId: null, userId, pushDeviceId: id })
  await sendStoredEmail(ctx, push)
}

const noSuchDevice = () => new AppError('NOT_FOUND', 'This device is not notified any more.')

const nameOf = ({ device }: Pick<PushDeviceRecord, 'device'>) => device ?? 'an unknown browser'

async function recordDevice(ctx: Context, details: string): Promise<void> {
  if (ctx.viewer === null) return
  const { id, name } = ctx.viewer
  await recordAudit(ctx, { action: 'user.notified', subject: userSubject({ _id: id, name }), details })
}
