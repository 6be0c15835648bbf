import { byEmail, DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import {
  MailOutageModel,
  findMailOutage,
  mailOutageId,
  type OutageKind,
} from '@kerbside/schema/deliveries/mail-outage.model'
import type { Deps } from '../deps.ts'
import { createHash } from 'node:crypto'
import { domainOf } from '../email.ts'

const minWaitMs = 2_000
const maxWaitMs = 15 * 60_000
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

/** Milliseconds before the next try: as long as it has been failing so far, within these bounds. */
export const outageWait = (failingForMs: number) => between(minWaitMs, failingForMs, maxWaitMs)

/**
 * A server that is away is tried often, to notice its return. One that rejects us may count what it rejects. One that
 * rejects everybody is tried with email after email, of which the first ones may really have bad addresses.
 */
const maxProbeWaitMs: Record<OutageKind, number> = {
  unreachable: 10_000,
  'refuses-sign-in': maxWaitMs,
  'refuses-sender': maxWaitMs,
  'refuses-connection': maxWaitMs,
  'refuses-all': 60_000,
}

/** Milliseconds between the single emails that are tried during an outage. */
const probeWaitMs = (kind: OutageKind, awayForMs: number) => between(minWaitMs, awayForMs / 4, maxProbeWaitMs[kind])

/**
 * Milliseconds until the server must let us begin with a message. A probe has less, because it may hang on a connection of
 * before the return; after minutes as much as the others, should the server be slow.
 */
const usualStartMs = 30_000
const probeStartMs = (awayForMs: number) => between(10_000, awayForMs / 40, usualStartMs)

/** During an outage only one email is tried, each time the next try is due: the probe. */
export type Turn = { isProbe: boolean; startMs: number }

/** Null when an email may not be tried now. A probe that still waits for the server does not keep the next one from it. */
export async function takeTurn({ now }: Pick<Deps, 'now'>): Promise<Turn | null> {
  const outage = await findMailOutage()
  if (outage === null) return { isProbe: false, startMs: usualStartMs }
  const at = now()
  if (outage.nextTryAt > at) return null
  const awayForMs = at.getTime() - outage.since.getTime()
  const nextTryAt = new Date(at.getTime() + probeWaitMs(outage.kind, awayForMs))
  const { modifiedCount } = await MailOutageModel.updateOne(
    { _id: mailOutageId, nextTryAt: outage.nextTryAt },
    { nextTryAt },
  )
  return modifiedCount === 1 ? { isProbe: true, startMs: probeStartMs(awayForMs) } : null
}

/** Whether the mail server has accepted an email since then, of whichever worker. */
export async function hasAcceptedSince(since: Date): Promise<boolean> {
  const latest = await DeliveryModel.findOne({ ...byEmail, state: 'sent' }, 'sentAt')
    .sort({ updatedAt: -1 })
    .lean()
  return latest?.sentAt ? latest.sentAt > since : false
}

/** Stores that the mail server takes no email, which a try noticed that began at `triedAt`. `known`: that was stored before. */
export async function recordOutage(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  { outage: kind, message }: { outage: OutageKind; message: string },
  triedAt: Date,
): Promise<'new' | 'known'> {
  const at = now()
  const nextTryAt = new Date(at.getTime() + probeWaitMs(kind, at.getTime() - triedAt.getTime()))
  const seen = { kind, lastError: message, lastFailedAt: at }
  // Two workers may notice at the same moment: the upsert makes one document, and only its author logs.
  const before = await MailOutageModel.findOneAndUpdate(
    { _id: mailOutageId },
    // From then on the next try is due by the turn that was taken last, however long its email waited in vain.
    { $set: seen, $setOnInsert: { since: triedAt, nextTryAt } },
    { upsert: true, returnDocument: 'before' },
  ).lean()
  if (before !== null) return 'known'
  log.warn({ outage: kind, reason: message }, 'the mail server takes no email; all emails wait for it')
  return 'new'
}

/** Called when the mail server has answered about an email again. */
export async function endOutage({ now, log }: Pick<Deps, 'now' | 'log'>): Promise<void> {
  const ended = await MailOutageModel.findOneAndDelete({ _id: mailOutageId }).lean()
  if (ended === null) return
  const awaySeconds = Math.round((now().getTime() - ended.since.getTime()) / 1_000)
  log.info({ outage: ended.kind, awaySeconds }, 'the mail server takes email again')
}

/** So many rejections in a row, to different domains, are no bad addresses: the mail server takes nothing at all. */
const maxRun = 5
/** Rejections further apart than this have nothing to do with each other. */
const rememberedSeconds = 3_600

/** A rejected email is tried once more after this, while which it shows whether the server rejects everybody. */
export const confirmAfterMs = 10_000

/**
 * Counts that the server has rejected an email to this address. True when it rejects everybody: the last emails of all workers
 * were to different domains, and none was accepted since the first of them. Redis keeps the latest time of each domain.
 */
export async function rejectsAll({ redis, config, now }: Pick<Deps, 'redis' | 'config' | 'now'>, address: string) {
  const key = `${config.REDIS_PREFIX}:rejections`
  const domain = createHash('sha256')
    .update(domainOf({ name: '', address }))
    .digest('base64url')
  await redis.zadd(key, now().getTime(), domain)
  await redis.expire(key, rememberedSeconds)
  await redis.zremrangebyrank(key, 0, -maxRun - 1)
  const run = await redis.zrange(key, '0', '-1', 'WITHSCORES')
  const [, first] = run
  return run.length === 2 * maxRun && !(await hasAcceptedSince(new Date(Number(first))))
}
