import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildAll } from '../build/build-all.ts'
import { dataFolder } from '../cli/folders.ts'
import { pidFileOf } from '../local/server-process.ts'
import { startSystem, type System } from '../local/system.ts'
import { seedOnce } from '../seed/seed-once.ts'
import { findChromium, findQuickChromium } from '../services/chromium.ts'
import { freePorts } from '../services/ports.ts'
import { throwAwayFolder } from './throw-away-folder.ts'

/** What the journeys of one process use, and no other: they may change settings and fill lists. */
export type Lane = Pick<System, 'url' | 'mongoUri' | 'redisUrl'> & {
  redisPrefix: string
  /** `GET /email` lists the emails. */
  inboxUrl: string
  apiPidFile: string
}

const print = (line: string) => console.log(line)
const systems: System[] = []
let dataDir = ''

/**
 * Runs once before the browser journeys: for each lane the built api and worker with demo data and a mail inbox, on free
 * ports. The journeys find them in KERBSIDE_LANES, and the browser in CHROMIUM and CHROMIUM_QUICK.
 */
export async function setup({ config: { maxWorkers } }: Pick<TestProject, 'config'>): Promise<void> {
  // First, for a CHROMIUM that somebody named counts for both.
  process.env.CHROMIUM_QUICK = findQuickChromium(print)
  process.env.CHROMIUM = findChromium(print)
  await buildAll(print)
  dataDir = throwAwayFolder(dataFolder(), 'e2e')
  // One after the other: they would take the same free ports.
  const started: Lane[] = []
  for (let number = 1; number <= maxWorkers; number += 1) started.push(await startLane(`lane-${number}`))
  process.env.KERBSIDE_LANES = JSON.stringify(started)
}

async function startLane(name: string): Promise<Lane> {
  const folder = path.join(dataDir, name)
  mkdirSync(folder)
  const system = await startSystem({
    dataDir: folder,
    database: `${path.basename(dataDir)}-${name}`,
    ports: await freePorts(),
    print,
    prepare: (mongoUri) => seedOnce(mongoUri, print),
    // The journeys all come from one address, and faster than people do; their push service is on this machine.
    env: { REDIS_PREFIX: name, RATE_LIMITS: 'off', SMTP_URL: '', WEBHOOKS_TO_PRIVATE: 'on' },
  })
  systems.push(system)
  const { url, mongoUri, redisUrl, inboxUrl = '' } = system
  return {
    url,
    mongoUri,
    redisUrl,
    inboxUrl,
    redisPrefix: name,
    apiPidFile: pidFileOf(path.join(folder, 'logs'), 'api'),
  }
}

export async function teardown(): Promise<void> {
  await Promise.all(systems.map((system) => system.stop()))
  rmSync(dataDir, { recursive: true, force: true })
}
