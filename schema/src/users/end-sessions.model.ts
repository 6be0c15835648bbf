import type { ClientSession, QueryFilter } from 'mongoose'
import { PushDeviceModel } from '../push/push-device.model.ts'
import { SessionModel, type SessionRecord } from './session.model.ts'

/** Ends sessions, and with them the notifications on their devices. Returns how many there were. */
export async function endSessions(
  filter: QueryFilter<SessionRecord>,
  session: ClientSession | null = null,
): Promise<number> {
  const ended = await SessionModel.find(filter, '_id', { session }).lean()
  if (ended.length === 0) return 0
  const ids = ended.map(({ _id }) => _id)
  const { deletedCount } = await SessionModel.deleteMany({ _id: { $in: ids } }, { ...(session && { session }) })
  await PushDeviceModel.deleteMany({ sessionId: { $in: ids } }, { ...(session && { session }) })
  return deletedCount
}
