import { logDestination, readConfig } from '@kerbside/schema/config'
import { warnOfEviction } from '@kerbside/schema/operation/redis-policy.queue'
import { openTracing } from '@kerbside/schema/operation/open-tracing'
import { defaultSettings } from '@kerbside/schema/settings/settings'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { createApp } from './app.ts'
import { startCanary } from './canary/canary.service.ts'
import { startBulkChanges } from './bulk-changes/run-bulk-changes.ts'
import { Config, operatorOf } from './config.ts'
import { createDeps } from './create-deps.ts'
import { startKeepingAssets } from './operation/kept-assets.ts'
import { openDatabase } from './operation/database.ts'
import { createServer, stopServer } from './http/server.ts'

/** The environment is read here and nowhere else. */
const config = readConfig(Config, process.env)
const log = pino({ level: config.LOG_LEVEL, base: { service: 'api' } }, pino.destination(logDestination))
const unnamed = Object.entries(operatorOf(config, defaultSettings)).filter(([, value]) => value === null)
if (unnamed.length > 0) {
  const missing = unnamed.map(([name]) => `OPERATOR_${name.toUpperCase()}`)
  log.warn({ missing }, 'the privacy notice must say who runs this site: set these, or fill in Settings')
}
const { deps, close } = createDeps(config, log, await openTracing(config, 'api'))
warnOfEviction(deps.redis, log)
const database = openDatabase(deps, (error) => {
  log.fatal(error.message)
  void stop(1)
})
const bulkChanges = startBulkChanges(deps)
const canary = startCanary(deps)
const keptAssets = startKeepingAssets(deps)
const app = createApp(deps)
const server = createServer(app)
server.on('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE'
  log.fatal(taken ? `Port ${config.PORT} on ${config.HOST} is taken by another program.` : error.message)
  void stop(1)
})
let stopping = false
process.once('SIGTERM', () => void stop(0))
process.once('SIGINT', () => void stop(0))

// Whoever comes first after a restart finds everything there. Without MongoDB the api says after some seconds that it is away.
await Promise.race([database.ready, sleep(3_000)])
if (!stopping) {
  server.listen(config.PORT, config.HOST, () => log.info({ host: config.HOST, port: config.PORT }, 'listening'))
}

/** Accepted requests are answered and their events published before anything is closed. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  log.info('stopping')
  setTimeout(() => {
    log.error('not everything could be closed within 10 seconds')
    process.exit(1)
  }, 10_000).unref()
  deps.leadEvents.close() // its answers would never end
  await Promise.all([stopServer(server), bulkChanges.close(), canary.close(), keptAssets.close()])
  await close()
  await database.close()
  log.info('stopped')
  process.exit(code)
}
