import { deliveryKinds } from '@kerbside/schema/deliveries/delivery'
import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
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
export async function claimDelivery(deps: ClaimDeps, _id: string): Promise<Claim | null> {
  const id = randomUUID()
  const due = [{ state: 'queued' as const }, { state: 'sending' as const, claimedUntil: { $lte: deps.now() } }]
  const delivery = await DeliveryModel.findOneAndUpdate(
    { _id, ...known, $or: due },
    { $set: { state: 'sending', claimId: id, claimedUntil: claimEnd(deps) }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean()
  return delivery && { id, delivery }
}

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
export async function settleSent(claim: Claim, result: UpdateQuery<DeliveryRecord>): Promise<void> {
  if (await settle(claim, { ...result, state: 'sent' })) return
  const own = { _id: claim.delivery._id, claimId: claim.id }
  await retryWhileDatabaseAway(
    () => DeliveryModel.updateOne(own, { ...result, ...unclaimed }),
    new Date(Date.now() + databaseWaitMs),
  )
}

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
