import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ExplainedError } from '../explained-error.ts'
import { commandLine, isAlive } from '../services/own-process.ts'

type Lock = { pid: number; url: string | null; mongoUri?: string; redisUrl?: string }
export type Addresses = { url: string; mongoUri: string; redisUrl: string }

const lockFile = (dataDir: string) => path.join(dataDir, 'running.json')

/** What runs on this data folder just now. A lock that a killed start left behind does not count. */
export function whoRuns(dataDir: string): Lock | undefined {
  const file = lockFile(dataDir)
  if (!existsSync(file)) return undefined
  const lock = parseLock(readFileSync(file, 'utf8'))
  if (!lock || !isAlive(lock.pid)) return undefined
  // The number may belong to a new process by now; where the system tells, we look.
  const command = commandLine(lock.pid)
  return command === '' || command.includes('tools') ? lock : undefined
}

function parseLock(text: string): Lock | undefined {
  try {
    return JSON.parse(text) as Lock
  } catch {
    return undefined // half written by a start that was killed
  }
}

/** Refuses when somebody runs already; `publish` tells others where to find us once we are up. */
export function takeLock(dataDir: string): { publish(addresses: Addresses): void; release(): void } {
  mkdirSync(dataDir, { recursive: true })
  refuseWhenRunning(dataDir)
  const file = lockFile(dataDir)
  const write = (lock: Lock) => writeFileSync(file, JSON.stringify(lock), { mode: 0o600 })
  write({ pid: process.pid, url: null })
  return {
    publish: (addresses) => write({ pid: process.pid, ...addresses }),
    release: () => rmSync(file, { force: true }),
  }
}

export function refuseWhenRunning(dataDir: string): void {
  const lock = whoRuns(dataDir)
  if (!lock) return
  const where = lock.url ? `at ${lock.url}` : 'and is just starting'
  throw new ExplainedError(`Kerbside is already running ${where} (process ${lock.pid}). Stop that one first.`)
}
