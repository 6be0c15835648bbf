import type { PushKind } from '@kerbside/schema/deliveries/delivery'
import type { PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import type { PushMessage } from '@kerbside/schema/push/push'
import { createHmac } from 'node:crypto'
import webPush from 'web-push'
import type { Config } from '../config.ts'
import type { Posting } from '../deliveries/post-webhook.ts'

/** The keys that sign, and whom a push service writes to when something is wrong. */
type Vapid = { publicKey: string; privateKey: string; subject: string }

/** Null when notifications are off, because no keys are configured. */
export function readVapid(config: Config): Vapid | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT, MAIL_FROM } = config
  if (!publicKey || !privateKey) return null
  return { publicKey, privateKey, subject: VAPID_SUBJECT ?? `mailto:${MAIL_FROM.address}` }
}

/** The keys of a device encrypt nothing. */
export class UnusableKeysError extends Error {
  override message = 'The keys of this device cannot be used: turn notifications off and on there'
}

const hour = 3_600
/** Seconds for which a push service keeps a notification for a device that is off. */
const keptSeconds: Record<PushKind, number> = {
  'push-new-lead': 4 * hour,
  'push-promise-warning': 2 * hour,
  'push-assignment': 24 * hour,
  'push-mention': 24 * hour,
  'push-test': 300,
}
/** What must wake a sleeping phone. */
const urgent: readonly PushKind[] = ['push-new-lead', 'push-promise-warning', 'push-test']

/** Messages are filled up to this size, so that their length tells nothing. */
const paddedLength = 512

/** Encrypted for the device alone (RFC 8291) and signed (RFC 8292). */
export function encryptPush(
  { publicKey, privateKey, subject }: Vapid,
  { endpoint, p256dh, auth }: Pick<PushDeviceRecord, 'endpoint' | 'p256dh' | 'auth'>,
  { kind, message }: { kind: PushKind; message: PushMessage },
): Posting {
  const options = {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: keptSeconds[kind],
    urgency: urgent.includes(kind) ? ('high' as const) : ('normal' as const),
    // A push service keeps the latest of a topic. It can read the topic, so that is no number of a lead.
    topic: createHmac('sha256', privateKey).update(message.tag).digest('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm' as const,
  }
  const subscription = { endpoint, keys: { p256dh, auth } }
  try {
    const details = webPush.generateRequestDetails(subscription, JSON.stringify(message).padEnd(paddedLength), options)
    return { url: endpoint, headers: textHeaders(details.headers), body: details.body }
  } catch (error) {
    throw new UnusableKeysError(undefined, { cause: error })
  }
}

const textHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
