import { LeadModel } from '../leads/lead.model.ts'

/** How many leads have events that Redis has not acknowledged, and when the oldest of these events was stored. */
export async function outboxBacklog(): Promise<{ leads: number; oldestAt: Date | null }> {
  const waiting = { 'outbox.at': { $exists: true } }
  const leads = await LeadModel.countDocuments(waiting)
  const oldest = await LeadModel.findOne(waiting, { outbox: 1 }).sort({ 'outbox.at': 1 }).lean()
  return { leads, oldestAt: oldest?.outbox[0]?.at ?? null }
}
