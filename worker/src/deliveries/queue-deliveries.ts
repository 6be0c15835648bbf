import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { deliveryId, type DeliveryKind } from '@kerbside/schema/deliveries/delivery'
import { sendJob } from '@kerbside/schema/events/event.jobs'
import type { Deps } from '../deps.ts'
import { unclaimed } from './claim.ts'
import { queuedAgainAt } from './queue-due.ts'

/** `round`: how many times the firm was offered this lead before. */
export type WantedDelivery = { leadId: number; kind: DeliveryKind; contractorId: string | null; round?: number }

/**
 * Stores each mail that must go out, once however often this is repeated, and queues the new ones. The records of the
 * others tell when they are tried again.
 */
export async function queueDeliveries(
  deps: Pick<Deps, 'now' | 'config' | 'enqueueAll'>,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  if (wanted.length === 0) return
  const at = deps.now()
  const times = { roundStartedAt: at, nextTryAt: queuedAgainAt(deps), createdAt: at, updatedAt: at }
  const ids = wanted.map(({ leadId, kind, contractorId, round }) => deliveryId(leadId, kind, contractorId, round))
  const { upsertedIds } = await DeliveryModel.bulkWrite(
    wanted.map(({ leadId, kind, contractorId }, index) => ({
      updateOne: {
        filter: { _id: ids[index] ?? '' },
        update: { $setOnInsert: { leadId, kind, contractorId, ...unsent, ...times } },
        upsert: true,
        timestamps: false,
      },
    })),
    { ordered: false },
  )
  const fresh = ids.filter((_, index) => index in upsertedIds)
  await deps.enqueueAll(fresh.map((id) => sendJob({ id, round: 0 })))
}

const unsent = { state: 'queued', round: 0, attempts: 0, refused: false, lastError: null, sentAt: null, ...unclaimed }
