import mongoose from 'mongoose'

const { MongoError, MongoNetworkError, MongoServerSelectionError } = mongoose.mongo
const names =
  /^(Mongo(oseServerSelection|NotConnected|NetworkTimeout|TopologyClosed|PoolCleared|WriteConcern)|PoolCleared)/

/** MongoDB cannot be reached or is choosing a new primary: the work is not at fault and should simply wait. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true
  if (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError')) return true
  if (!(error instanceof Error)) return false
  return names.test(error.name) || /buffering timed out/.test(error.message)
}

/** Repeats an idempotent write while MongoDB is away, until a moment after which it no longer helps. */
export async function insist<T>(write: () => Promise<T>, until: Date): Promise<T> {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pauseMs > until.getTime()) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
