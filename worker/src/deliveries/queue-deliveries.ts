import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { deliveryId, type DeliveryKind } from '@kerbside/schema/deliveries/delivery'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { Deps } from '../deps.ts'

export type WantedDelivery = { leadId: number; kind: DeliveryKind; contractorId: string | null }

/** Writes down each mail that must go out, once for all repetitions, and asks for those that are still to be sent. */
export async function queueDeliveries(
  { now, enqueueAll }: Pick<Deps, 'now' | 'enqueueAll'>,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  if (wanted.length === 0) return
  const at = now()
  const ids = wanted.map(({ leadId, kind, contractorId }) => deliveryId(leadId, kind, contractorId))
  const { upsertedCount } = await DeliveryModel.bulkWrite(
    wanted.map(({ leadId, kind, contractorId }) => ({
      updateOne: {
        filter: { _id: deliveryId(leadId, kind, contractorId) },
        update: { $setOnInsert: { leadId, kind, contractorId, ...unsent, createdAt: at, updatedAt: at } },
        upsert: true,
        timestamps: false,
      },
    })),
    { ordered: false },
  )
  await enqueueAll((upsertedCount === ids.length ? ids.map(asNew) : await stillQueued(ids)).map(sendJob))
}

const unsent = { state: 'queued', round: 0, attempts: 0, lastError: null, claimedUntil: null, sentAt: null } as const

const asNew = (id: string) => ({ id, round: 0 })

async function stillQueued(ids: readonly string[]) {
  const found = await DeliveryModel.find({ _id: { $in: ids }, state: 'queued' }, 'round').lean()
  return found.map(({ _id, round }) => ({ id: _id, round }))
}
