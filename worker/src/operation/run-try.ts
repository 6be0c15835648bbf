import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import type { Deps } from '../deps.ts'

/** Another worker has begun the same work anew, or its time is over. */
class TakenOver extends Error {
  override name = 'TakenOver'
}

/** Stores progress in the record of the work. Throws when another try has taken over, which ends this one. */
export type Change<Stored> = (changes: Partial<Stored>) => Promise<void>

type Try<Stored> = {
  /** What the log calls the work, and which one it is. */
  name: string
  id: { [name: string]: string }
  /** Changes the record as long as this try is its latest one. */
  update: (changes: Partial<Stored> | Failed) => PromiseLike<{ matchedCount: number }>
  work: (change: Change<Stored>) => Promise<void>
  /** Removes what the try has stored beside the record. */
  undo: () => Promise<void>
}
type Failed = { state: 'failed'; updatedAt: Date }

/**
 * One try of work that takes minutes and stores its progress in a record of MongoDB. While MongoDB is away the job is
 * tried again; any other failure is final and stored in the record.
 */
export async function runTry<Stored>(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  { name, id, update, work, undo }: Try<Stored>,
) {
  try {
    await work(async (changes) => {
      const { matchedCount } = await update({ ...changes, updatedAt: now() })
      if (matchedCount === 0) throw new TakenOver()
    })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await undo()
    if (error instanceof TakenOver) return
    log.error({ ...id, reason: withoutAddresses(error) }, `${name} failed`)
    await update({ state: 'failed', updatedAt: now() })
  }
}
