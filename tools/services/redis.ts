import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError, type Print } from '../cli/command.ts'
import { cacheFolder } from '../cli/folders.ts'
import { externalService, startChildProcess, stopLeftOver, type Service } from './child-process.ts'
import { downloadDebianPackages, hasDebianTools, libraryFolder, unpackDebianPackage } from './debian-packages.ts'

export type RedisOptions = {
  dataDir: string
  port: number
  print: Print
  /** For tests: without a journal. */
  isThrowAway?: boolean
}

/**
 * A Redis that loses nothing: every write in a journal (AOF), and nothing evicted when memory is short,
 * as the job queues require. REDIS_URL is used as it is.
 */
export async function ensureRedis(options: RedisOptions): Promise<Service> {
  return process.env.REDIS_URL ? externalService(process.env.REDIS_URL) : startRedis(options)
}

/** Starts one also where REDIS_URL names another. */
export async function startRedis({ dataDir, port, print, isThrowAway = false }: RedisOptions): Promise<Service> {
  const { command, env } = findRedis(print)
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const pidFile = path.join(folder, 'kerbside.pid')
  await stopLeftOver(pidFile, 'SIGTERM')

  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no']
  const journal = isThrowAway ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'everysec']
  const args = [...place, '--save', '', ...journal, '--maxmemory-policy', 'noeviction']
  const server = startChildProcess({ command, args, env, stopSignal: 'SIGTERM', pidFile })
  const deadline = Date.now() + 60_000
  while (!/Ready to accept connections/.test(server.output())) {
    if (server.exit() || Date.now() > deadline) {
      await server.stop()
      throw new CliError(`Redis did not start on port ${port}:\n${server.output().trim()}`)
    }
    await sleep(20)
  }
  const stop = async () => void (await server.stop())
  return { url: `redis://127.0.0.1:${port}`, exited: server.exited, stop }
}

export type RedisProgram = { command: string; env: NodeJS.ProcessEnv }

const oldestMajor = 6
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']

/** REDIS_BINARY, then redis-server or valkey-server on PATH, then Debian's packages unpacked in our cache. */
export function findRedis(print: Print): RedisProgram {
  for (const command of [process.env.REDIS_BINARY, 'redis-server', 'valkey-server']) {
    if (command && isUsable({ command, env: process.env })) return { command, env: process.env }
  }
  const unpacked = unpackRedis(print)
  if (unpacked && isUsable(unpacked)) return unpacked
  throw new CliError(
    'No Redis could be had. Install Redis 6 or newer (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL.',
  )
}

function isUsable({ command, env }: RedisProgram): boolean {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', env, timeout: 10_000 })
  return Number(/v=(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestMajor
}

/** Unpacked rather than installed: needs no root, and starts no service on the usual port. */
function unpackRedis(print: Print): RedisProgram | undefined {
  const folder = path.join(cacheFolder('redis'), 'debian')
  const command = path.join(folder, 'usr/bin/redis-server')
  if (!existsSync(command)) {
    if (process.platform !== 'linux' || !hasDebianTools()) return undefined
    print('Fetching Redis (Debian packages, unpacked privately) …')
    try {
      fetchRedis(folder)
    } catch {
      return undefined // offline, or packages by other names: the caller says what to install
    }
  }
  return { command, env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'usr/lib', libraryFolder) } }
}

function fetchRedis(folder: string): void {
  const temporary = `${folder}.${process.pid}`
  const downloads = `${temporary}.debs`
  try {
    for (const file of downloadDebianPackages(downloads, packages)) unpackDebianPackage(file, temporary)
    if (!existsSync(folder)) renameSync(temporary, folder) // another start may have been first
  } finally {
    rmSync(temporary, { recursive: true, force: true })
    rmSync(downloads, { recursive: true, force: true })
  }
}
