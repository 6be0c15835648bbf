import { redisUrl } from '@kerbside/schema/testing/database'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../worker/src/testing/test-worker.ts'
import { builtMain } from '../build/build-all.ts'
import { root } from '../cli/folders.ts'
import { startChildProcess, type ChildProcess } from '../services/child-process.ts'
import { anyFreePort } from '../services/ports.ts'

type Server = { process: ChildProcess; url: string }

/** Several processes of one built server side by side, each on a port that it keeps. `onOutput` hears what they print. */
export async function startSideBySide(
  of: 'graphql-api' | 'worker',
  count: number,
  settings: Record<string, string>,
  onOutput: (text: string) => void = () => {},
) {
  const start = (port: string): Server => ({
    url: `http://127.0.0.1:${port}`,
    process: startChildProcess({
      command: process.execPath,
      args: [builtMain(of)],
      cwd: root,
      env: {
        ...process.env,
        KERBSIDE_ENV: 'test',
        HOST: '127.0.0.1',
        RATE_LIMITS: 'off',
        REDIS_URL: redisUrl(),
        PORT: port,
        WORKER_PORT: port,
        ...settings,
      },
      stopSignal: 'SIGTERM',
      timeout: 60_000,
      onOutput,
    }),
  })
  const ports = await Promise.all(Array.from({ length: count }, async () => String(await anyFreePort())))
  const servers = ports.map(start) // the one that has been running for longest comes first
  return {
    urls: servers.map(({ url }) => url),
    allReady: () => until(async () => (await Promise.all(servers.map(isReady))).every(Boolean)),
    /** Ends the one at this address by this signal, and starts it again. */
    async restart(url: string, signal: NodeJS.Signals): Promise<void> {
      const index = servers.findIndex((server) => server.url === url)
      const former = servers[index]
      if (!former) throw new Error(`No server at ${url}`)
      process.kill(former.process.pid, signal)
      await former.process.exited
      servers[index] = start(new URL(url).port)
    },
    /** Each second kills the one of those that are ready that has been running for longest, and starts it again. */
    async killEachSecond(goOn: (kills: number) => boolean, afterKill?: () => Promise<void>): Promise<number> {
      let kills = 0
      for (; goOn(kills); kills += 1) {
        await sleep(1_000)
        const victim = await firstReady(servers)
        servers.splice(servers.indexOf(victim), 1)
        process.kill(victim.process.pid, 'SIGKILL')
        await victim.process.exited
        await afterKill?.()
        servers.push(start(new URL(victim.url).port))
      }
      return kills
    },
    /** Exit codes. */
    stop: () => Promise.all(servers.map(async (server) => (await server.process.stop()).code)),
  }
}

async function firstReady(servers: readonly Server[]): Promise<Server> {
  for (;;) {
    for (const server of servers) if (await isReady(server)) return server
    await sleep(100) // each of them is still starting
  }
}

const isReady = async ({ url }: Server) =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))?.status === 200
