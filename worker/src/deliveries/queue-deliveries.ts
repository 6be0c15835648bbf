import {
  deliveryId,
  giveUpHours,
  isWebhookKind,
  offerEmailKinds,
  type LeadEmailKind,
  type WebhookKind,
} from '@kerbside/schema/deliveries/delivery'
import {
  byEmail,
  byPush,
  byWebhook,
  DeliveryModel,
  inDigest,
  type DeliveryRecord,
} from '@kerbside/schema/deliveries/delivery.model'
import { findMailOutage, type MailOutage } from '@kerbside/schema/deliveries/mail-outage.model'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { QueryFilter } from 'mongoose'
import type { Deps } from '../deps.ts'
import { known, unclaimed } from './claim.ts'

export type WantedDelivery = {
  leadId: number
  kind: LeadEmailKind | WebhookKind
  contractorId: string | null
  quoteId?: string
  /** How many times the firm was offered this lead before. */
  round?: number
  /** The email waits until then. */
  notBefore?: Date
  /** It is told of within this email and has none of its own. */
  digestId?: string
}

/** What a firm's webhook is sent is a delivery too, of another channel, and so is an offer in a digest. */
const channelOf = ({ kind, digestId }: Pick<WantedDelivery, 'kind' | 'digestId'>) =>
  digestId === undefined ? (isWebhookKind(kind) ? byWebhook : {}) : { ...inDigest, digestId }

/**
 * Stores each email that must go out, once however often this is repeated, and queues the new ones that do not wait. The
 * records of the others tell when they are tried again.
 */
export async function queueDeliveries(
  deps: Pick<Deps, 'now' | 'config' | 'enqueueAll'>,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  if (wanted.length === 0) return
  const at = deps.now()
  const times = { roundStartedAt: at, createdAt: at, updatedAt: at }
  const heldUntil = wanted.map(({ notBefore }) => (notBefore && notBefore > at ? notBefore : null))
  const ids = wanted.map(({ leadId, kind, contractorId, quoteId, round }) =>
    deliveryId(leadId, kind, quoteId ?? contractorId, round),
  )
  const { upsertedIds } = await DeliveryModel.bulkWrite(
    wanted.map(({ leadId, kind, contractorId, digestId }, index) => ({
      updateOne: {
        filter: { _id: ids[index] ?? '' },
        update: {
          $setOnInsert: {
            leadId,
            kind,
            contractorId,
            ...channelOf({ kind, ...(digestId && { digestId }) }),
            nextTryAt: heldUntil[index] ?? queuedAgainAt(deps),
            ...unsent,
            ...times,
          },
        },
        upsert: true,
        timestamps: false,
      },
    })),
    { ordered: false },
  )
  const fresh = wanted.flatMap((delivery, index) => {
    const id = ids[index]
    const isDue = index in upsertedIds && !heldUntil[index] && !delivery.digestId
    return id && isDue ? [sendJob({ id, round: 0, ...channelOf(delivery) })] : []
  })
  await deps.enqueueAll(fresh)
}

/** What a delivery begins with. */
export const unsent = {
  state: 'queued',
  round: 0,
  attempts: 0,
  refused: false,
  lastError: null,
  sentAt: null,
  ...unclaimed,
}

/** Deliveries of one kind queued in one pass. */
const batchSize = 500

type DueDeps = Pick<Deps, 'now' | 'config' | 'enqueueAll' | 'log' | 'metrics'>

/**
 * Queues every delivery that is due: to be tried again, lost by Redis, or left behind by a worker that was killed. While the
 * mail server is away it queues a single email each time the next try is due; all the others stay due, in their order, for
 * when the server is back.
 */
export async function queueDueDeliveries(deps: DueDeps): Promise<void> {
  await queueDue(deps, byWebhook, batchSize)
  await queueDue(deps, byPush, batchSize)
  const outage = await findMailOutage()
  if (outage !== null) await giveUpWaiting(deps, outage)
  if (outage === null) await queueDue(deps, byEmail, batchSize)
  else if (outage.nextTryAt <= deps.now()) await queueDue(deps, byEmail, 1)
}

async function queueDue(
  deps: DueDeps,
  channel: typeof byEmail | typeof byPush | typeof byWebhook,
  limit: number,
): Promise<void> {
  const at = deps.now()
  const wanted = { ...channel, ...known }
  const due = { ...wanted, state: 'queued' as const, nextTryAt: { $not: { $gt: at } } }
  const abandoned = await oldest({ ...wanted, state: 'sending', claimedUntil: { $lte: at } }, limit)
  const waiting = await oldest(due, limit - abandoned.length)
  const found = [...abandoned, ...waiting]
  if (found.length === 0) return
  await deps.enqueueAll(found.map(({ _id, round }) => sendJob({ id: _id, round, ...channel })))
  const ids = waiting.map(({ _id }) => _id)
  await DeliveryModel.updateMany(
    { _id: { $in: ids }, ...due },
    { nextTryAt: queuedAgainAt(deps) },
    { timestamps: false },
  )
}

/** When an email that has just been queued is queued again, unless somebody has tried it by then. */
export const queuedAgainAt = ({ now, config }: Pick<Deps, 'now' | 'config'>) =>
  new Date(now().getTime() + config.SWEEP_AFTER_SECONDS * 1_000)

const oldest = async (filter: QueryFilter<DeliveryRecord>, limit: number) =>
  limit > 0 ? DeliveryModel.find(filter, 'round').sort({ nextTryAt: 1, _id: 1 }).limit(limit).lean() : []

/** When an email that was not rejected is given up; the emails of offers are tried until the offer expires. */
export const givenUpAt = ({ roundStartedAt, createdAt }: Pick<DeliveryRecord, 'roundStartedAt' | 'createdAt'>) =>
  new Date((roundStartedAt ?? createdAt).getTime() + giveUpHours * 3_600_000)

/** Gives up the emails whose time was over when the mail server was last found away. */
async function giveUpWaiting({ log, metrics }: DueDeps, { lastFailedAt, lastError }: MailOutage): Promise<void> {
  const before = new Date(lastFailedAt.getTime() - giveUpHours * 3_600_000)
  const tooOld: QueryFilter<DeliveryRecord> = {
    ...byEmail,
    state: 'queued',
    kind: { $nin: offerEmailKinds },
    createdAt: { $lte: before },
    roundStartedAt: { $not: { $gt: before } },
  }
  for (const { _id, kind, leadId } of await DeliveryModel.find(tooOld, 'kind leadId').limit(batchSize).lean()) {
    const { modifiedCount } = await DeliveryModel.updateOne(
      { _id, ...tooOld },
      { state: 'failed', nextTryAt: null, lastError },
    )
    if (modifiedCount === 0) continue
    metrics.deliveries.inc({ kind, result: 'failed' })
    log.warn({ delivery: _id, leadId, reason: lastError }, 'mail given up')
  }
}
