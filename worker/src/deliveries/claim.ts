import { deliveryKinds } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { inGroups } from '@kerbside/schema/operation/in-groups'
import { driverCollection } from '@kerbside/schema/transaction.model'
import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { randomUUID } from 'node:crypto'
import type { UpdateQuery } from 'mongoose'
import type { Deps } from '../deps.ts'

/** What a newer release has stored, of a kind that this one does not know, waits for a worker that does. */
export const known = { kind: { $in: deliveryKinds } }

type ClaimDeps = Pick<Deps, 'now' | 'config'>

/** A delivery that only this run may send, until the claim expires. */
export type Claim = { id: string; delivery: DeliveryRecord }

/** Null when the delivery is done or given up, or when another run has claimed it. */
export const claimDelivery = (deps: ClaimDeps, id: string): Promise<Claim | null> =>
  claimInGroups({ id, claimId: randomUUID(), at: deps.now(), until: claimEnd(deps) })

type WantedClaim = { id: string; claimId: string; at: Date; until: Date }

const deliveries = driverCollection(DeliveryModel)

/**
 * What is done for each email, and costs the more the fewer of them share a command. Emails that are claimed together are
 * also composed together.
 */
const atIntervals = { everyMs: 10 }

/** Each delivery is claimed by an atomic update of its own; then those are read that carry this run's claim. */
const claimInGroups = inGroups(async (wanted: readonly WantedClaim[]) => {
  await deliveries.bulkWrite(
    wanted.map(({ id, claimId, at, until }) => ({
      updateOne: {
        filter: { _id: id, ...known, $or: [{ state: 'queued' }, { state: 'sending', claimedUntil: { $lte: at } }] },
        update: { $set: { state: 'sending', claimId, claimedUntil: until, updatedAt: at }, $inc: { attempts: 1 } },
      },
    })),
    { ordered: false },
  )
  const claimed = await deliveries.find({ _id: { $in: wanted.map(({ id }) => id) }, state: 'sending' }).toArray()
  const byClaim = new Map(claimed.map((delivery) => [delivery.claimId, delivery]))
  return wanted.map(({ claimId }) => {
    const delivery = byClaim.get(claimId)
    return delivery ? { id: claimId, delivery } : null
  })
}, atIntervals)

const claimEnd = ({ now, config }: ClaimDeps) => new Date(now().getTime() + config.MAIL_CLAIM_SECONDS * 1_000)

/** Renews the claim while `work` runs, however long the mail server takes. */
export async function whileClaimed<T>(deps: ClaimDeps, { id, delivery }: Claim, work: () => Promise<T>): Promise<T> {
  const renew = () => {
    DeliveryModel.updateOne(
      { _id: delivery._id, claimId: id, state: 'sending' },
      { claimedUntil: claimEnd(deps) },
      { timestamps: false },
    ).catch(() => {
      // MongoDB is away, so nobody else can claim the delivery either. The next interval renews it.
    })
  }
  const timer = setInterval(renew, (deps.config.MAIL_CLAIM_SECONDS * 1_000) / 4)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** For how long a result waits for MongoDB. While it is away nobody else can claim the delivery. */
const databaseWaitMs = 15 * 60_000

export const unclaimed = { claimId: null, claimedUntil: null }

/** Stores a claim's result. False when the claim had expired and another run has the delivery, or it is decided. */
export async function settle({ id, delivery }: Claim, result: UpdateQuery<DeliveryRecord>): Promise<boolean> {
  const { matchedCount } = await retryWhileDatabaseAway(
    () => DeliveryModel.updateOne({ _id: delivery._id, claimId: id, state: 'sending' }, { ...result, ...unclaimed }),
    new Date(Date.now() + databaseWaitMs),
  )
  return matchedCount === 1
}

/** Stores that an email went out. A firm may have decided before this: then the delivery's state stays as it is. */
export async function settleSent({ id, delivery }: Claim, { $push, ...result }: Sent): Promise<void> {
  const own = { _id: delivery._id, claimId: id }
  const set = { ...result, updatedAt: result.sentAt, ...unclaimed }
  await retryWhileDatabaseAway(() => storeInGroups({ own, set, $push }), new Date(Date.now() + databaseWaitMs))
}

type Sent = Partial<DeliveryRecord> & { sentAt: Date; $push: Record<string, object> }
type SentUpdate = { own: { _id: string; claimId: string }; set: Partial<DeliveryRecord>; $push: Sent['$push'] }

const storeInGroups = inGroups(async (sent: readonly SentUpdate[]) => {
  const store = async (updates: readonly SentUpdate[]) => {
    const write = (state?: 'sent') =>
      deliveries.bulkWrite(
        updates.map(({ own, set, $push }) => ({
          updateOne: {
            filter: { ...own, ...(state && { state: 'sending' }) },
            update: { $set: { ...set, ...(state && { state }) }, $push },
          },
        })),
      )
    const { matchedCount } = await write('sent')
    if (matchedCount === updates.length) return
    // Those that were just stored have no claim any more, so that only the decided ones are found.
    await write()
  }
  try {
    await store(sent)
    return sent.map(() => null)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    // One that cannot be stored must not keep the others from it: their emails would go out twice.
    const results = await Promise.allSettled(sent.map((one) => store([one])))
    return results.map((result) => (result.status === 'fulfilled' ? null : (result.reason as Error)))
  }
}, atIntervals)

/** Repeats an idempotent write while MongoDB is away, until the given time. */
export async function retryWhileDatabaseAway<T>(write: () => Promise<T>, until: Date): Promise<T> {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pauseMs > until.getTime()) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
