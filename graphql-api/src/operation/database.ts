import { prepareDatabase } from '@kerbside/schema/migrations/prepare-database.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import { isProduction } from '../config.ts'
import type { Deps } from '../deps.ts'

/** A request fails within seconds while MongoDB is away, and the driver goes on looking for it by itself. */
const options = {
  bufferCommands: false,
  autoCreate: false,
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 15_000,
  waitQueueTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 50,
  appName: 'kerbside-api',
} satisfies mongoose.ConnectOptions

type DatabaseDeps = Pick<Deps, 'config' | 'log' | 'settings' | 'clock'>
export type Database = {
  /** Once everything is there that a request needs. */
  ready: Promise<void>
  close: () => Promise<void>
}

/** Why the api must not run at all. */
export class CannotRunError extends Error {}

/**
 * Connects in the background, migrates what is stored and makes what indexes are missing, again and again until it
 * works: the api may be started before MongoDB. `onCannotRun` is called with an error that waiting does not mend.
 */
export function openDatabase(
  { config, log, settings, clock }: DatabaseDeps,
  onCannotRun: (error: CannotRunError) => void,
): Database {
  let closing = false
  let timer: NodeJS.Timeout | undefined
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const attempt = async (number: number): Promise<void> => {
    try {
      if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) {
        await mongoose.connect(config.MONGODB_URI, options)
      }
      if (isProduction(config)) await rejectDemoUsers()
      await prepareDatabase(config.MONGODB_URI, log)
      await Promise.all([settings.refresh(), clock.refresh()])
      log.info('database ready')
      isReady()
    } catch (error) {
      if (error instanceof CannotRunError) return onCannotRun(error)
      if (closing) return
      if (number === 1) log.warn({ err: error }, 'MongoDB is away, or could not be migrated; trying on')
      timer = setTimeout(() => void attempt(number + 1), 1_000)
    }
  }
  const first = attempt(1)
  return {
    ready,
    async close() {
      closing = true
      clearTimeout(timer)
      await mongoose.disconnect()
      await first
    },
  }
}

async function rejectDemoUsers() {
  const demo = await UserModel.exists({ email: { $in: ['admin@kerbside.example', 'manager@kerbside.example'] } })
  if (demo) {
    throw new CannotRunError('This database holds the demo users, whose passwords everybody knows. Delete them first.')
  }
}
