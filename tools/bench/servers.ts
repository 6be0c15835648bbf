import { UserModel } from '@kerbside/schema/users/user.model'
import { hash } from '@node-rs/argon2'
import mongoose from 'mongoose'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverArguments } from '../build/build-all.ts'
import { CliError } from '../cli/command.ts'
import { root } from '../cli/folders.ts'
import { answersOk } from '../local/server-process.ts'
import { startChildProcess } from '../services/child-process.ts'
import { anyFreePort } from '../services/ports.ts'

const baseline = path.join(root, 'tools/bench/baseline-server.ts')
const password = 'bench-password-only'
export const secret = 'bench-secret-bench-secret-bench-secret'

export type Services = { mongoUrl: string; redisUrl: string }
export type BenchServer = { url: string; stop: () => Promise<unknown> }

/** A built server as it runs in production, or the plain handler under tsx: after the start both run JavaScript. */
export async function startServer(
  program: 'graphql-api' | 'worker' | 'plain handler',
  { mongoUrl, redisUrl }: Services,
  database: string,
  more: NodeJS.ProcessEnv = {},
): Promise<BenchServer> {
  const port = await anyFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startChildProcess({
    command: process.execPath,
    args: program === 'plain handler' ? ['--import', 'tsx', baseline] : serverArguments(program),
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KERBSIDE_ENV: 'test',
      MONGODB_URI: databaseAt(mongoUrl, database),
      REDIS_URL: redisUrl,
      REDIS_PREFIX: database,
      HOST: '127.0.0.1',
      PORT: String(port),
      WORKER_PORT: String(port),
      PUBLIC_URL: url,
      JWT_SECRET: secret,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PWA_DIST: path.join(root, 'pwa/dist'),
      ...more,
    },
    stopSignal: 'SIGTERM',
    onOutput: (text) => process.stderr.write(text),
  })
  for (const deadline = Date.now() + 30_000; !(await answersOk(`${url}/readyz`)); await sleep(100)) {
    if (Date.now() > deadline) throw new CliError(`The ${program} did not become ready.`)
  }
  return { url, stop: server.stop }
}

export function databaseAt(mongoUrl: string, name: string): string {
  const uri = new URL(mongoUrl)
  uri.pathname = `/${name}`
  return uri.href
}

/** Figures that a server reports of itself, in the order of their names. */
export async function metricsOf(url: string, names: readonly string[]): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return names.map((name) => {
    const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]
    if (value === undefined) throw new CliError(`${url} does not report ${name} at /metrics.`)
    return Number(value)
  })
}

/** What a server has used so far: seconds of processor time, and megabytes that it holds now. */
export async function usageOf({ url }: BenchServer): Promise<{ cpuSeconds: number; megabytes: number }> {
  const names = ['process_cpu_seconds_total', 'process_resident_memory_bytes']
  const [cpuSeconds = Number.NaN, bytes = Number.NaN] = await metricsOf(url, names)
  return { cpuSeconds, megabytes: bytes / 1e6 }
}

/** A session of a manager. */
export async function managerToken(apiUrl: string, mongoUrl: string): Promise<string> {
  await mongoose.connect(mongoUrl, { dbName: 'bench-api' })
  const manager = { name: 'Bench', email: 'manager@bench.test', role: 'manager', status: 'active' } as const
  await UserModel.updateOne(
    { email: manager.email },
    { ...manager, passwordHash: await hash(password) },
    { upsert: true },
  )
  await mongoose.disconnect()
  const answer = await fetch(`${apiUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: manager.email, password }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new CliError(`The bench manager could not sign in: ${answer.status}`)
  return token
}
