import { logDestination, readConfig } from '@kerbside/schema/config'
import { prepareDatabase } from '@kerbside/schema/migrations/prepare-database.model'
import { openTracing } from '@kerbside/schema/operation/open-tracing'
import mongoose from 'mongoose'
import { pino } from 'pino'
import { Config } from './config.ts'
import { withoutAddresses } from './deliveries/mail-error.ts'
import type { Deps } from './deps.ts'
import { serveHealth } from './operation/health.ts'
import { createDeps, startWorker } from './start.ts'

/**
 * Milliseconds after which a stop is forced; the next worker then repeats what was still running. It is long enough for
 * the mail server's answer to an email that it already has, because the next worker would send that email a second time.
 */
const maxStopMs = ({ MAIL_TIMEOUT_SECONDS }: Config) => (45 + MAIL_TIMEOUT_SECONDS) * 1_000

/** Retries until MongoDB is there and migrated. Afterwards the driver reconnects by itself. */
async function connect({ config, log, settings, clock }: Deps, signal: AbortSignal): Promise<void> {
  for (let logged = false; !signal.aborted;) {
    try {
      await mongoose.connect(config.MONGODB_URI, { serverSelectionTimeoutMS: 5_000, autoIndex: false })
      await prepareDatabase(config.MONGODB_URI, log)
      await Promise.all([settings.refresh(), clock.refresh()])
      return
    } catch (error) {
      if (!logged) log.warn({ reason: withoutAddresses(error) }, 'MongoDB is away, or could not be migrated; trying on')
      logged = true
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}

async function main(): Promise<void> {
  const config = readConfig(Config, process.env)
  const log = pino({ level: config.LOG_LEVEL, base: { service: 'worker' } }, pino.destination(logDestination))
  const { deps, close } = createDeps(config, log, await openTracing(config, 'worker'))
  const stopping = new AbortController()
  const stopSignal = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(signal))
  })
  void stopSignal.then((signal) => {
    log.info({ signal, emails: deps.sendingIds.size }, 'stopping: current jobs are finished first')
    stopping.abort()
    setTimeout(() => process.exit(1), maxStopMs(config)).unref()
  })

  const health = await serveHealth(deps)
  await connect(deps, stopping.signal)
  const worker = stopping.signal.aborted ? null : startWorker(deps)
  void worker?.ready().then(
    () => log.info({ port: config.WORKER_PORT, concurrency: config.WORKER_CONCURRENCY }, 'worker ready'),
    () => {
      // Stopped before Redis was there.
    },
  )
  await stopSignal
  await worker?.stop()
  await close()
  health.close()
  health.closeAllConnections()
  await mongoose.disconnect()
  log.info('worker stopped')
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
