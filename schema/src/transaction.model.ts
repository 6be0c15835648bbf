import mongoose, { type ClientSession, type Model } from 'mongoose'

/** For each transaction under way what is done once it is stored. */
const waiting = new WeakMap<ClientSession, (() => void)[]>()

/**
 * All of the writes or none of them, and those that a majority of the replica set has. `work` is called again when the
 * transaction meets another one.
 */
export async function inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const then: (() => void)[] = []
  const attempt = (session: ClientSession) => {
    then.length = 0
    waiting.set(session, then)
    return work(session)
  }
  const result = await mongoose.connection.transaction(attempt, { writeConcern: { w: 'majority' } })
  for (const each of then) each()
  return result
}

/** Done after the session's transaction is stored, and not at all if it never is; at once without a session. */
export function afterCommit(session: ClientSession | undefined, action: () => void): void {
  if (session) waiting.get(session)?.push(action)
  else action()
}

/** A model's collection by the plain driver, for records that are typed already: to cast them again doubles their time. */
export const driverCollection = <T extends object>(model: Model<T>) =>
  model.db.collection<T>(model.collection.collectionName)
