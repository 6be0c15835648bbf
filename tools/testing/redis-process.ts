import { Redis } from 'ioredis'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findRedis } from '../services/redis.ts'
import { until } from '../../worker/src/testing/test-worker.ts'

/** A Redis of the test's own, to be killed and started again. Keeps a journal, as the product's does. */
export async function ownRedis(...options: string[]) {
  const { command, env } = findRedis(() => {})
  const folder = mkdtempSync(path.join(tmpdir(), 'kerbside-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  args.push('--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction', ...options)
  let child: ChildProcess | null = null

  const start = async () => {
    child = spawn(command, args, { env, stdio: 'ignore' })
    await until(() => answers(url))
  }
  const kill = async () => {
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    child = null
    await exited
  }
  return {
    url,
    start,
    kill,
    /** Starts it without all that it held, like a machine whose disk was replaced. */
    async startEmpty() {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      await start()
    },
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false // not up yet; asked again
  } finally {
    redis.disconnect()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
