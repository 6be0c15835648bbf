import { eventTypes } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'

/** Whether a job does what follows from an event of a lead. */
export const isEvent = (name: string): boolean => eventTypes.some((type) => type === name)

/**
 * Does what follows from an event, as long as it is in its lead's outbox, and takes it out afterwards. So an event that is
 * done, or that staff have given up, has no effect any more, however late and often its job comes.
 */
export async function runEvent(
  leadId: number,
  eventId: string | undefined,
  handle: () => Promise<void>,
): Promise<void> {
  const stored = { _id: leadId, 'outbox.id': eventId ?? '' }
  if ((await LeadModel.exists(stored)) === null) return
  await handle()
  // Not awaiting a majority: an event that comes back after a failover is done again.
  await LeadModel.updateOne(
    stored,
    { $pull: { outbox: { id: eventId } } },
    { timestamps: false, writeConcern: { w: 1 } },
  )
}
