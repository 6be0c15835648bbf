import type { PushKind } from '@kerbside/schema/deliveries/delivery'
import type { DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { PushDeviceModel, type PushDeviceRecord } from '@kerbside/schema/push/push-device.model'
import { pushKindOf, quietUntil } from '@kerbside/schema/push/push'
import { isSignedInUnder, SessionModel } from '@kerbside/schema/users/session.model'
import { accountMay, type Role } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { settle, type Claim } from '../deliveries/claim.ts'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import {
  attemptOf,
  nextTry,
  postClaimed,
  sendClaimed,
  settleFailed,
  settleTaken,
  settleUnwanted,
  type PostDeps,
  type Tried,
} from '../deliveries/post-delivery.ts'
import type { Deps } from '../deps.ts'
import { isTaken, PrivateAddressError, type WebhookAnswer } from '../deliveries/post-webhook.ts'
import { encryptPush, readVapid, UnusableKeysError } from './encrypt-push.ts'
import { renderPush } from './render-push.ts'

type SendDeps = PostDeps & Pick<Deps, 'settings'>

/** A notification that is not taken is tried again at least this often. */
const maxWaitMs = 3_600_000
/** After this it is no news any more. */
const giveUpMs = 24 * 3_600_000

/**
 * Sends one notification to the push service of its device and stores the outcome. What is no longer wanted is dropped,
 * and what falls into the device's quiet hours waits for their end.
 */
export const sendPush = (deps: SendDeps, id: string): Promise<void> =>
  sendClaimed(deps, id, (claim) => trySending(deps, claim))

async function trySending(deps: SendDeps, claim: Claim): Promise<void> {
  const { delivery } = claim
  const vapid = readVapid(deps.config)
  const found = await findDevice(deps, delivery)
  if (vapid === null || found === null) return drop(deps, claim, 'no device')
  const { device, role } = found
  const quietEnd = delivery.kind === 'push-test' ? null : quietUntil(device, deps.now())
  if (quietEnd !== null) {
    return void (await settle(claim, { state: 'queued', nextTryAt: quietEnd, $inc: { attempts: -1 } }))
  }
  const message = await renderPush(deps, delivery, role)
  if (message === null) return drop(deps, claim, 'not wanted')
  const tried: TriedPush = { claim, device, startedAt: deps.now(), status: null }
  if (device.vapidKey !== vapid.publicKey) return recordFailure(deps, tried, keyChanged, 'final')
  let answer: WebhookAnswer
  try {
    answer = await postClaimed(deps, tried, encryptPush(vapid, device, { kind: delivery.kind as PushKind, message }))
  } catch (error) {
    const isFinal = error instanceof PrivateAddressError || error instanceof UnusableKeysError
    return recordFailure(deps, tried, withoutAddresses(error), isFinal ? 'final' : 'later')
  }
  if (!isTaken(answer)) return recordAnswer(deps, tried, answer)
  const sentAt = await settleTaken(deps, tried, `Answered ${answer.status}`)
  await PushDeviceModel.updateOne({ _id: device._id }, { lastUsedAt: sentAt, lastError: null })
  report(deps, delivery, 'sent', 'push sent')
}

const keyChanged = 'The server has new keys: open the app on this device'

type Found = { device: PushDeviceRecord; role: Role }

/** The device while its owner is signed in on it, may see leads and has chosen this. With an ended session it goes. */
async function findDevice(deps: SendDeps, { kind, userId, pushDeviceId }: DeliveryRecord): Promise<Found | null> {
  const device = await PushDeviceModel.findById(pushDeviceId).lean()
  if (!device || device.userId !== userId) return null
  const [user, session] = await Promise.all([
    UserModel.findById(userId, 'role status credentialsVersion twoStepEnabledAt').lean(),
    SessionModel.findById(device.sessionId).lean(),
  ])
  const isSignedIn =
    user?.status === 'active' &&
    session !== null &&
    String(session.userId) === userId &&
    session.expiresAt > deps.now() &&
    isSignedInUnder(session, user)
  if (!user || !isSignedIn) {
    await PushDeviceModel.deleteOne({ _id: device._id, sessionId: device.sessionId })
    return null
  }
  const isChosen = kind === 'push-test' || device.events.some((event) => pushKindOf(event) === kind)
  return isChosen && accountMay(user, 'lead:read', deps.settings()) ? { device, role: user.role } : null
}

async function drop(deps: SendDeps, claim: Claim, why: string): Promise<void> {
  report(deps, claim.delivery, 'dropped', 'push no longer wanted', { why })
  await settleUnwanted(claim)
}

type TriedPush = Tried & { device: PushDeviceRecord }

/** The answers of RFC 8030 that are no success. */
async function recordAnswer(deps: SendDeps, tried: TriedPush, { status, retryAfter }: WebhookAnswer): Promise<void> {
  const { claim, device } = tried
  if (status === 404 || status === 410) {
    await PushDeviceModel.deleteOne({ _id: device._id, endpoint: device.endpoint })
    const lastError = `Answered ${status}: the browser has ended its subscription`
    await settle(claim, { state: 'expired', nextTryAt: null, lastError, ...attemptOf(deps, tried, lastError) })
    return report(deps, claim.delivery, 'dropped', 'push device gone', { status })
  }
  const isBusy = status === 408 || status === 429 || status >= 500
  const notBefore = isBusy ? timeAfter(retryAfter, deps.now()) : null
  return recordFailure(deps, tried, `Answered ${status}`, isBusy ? 'later' : 'final', notBefore)
}

/** The header Retry-After: seconds, or a date. Null when there is none. */
function timeAfter(retryAfter: string | null, now: Date): Date | null {
  if (retryAfter === null) return null
  const at = /^\d+$/.test(retryAfter) ? now.getTime() + Number(retryAfter) * 1_000 : Date.parse(retryAfter)
  return Number.isNaN(at) ? null : new Date(at)
}

/** Stores when the notification is tried again, or that it is given up. */
async function recordFailure(
  deps: SendDeps,
  tried: TriedPush,
  lastError: string,
  when: 'later' | 'final',
  notBefore: Date | null = null,
): Promise<void> {
  const { claim, device } = tried
  const { kind, createdAt } = claim.delivery
  const at = deps.now()
  const next = new Date(Math.max(nextTry(at, createdAt, maxWaitMs).getTime(), notBefore?.getTime() ?? 0))
  // A test is for somebody who looks at it: it is not repeated.
  const givenUp = when === 'final' || kind === 'push-test' || next.getTime() >= createdAt.getTime() + giveUpMs
  // What a push service says beside its status can repeat the address, which nobody else may know: it is not kept.
  await settleFailed(deps, tried, { lastError, nextTryAt: givenUp ? null : next })
  await PushDeviceModel.updateOne({ _id: device._id }, { lastError })
  report(deps, claim.delivery, givenUp ? 'failed' : 'retried', givenUp ? 'push given up' : 'push not taken', {
    reason: lastError,
  })
}

/** Neither the address nor the keys of a device are logged. */
function report(
  { metrics, log }: SendDeps,
  { _id, kind, leadId, attempts }: DeliveryRecord,
  result: 'sent' | 'dropped' | 'retried' | 'failed',
  message: string,
  more: object = {},
): void {
  metrics.deliveries.inc({ kind, result })
  const isBad = result === 'retried' || result === 'failed'
  log[isBad ? 'warn' : 'info']({ delivery: _id, leadId, attempts, ...more }, message)
}
