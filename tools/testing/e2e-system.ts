import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from '../build/build-all.ts'
import { dataFolder } from '../cli/folders.ts'
import { pidFileOf } from '../local/server-process.ts'
import { startSystem } from '../local/system.ts'
import { seedOnce } from '../seed/seed-once.ts'
import { findChromium } from '../services/chromium.ts'
import { anyFreePort } from '../services/ports.ts'
import { throwAwayFolder } from './throw-away-folder.ts'

/**
 * Runs once before the browser journeys: the built api and worker with demo data and a mail inbox, on free ports. The
 * journeys find them by KERBSIDE_URL, KERBSIDE_MONGODB_URI, KERBSIDE_REDIS_URL, KERBSIDE_INBOX_URL (`GET /email` lists the mails) and CHROMIUM,
 * and the api's process by KERBSIDE_API_PID_FILE.
 */
export async function setup(): Promise<void> {
  const print = (line: string) => console.log(line)
  process.env.CHROMIUM = findChromium(print)
  await buildAll(print)
  const dataDir = throwAwayFolder(dataFolder(), 'e2e')
  const system = await startSystem({
    dataDir,
    ports: await freePorts(),
    print,
    prepare: (mongoUri) => seedOnce(mongoUri, print),
    // The journeys all come from one address, and faster than people do; their push service is on this machine.
    env: { RATE_LIMITS: 'off', SMTP_URL: '', WEBHOOKS_TO_PRIVATE: 'on' },
  })
  process.env.KERBSIDE_URL = system.url
  process.env.KERBSIDE_INBOX_URL = system.inboxUrl
  process.env.KERBSIDE_API_PID_FILE = pidFileOf(path.join(dataDir, 'logs'), 'api')
  process.env.KERBSIDE_MONGODB_URI = system.mongoUri
  process.env.KERBSIDE_REDIS_URL = system.redisUrl
  stop = async () => {
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let stop = async () => {}

export async function teardown(): Promise<void> {
  await stop()
}

async function freePorts() {
  const [app, mongo, redis, smtp, inbox, worker] = await Promise.all(Array.from({ length: 6 }, anyFreePort))
  if (!app || !mongo || !redis || !smtp || !inbox || !worker) throw new Error('the system gave no port')
  return { app, mongo, redis, smtp, inbox, worker }
}
