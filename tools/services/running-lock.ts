import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError } from '../cli/command.ts'
import { identify, isSameProcess, readIdentity, type ProcessIdentity } from './child-process.ts'

export type Addresses = { url: string; mongoUri: string; redisUrl: string }
type Lock = ProcessIdentity & Partial<Addresses>

const lockFile = (dataDir: string) => path.join(dataDir, 'running.json')

/** What runs on this data folder just now. A lock that a killed start left behind does not count. */
export function whoRuns(dataDir: string): Lock | undefined {
  const lock: Lock | undefined = readIdentity(lockFile(dataDir))
  return lock && isSameProcess(lock) ? lock : undefined
}

/** Fails when Kerbside runs already; `publish` adds our addresses for other commands once we are up. */
export function takeLock(dataDir: string): { publish(addresses: Addresses): void; release(): void } {
  mkdirSync(dataDir, { recursive: true })
  requireNotRunning(dataDir)
  const file = lockFile(dataDir)
  const self = identify(process.pid)
  const write = (lock: Lock) => writeFileSync(file, JSON.stringify(lock), { mode: 0o600 })
  write(self)
  return {
    publish: ({ url, mongoUri, redisUrl }) => write({ ...self, url, mongoUri, redisUrl }),
    release: () => rmSync(file, { force: true }),
  }
}

export function requireNotRunning(dataDir: string): void {
  const lock = whoRuns(dataDir)
  if (!lock) return
  const where = lock.url ? `at ${lock.url}` : 'and is just starting'
  throw new CliError(`Kerbside is already running ${where} (process ${lock.pid}). Stop that one first.`)
}
