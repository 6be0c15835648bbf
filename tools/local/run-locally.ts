import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildAll } from '../build/build-all.ts'
import { dataFolder, requireFreeSpace, root } from '../cli/folders.ts'
import { stopRequested } from '../cli/stop-request.ts'
import { demoStaff } from '../seed/demo-people.ts'
import { seedOnce } from '../seed/seed-once.ts'
import type { Watched } from './keep-running.ts'
import { chooseLocalPorts } from './local-ports.ts'
import { takeLock } from '../services/running-lock.ts'
import { startSystem, type System, type SystemOptions } from './system.ts'

const print = (line: string) => console.log(line)

export type LocalOptions = Pick<SystemOptions, 'serverArgs' | 'env'> & {
  /** Whether the servers need nothing that is built. */
  withoutBuild?: boolean
  /** What runs beside the system, and is stopped before it. */
  beside?: (logs: string) => Promise<Watched[]>
}

/** `npm start` and `npm run dev`: everything, with demo data, until Ctrl-C. */
export async function runLocally({ beside, withoutBuild = false, ...options }: LocalOptions = {}): Promise<void> {
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  const isFirst = !existsSync(path.join(dataDir, 'mongo'))
  const lock = takeLock(dataDir)
  const stop = stopRequested(() => lock.release())
  try {
    requireFreeSpace(dataDir, isFirst ? 500 : 100)
    const ports = await chooseLocalPorts(process.env, print)
    if (!withoutBuild) await buildAll(print)
    print('Starting …')
    const prepare = (mongoUri: string) => seedOnce(mongoUri, print)
    const system = await startSystem({ dataDir, ports, print, prepare, ...options })
    const others = (await beside?.(path.join(dataDir, 'logs'))) ?? []
    if (!stop.isAsked()) {
      lock.publish(system)
      print(summary(system, dataDir))
    }
    await stop.asked
    print('\nStopping …')
    await Promise.all(others.map((other) => other.stop()))
    await system.stop()
    print('Stopped.')
  } finally {
    lock.release()
  }
}

/** What a person needs once everything runs. */
function summary({ url, inboxUrl }: Pick<System, 'url' | 'inboxUrl'>, dataDir: string): string {
  const row = (label: string, value: string) => `  ${label.padEnd(14)} ${value}`
  const relative = path.relative(root, dataDir)
  return [
    `\nKerbside is running at ${url}\n`,
    row('Public site', url),
    row('Staff sign-in', `${url}/login`),
    row('GraphiQL', `${url}/graphql`),
    row('API docs', `${url}/api/docs`),
    ...(inboxUrl ? [row('Mail inbox', inboxUrl)] : []),
    '',
    ...demoStaff.map(({ role, email, password }) =>
      row(role === 'admin' ? 'Admin' : 'Manager', `${email} / ${password}`),
    ),
    `\nData and logs are in ${relative.startsWith('..') ? dataDir : relative}. Press Ctrl-C to stop.`,
  ].join('\n')
}
