import { withDatabase } from '@kerbside/schema/config'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { builtMain, builtWebApp } from '../build/build-all.ts'
import { ExplainedError } from '../cli-error.ts'
import { freeMegabytes, root } from '../folders.ts'
import { ensureMongo } from '../services/mongo/mongo.ts'
import { ensureRedis } from '../services/redis.ts'
import type { Say } from '../services/service.ts'
import { jwtSecret } from './jwt-secret.ts'
import { keepRunning, type Part, type Runnable, type Watched } from './keep-running.ts'
import type { LocalPorts } from './local-ports.ts'
import { serverPart, type ServerSpec } from './server-process.ts'

export type ServerName = 'graphql-api' | 'worker'

export type SystemOptions = {
  dataDir: string
  ports: LocalPorts
  say: Say
  /** Arguments to Node that run a server; the built program by default, watch mode under `npm run dev`. */
  serverArgs?: (name: ServerName) => string[]
  /** Called between the databases and the servers. */
  prepare?: (addresses: { mongoUri: string; redisUrl: string }) => Promise<void>
  /** Beside the environment of this process. */
  env?: NodeJS.ProcessEnv
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
  const watch = async (part: Part<Runnable>) => void running.push(await keepRunning(part, options.say))
  try {
    return { ...(await startParts(options, watch)), stop }
  } catch (error) {
    await stop()
    // What fails on a full disk rarely says so.
    if (freeMegabytes(options.dataDir) < 20)
      throw new ExplainedError('The disk is full. Free about 1 GB and try again.')
    throw error
  }
}

type Watch = (part: Part<Runnable>) => Promise<void>

async function startParts(options: SystemOptions, watch: Watch): Promise<Omit<System, 'stop'>> {
  const { ports, prepare } = options
  const { mongoUri, redisUrl } = await startDatabases(options, watch)
  await prepare?.({ mongoUri, redisUrl })
  const env = serverEnvironment(options, mongoUri, redisUrl)
  const ownSmtp = Boolean(options.env?.SMTP_URL ?? process.env.SMTP_URL)
  if (!ownSmtp) await watch(serverPart(inbox(options)))
  await watch(serverPart(server(options, 'graphql-api', env, `http://127.0.0.1:${ports.app}/readyz`)))
  await watch(serverPart(server(options, 'worker', env, `http://127.0.0.1:${ports.worker}/healthz`)))
  const inboxUrl = ownSmtp ? undefined : `http://127.0.0.1:${ports.inbox}`
  return { url: env.PUBLIC_URL ?? '', inboxUrl, mongoUri, redisUrl }
}

async function startDatabases({ dataDir, ports, say }: SystemOptions, watch: Watch) {
  let mongoUri = ''
  let redisUrl = ''
  const mongo = () => ensureMongo({ dataDir: path.join(dataDir, 'mongo'), port: ports.mongo, say })
  const redis = () => ensureRedis({ dataDir: path.join(dataDir, 'redis'), port: ports.redis, say })
  await watch({
    name: 'Redis server',
    start: async () => {
      const service = await redis()
      redisUrl = service.url
      return service
    },
  })
  await watch({
    name: 'MongoDB server',
    start: async () => {
      const service = await mongo()
      mongoUri = service.url
      return service
    },
  })
  return { mongoUri: withDatabase(mongoUri), redisUrl }
}

function serverEnvironment({ dataDir, ports, env }: SystemOptions, mongoUri: string, redisUrl: string) {
  const own: NodeJS.ProcessEnv = {
    KERBSIDE_ENV: 'demo',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${ports.app}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Kerbside <hello@kerbside.example>',
    JWT_SECRET: jwtSecret(dataDir),
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
  return { ...own, ...withoutEmpty(process.env), ...withoutEmpty(env ?? {}), ...fixed }
}

/** An empty variable counts as not set, as it does for the servers. */
const withoutEmpty = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([, value]) => value))

const labels: Record<ServerName, string> = { 'graphql-api': 'api', worker: 'worker' }

function server(options: SystemOptions, name: ServerName, env: NodeJS.ProcessEnv, readyUrl: string): ServerSpec {
  const builtArgs = () => ['--enable-source-maps', builtMain(name)]
  const args = (options.serverArgs ?? builtArgs)(name)
  const logs = path.join(options.dataDir, 'logs')
  const plainLines = options.serverArgs !== undefined
  return { name: labels[name], args, cwd: path.join(root, name), env, readyUrl, logs, say: options.say, plainLines }
}

/** A mail server that delivers to a web page: nothing leaves this machine. */
function inbox({ dataDir, ports, say }: SystemOptions): ServerSpec {
  const mails = path.join(dataDir, 'inbox')
  rmSync(mails, { recursive: true, force: true }) // it shows only what came since it started
  mkdirSync(mails, { recursive: true })
  const program = path.join(root, 'node_modules/maildev/bin/maildev')
  const smtp = ['--smtp', String(ports.smtp), '--ip', '127.0.0.1', '--mail-directory', mails]
  const web = ['--web', String(ports.inbox), '--web-ip', '127.0.0.1']
  return {
    name: 'mail inbox',
    args: [program, ...smtp, ...web],
    env: { ...process.env, NODE_ENV: 'production' },
    readyUrl: `http://127.0.0.1:${ports.inbox}/healthz`,
    logs: path.join(dataDir, 'logs'),
    say,
  }
}
