import { DeliveryModel, type DeliveryRecord } from '@kerbside/schema/deliveries/delivery.model'
import { randomUUID } from 'node:crypto'
import type { UpdateQuery } from 'mongoose'
import { insist } from '../operation/database-away.ts'
import type { Deps } from '../deps.ts'

type ClaimDeps = Pick<Deps, 'now' | 'config'>

/** A delivery that one run has for itself, until the claim runs out. */
export type Claim = { id: string; delivery: DeliveryRecord }

/** Null: done, given up, or in the hands of another run. */
export async function claimDelivery(deps: ClaimDeps, deliveryId: string): Promise<Claim | null> {
  const id = randomUUID()
  const delivery = await DeliveryModel.findOneAndUpdate(
    { _id: deliveryId, $or: [{ state: 'queued' }, { state: 'sending', claimedUntil: { $lte: deps.now() } }] },
    { $set: { state: 'sending', claimId: id, claimedUntil: claimEnd(deps) }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean()
  return delivery && { id, delivery }
}

const claimEnd = ({ now, config }: ClaimDeps) => new Date(now().getTime() + config.MAIL_CLAIM_SECONDS * 1_000)

/** Holds on to the delivery while its sender is at work, however long the mail server takes. */
export async function whileClaimed<T>(deps: ClaimDeps, { id, delivery }: Claim, work: () => Promise<T>): Promise<T> {
  const renew = () => {
    DeliveryModel.updateOne(
      { _id: delivery._id, claimId: id, state: 'sending' },
      { claimedUntil: claimEnd(deps) },
      { timestamps: false },
    ).catch(() => {
      // MongoDB is away, so nobody else can take the delivery either. Renewed at the next turn.
    })
  }
  const timer = setInterval(renew, (deps.config.MAIL_CLAIM_SECONDS * 1_000) / 4)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** How long a result is kept at hand when MongoDB is away. Until it is back nobody else can claim the delivery. */
const keptForMs = 15 * 60_000

/** Writes down a claim's result. False when the claim had run out and another run has the delivery, or it is decided. */
export async function settle({ id, delivery }: Claim, result: UpdateQuery<DeliveryRecord>): Promise<boolean> {
  const end = { claimId: null, claimedUntil: null }
  const { matchedCount } = await insist(
    () => DeliveryModel.updateOne({ _id: delivery._id, claimId: id, state: 'sending' }, { ...result, ...end }),
    new Date(Date.now() + keptForMs),
  )
  return matchedCount === 1
}
