import { isDatabaseAway } from '@kerbside/schema/operation/database-away'

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
