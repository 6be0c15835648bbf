import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../../folders.ts'
import { isMongodUnderWinePrepared } from './mongo-wine.ts'
import type { Say } from '../service.ts'

const version = '7.0.24'
const source = 'https://fastdl.mongodb.org'

/** MongoDB's own build for this system, kept in our cache; undefined where the download site cannot be reached. */
export async function downloadMongod(say: Say): Promise<string | undefined> {
  if (process.env.MONGOD_NO_DOWNLOAD) return undefined
  const folder = cacheFolder('mongod/official')
  const unreachable = path.join(folder, '.unreachable')
  process.env.MONGOMS_DISABLE_POSTINSTALL ??= '1'
  const { DryMongoBinary, MongoBinary } = await import('mongodb-memory-server-core')
  const kept = await DryMongoBinary.locateBinary({ version, downloadDir: folder })
  if (kept) return kept
  // Where another way has worked, not every start should wait to learn again that this one does not.
  if (isMongodUnderWinePrepared() && isYoungerThanADay(unreachable)) return undefined
  if (!(await isReachable())) {
    writeFileSync(unreachable, '')
    return undefined
  }
  rmSync(unreachable, { force: true })
  say(`Downloading MongoDB ${version} (about 80 MB, once) …`)
  return MongoBinary.getPath({ version, downloadDir: folder })
}

function isYoungerThanADay(file: string): boolean {
  return existsSync(file) && Date.now() - statSync(file).mtimeMs < 24 * 60 * 60 * 1000
}

async function isReachable(): Promise<boolean> {
  try {
    await fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(4000) })
    return true
  } catch {
    return false // offline, or a network that lets only some sites through
  }
}
