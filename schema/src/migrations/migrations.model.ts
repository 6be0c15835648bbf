import type mongoose from 'mongoose'
import { markPendingDecisions } from './mark-pending-decisions.model.ts'

/**
 * One change of what is stored already. `up` gets the bare database, because models change later and a migration must
 * not; it bears being run again after a crash in its middle, and being run while the former release still writes.
 */
export type Migration = { name: string; up: (db: mongoose.mongo.Db) => Promise<unknown> }

/** In the order in which they run. New ones are added at the end; a name that was released stays. */
export const migrations: readonly Migration[] = [
  {
    name: '2026-11-21-sessions-by-credentials',
    async up(db) {
      const without = { credentialsVersion: { $exists: false } }
      await db.collection('users').updateMany(without, { $set: { credentialsVersion: 0 } })
      // Their refresh tokens are of a kind that is not read any more.
      await db.collection('sessions').deleteMany({ seed: { $exists: false } })
    },
  },
  { name: '2026-11-21-pending-decisions', up: markPendingDecisions },
]
