import { withDatabase } from '@kerbside/schema/config'
import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtWebApp, serverArguments } from '../build/build-all.ts'
import { CliError, type Print } from '../cli/command.ts'
import { freeMegabytes, root } from '../cli/folders.ts'
import type { Service } from '../services/child-process.ts'
import { ensureMongo } from '../services/mongo/mongo.ts'
import { ensureRedis } from '../services/redis.ts'
import { keepRunning, type Part, type Runnable, type Watched } from './keep-running.ts'
import type { LocalPorts } from './local-ports.ts'
import { serverPart } from './server-process.ts'

export type ServerName = 'graphql-api' | 'worker'

export type SystemOptions = {
  dataDir: string
  ports: LocalPorts
  print: Print
  /** Arguments to Node that run a server; the built program by default, watch mode under `npm run dev`. */
  serverArgs?: (name: ServerName) => string[]
  /** Called between the databases and the servers. */
  prepare?: (mongoUri: string) => Promise<void>
  /** Beside the environment of this process. */
  env?: NodeJS.ProcessEnv
  /** The name of the database where MONGODB_URI gives none; `kerbside` without it. */
  database?: string
}

export type System = {
  url: string
  /** Undefined when SMTP_URL names a mail server of your own. */
  inboxUrl: string | undefined
  mongoUri: string
  redisUrl: string
  stop(): Promise<void>
}

/**
 * Everything that `npm start` runs, each part started again when it dies: databases first, servers last, and the other
 * way round when stopping. A part that cannot start stops those before it.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const running: Watched[] = []
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop()
  }
  const watch = async (part: Part<Runnable>) => void running.push(await keepRunning(part, options.print))
  try {
    return { ...(await startParts(options, watch)), stop }
  } catch (error) {
    await stop()
    // What fails on a full disk rarely says so.
    if (freeMegabytes(options.dataDir) < 20) throw new CliError('The disk is full. Free about 1 GB and try again.')
    throw error
  }
}

type Watch = (part: Part<Runnable>) => Promise<void>

async function startParts(options: SystemOptions, watch: Watch): Promise<Omit<System, 'stop'>> {
  const { dataDir, ports, print, serverArgs } = options
  const redis = () => ensureRedis({ dataDir: path.join(dataDir, 'redis'), port: ports.redis, print })
  const mongo = () => ensureMongo({ dataDir: path.join(dataDir, 'mongo'), port: ports.mongo, print })
  const redisUrl = await watchDatabase(watch, 'Redis server', redis)
  const mongoUri = withDatabase(await watchDatabase(watch, 'MongoDB server', mongo), options.database)
  await options.prepare?.(mongoUri)

  const env = serverEnvironment(options, mongoUri, redisUrl)
  const logs = path.join(dataDir, 'logs')
  const watchServer = (name: string, folder: ServerName, readyUrl: string) => {
    const args = serverArgs?.(folder) ?? serverArguments(folder)
    const plainLines = serverArgs !== undefined
    return watch(serverPart({ name, args, cwd: path.join(root, folder), env, readyUrl, logs, print, plainLines }))
  }
  const inboxUrl = (options.env?.SMTP_URL ?? process.env.SMTP_URL) ? undefined : `http://127.0.0.1:${ports.inbox}`
  if (inboxUrl) await watch(inbox(options, `${inboxUrl}/healthz`, logs))
  await watchServer('api', 'graphql-api', `http://127.0.0.1:${ports.app}/readyz`)
  await watchServer('worker', 'worker', `http://127.0.0.1:${ports.worker}/healthz`)
  return { url: env.PUBLIC_URL ?? '', inboxUrl, mongoUri, redisUrl }
}

/** Returns the address that it has from its first start on. */
async function watchDatabase(watch: Watch, name: string, ensure: () => Promise<Service>): Promise<string> {
  let url = ''
  const start = async () => {
    const service = await ensure()
    url = service.url
    return service
  }
  await watch({ name, start })
  return url
}

function serverEnvironment({ dataDir, ports, env }: SystemOptions, mongoUri: string, redisUrl: string) {
  const defaults: NodeJS.ProcessEnv = {
    KERBSIDE_ENV: 'demo',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${ports.app}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Kerbside <hello@kerbside.example>',
    JWT_SECRET: jwtSecret(dataDir),
    ...vapidKeys(dataDir),
  }
  const fixed: NodeJS.ProcessEnv = {
    NODE_ENV: 'production', // React's quick half; what is allowed depends on KERBSIDE_ENV
    MONGODB_URI: mongoUri,
    REDIS_URL: redisUrl,
    PORT: String(ports.app),
    WORKER_PORT: String(ports.worker),
    DATA_DIR: dataDir,
    PWA_DIST: builtWebApp,
  }
  return { ...defaults, ...withoutEmpty(process.env), ...withoutEmpty(env ?? {}), ...fixed }
}

/** An empty variable counts as not set, as it does for the servers. */
const withoutEmpty = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([, value]) => value))

/** The key that signs sessions and links on this machine: made once, so that both survive a restart. */
export function jwtSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret')
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** The keys that sign notifications on this machine: made once, because browsers subscribe with them. */
export function vapidKeys(dataDir: string): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const file = path.join(dataDir, 'vapid-private-key')
  const pair = createECDH('prime256v1')
  if (!existsSync(file)) {
    pair.generateKeys()
    // Begins with zeros when the number is small.
    const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
    writeFileSync(file, `${key.toString('base64url')}\n`, { mode: 0o600 })
  }
  const privateKey = readFileSync(file, 'utf8').trim()
  pair.setPrivateKey(privateKey, 'base64url')
  return { VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'), VAPID_PRIVATE_KEY: privateKey }
}

/** A mail server that delivers to a web page: nothing leaves this machine. */
function inbox({ dataDir, ports, print }: SystemOptions, readyUrl: string, logs: string) {
  const emails = path.join(dataDir, 'inbox')
  rmSync(emails, { recursive: true, force: true }) // it shows only what came since it started
  mkdirSync(emails, { recursive: true })
  const smtp = ['--smtp', String(ports.smtp), '--ip', '127.0.0.1', '--mail-directory', emails]
  const web = ['--web', String(ports.inbox), '--web-ip', '127.0.0.1']
  const args = [path.join(root, 'node_modules/maildev/bin/maildev'), ...smtp, ...web]
  const env = { ...process.env, NODE_ENV: 'production' }
  return serverPart({ name: 'mail inbox', args, env, readyUrl, logs, print })
}
