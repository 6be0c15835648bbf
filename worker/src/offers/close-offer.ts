import { offerDecided } from '@kerbside/schema/events/event.jobs'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import type { QueryFilter } from 'mongoose'

type Closing = { leadId: number; contractorId: string; state: 'expired' | 'withdrawn' | 'undeliverable'; at: Date }

/**
 * Ends an open offer and writes the event that gives its place to the next firm, in one write. False when it was
 * decided meanwhile.
 */
export async function closeOffer({ leadId, contractorId, state, at }: Closing): Promise<boolean> {
  // A firm that clicked in the last moment won: then nothing matches here.
  const open = { contractorId, state: 'offered', ...(state === 'expired' && { expiresAt: { $lte: at } }) }
  const filter: QueryFilter<LeadRecord> = { _id: leadId, offers: { $elemMatch: open } }
  const { modifiedCount } = await LeadModel.updateOne(filter, {
    $set: {
      'offers.$.state': state,
      'offers.$.decidedAt': at,
      'offers.$.pendingEvent': { type: 'offer.declined', at },
      updatedAt: at,
    },
    $push: { outbox: offerDecided('offer.declined', leadId, contractorId, at) },
  })
  return modifiedCount === 1
}
