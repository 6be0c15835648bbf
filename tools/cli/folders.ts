import { mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { CliError } from './command.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** Where fetched programs are stored; shared by start and test, safe to delete. */
export function cacheFolder(name: string): string {
  const folder = path.resolve(root, process.env.KERBSIDE_CACHE || '.cache', name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Where `npm start` stores its databases, secrets and logs. */
export function dataFolder(): string {
  return path.resolve(root, process.env.DATA_DIR || '.data')
}

/** Fails early on what would otherwise fail half-way through a download or a journal file. */
export function requireFreeSpace(folder: string, megabytes: number): void {
  const free = freeMegabytes(folder)
  if (free >= megabytes) return
  throw new CliError(`The disk is nearly full: ${free} MB free, Kerbside needs about ${megabytes} MB in ${folder}.`)
}

export function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 1e6)
}
