import type mongoose from 'mongoose'

/**
 * One change of what is stored already. `up` gets the bare database, because models change later and a migration must
 * not; it bears being run again after a crash in its middle, and being run while the former release still writes.
 */
export type Migration = { name: string; up: (db: mongoose.mongo.Db) => Promise<unknown> }

/** In the order in which they run. New ones are added at the end; a name that was released stays. */
export const migrations: readonly Migration[] = []
