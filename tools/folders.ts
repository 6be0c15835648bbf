import { mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExplainedError } from './cli-error.ts'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Where programs that we had to fetch are kept; shared by start and test, safe to delete. */
export function cacheFolder(name: string): string {
  const folder = path.resolve(root, process.env.KERBSIDE_CACHE || '.cache', name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Where `npm start` keeps its databases, secrets and logs. */
export function dataFolder(): string {
  return path.resolve(root, process.env.DATA_DIR || '.data')
}

/** Refuses early what would otherwise fail half-way through a download or a journal file. */
export function requireFreeSpace(folder: string, megabytes: number): void {
  const free = freeMegabytes(folder)
  if (free >= megabytes) return
  throw new ExplainedError(
    `The disk is nearly full: ${free} MB free, Kerbside needs about ${megabytes} MB in ${folder}.`,
  )
}

export function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 1e6)
}
