import { LeadModel } from '../leads/lead.model.ts'

/**
 * How many leads have events that should be with Redis by now and are not, and when the oldest of these events was stored.
 * With Redis and a worker there are hardly any: the relay queues them within a second.
 */
export async function outboxBacklog(now: Date): Promise<{ leads: number; oldestAt: Date | null }> {
  const overdue = { 'outbox.dueAt': { $lte: now } }
  const leads = await LeadModel.countDocuments(overdue)
  const oldest = await LeadModel.findOne(overdue, { outbox: 1 }).sort({ 'outbox.dueAt': 1 }).lean()
  return { leads, oldestAt: oldest?.outbox[0]?.at ?? null }
}
