import { isDatabaseAway } from '@kerbside/schema/operation/database-away'
import type { Action } from '@kerbside/schema/users/user'
import { findPermitted } from '@kerbside/schema/users/user.model'
import { withoutAddresses } from '../deliveries/mail-error.ts'
import type { Deps } from '../deps.ts'

/** Another worker has begun the same work anew, its time is over, or an admin has stopped it. */
class TakenOver extends Error {
  override name = 'TakenOver'
}

/** The person who asked for the work may not have it done any more. */
class NotPermitted extends Error {
  override name = 'NotPermitted'
}

/** Stores progress in the record of the work. Throws when this try is not to go on. */
export type Change<Stored> = (changes: Partial<Stored>) => Promise<void>

type Try<Stored> = {
  /** What the log calls the work, and which one it is. */
  name: string
  id: { [name: string]: string }
  /** Who asked for it, and what they must be permitted to do as long as it runs. */
  by: { id: string }
  action: Action
  /** Changes the record as long as this try is its latest one. */
  update: (changes: Partial<Stored> | Ended) => PromiseLike<{ matchedCount: number }>
  work: (change: Change<Stored>) => Promise<void>
  /** Removes what the try has stored beside the record. */
  undo: () => Promise<void>
}
type Ended = { state: 'failed' | 'stopped'; updatedAt: Date }

/**
 * One try of work that takes minutes and stores its progress in a record of MongoDB. While MongoDB is away the job is
 * tried again; any other failure is final and stored in the record.
 */
export async function runTry<Stored>(
  { now, log, settings }: Pick<Deps, 'now' | 'log' | 'settings'>,
  { name, id, by, action, update, work, undo }: Try<Stored>,
) {
  const change: Change<Stored> = async (changes) => {
    if (!(await findPermitted(by.id, action, settings()))) throw new NotPermitted()
    const { matchedCount } = await update({ ...changes, updatedAt: now() })
    if (matchedCount === 0) throw new TakenOver()
  }
  try {
    await change({})
    await work(change)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await undo()
    if (error instanceof TakenOver) return
    if (error instanceof NotPermitted) {
      log.info({ ...id, userId: by.id }, `${name} stopped: the person may not do this any more`)
      await update({ state: 'stopped', updatedAt: now() })
      return
    }
    log.error({ ...id, reason: withoutAddresses(error) }, `${name} failed`)
    await update({ state: 'failed', updatedAt: now() })
  }
}
