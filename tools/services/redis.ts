import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExplainedError } from '../cli-error.ts'
import { startOwnProcess, stopLeftOver } from './child-process.ts'
import { findRedis } from './redis-binary.ts'
import { externalService, type Say, type Service } from './service.ts'

export type RedisOptions = { dataDir: string; port: number; say: Say }

/**
 * A Redis that keeps what it was given: every write in a journal (AOF), and nothing evicted when memory is short,
 * as the job queues require. REDIS_URL is used as it is.
 */
export async function ensureRedis({ dataDir, port, say }: RedisOptions): Promise<Service> {
  if (process.env.REDIS_URL) return externalService(process.env.REDIS_URL)
  const { command, env } = findRedis(say)
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const pidFile = path.join(folder, 'kerbside.pid')
  await stopLeftOver(pidFile, 'SIGTERM')

  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no']
  const keeping = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction']
  const server = startOwnProcess({ command, args: [...place, ...keeping], env, stopSignal: 'SIGTERM', pidFile })
  const deadline = Date.now() + 60_000
  while (!/Ready to accept connections/.test(server.output())) {
    if (server.exit() || Date.now() > deadline) {
      await server.stop()
      throw new ExplainedError(`Redis did not start on port ${port}:\n${server.output().trim()}`)
    }
    await sleep(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    exited: server.exited,
    stop: async () => void (await server.stop()),
  }
}
