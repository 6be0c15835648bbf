import { baseConfig, parseConfig } from '@kerbside/schema/config'
import mongoose from 'mongoose'
import { BackupError } from '../backup/backup-files.ts'
import { z } from 'zod'

/** Written for the person at the terminal: printed as it is, without a stack. */
export class CommandError extends Error {}

/** Runs an operator's command on the database of MONGODB_URI, to its end; a failure is a message and exit code 1. */
export async function runCommand(
  work: (args: string[], db: mongoose.mongo.Db, uri: string) => Promise<void>,
): Promise<void> {
  let code = 1
  try {
    const { MONGODB_URI } = parseConfig(z.object({ MONGODB_URI: baseConfig.MONGODB_URI }), process.env)
    const { connection } = await mongoose.connect(MONGODB_URI, { serverSelectionTimeoutMS: 10_000, autoIndex: false })
    if (!connection.db) throw new CommandError('MongoDB is away.')
    await work(process.argv.slice(2), connection.db, MONGODB_URI)
    code = 0
  } catch (error) {
    console.error(explain(error))
  }
  await mongoose.disconnect()
  process.exit(code)
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof BackupError) return error.message
  if (!(error instanceof Error)) return String(error)
  const isExpected = error instanceof mongoose.mongo.MongoError || error.message.startsWith('Bad configuration')
  return isExpected || error.name.startsWith('Mongoose') ? error.message : (error.stack ?? error.message)
}
