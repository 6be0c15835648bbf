import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ExplainedError } from '../cli-error.ts'
import { cacheFolder } from '../folders.ts'
import { downloadDebianPackages, hasDebianTools, libraryFolder, unpackDebianPackage } from './debian-packages.ts'
import type { Say } from './service.ts'

export type RedisBinary = { command: string; env: NodeJS.ProcessEnv }

const oldestMajor = 6
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']

/** REDIS_BINARY, then redis-server or valkey-server on PATH, then Debian's packages unpacked in our cache. */
export function findRedis(say: Say): RedisBinary {
  for (const command of [process.env.REDIS_BINARY, 'redis-server', 'valkey-server']) {
    if (command && isUsable({ command, env: process.env })) return { command, env: process.env }
  }
  const unpacked = unpackRedis(say)
  if (unpacked && isUsable(unpacked)) return unpacked
  throw new ExplainedError(
    'No Redis could be had. Install Redis 6 or newer (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL.',
  )
}

function isUsable({ command, env }: RedisBinary): boolean {
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', env, timeout: 10_000 })
  return Number(/v=(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestMajor
}

/** Unpacked rather than installed: needs no root, and starts no service on the usual port. */
function unpackRedis(say: Say): RedisBinary | undefined {
  const folder = path.join(cacheFolder('redis'), 'debian')
  const command = path.join(folder, 'usr/bin/redis-server')
  if (!existsSync(command)) {
    if (process.platform !== 'linux' || !hasDebianTools()) return undefined
    say('Fetching Redis (Debian packages, unpacked privately) …')
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
