/**
 * `npm run bench`: submit and lead list beside a plain Node handler on the same MongoDB and Redis, in turn and in one
 * run, printed as ratios. Machines differ and drift; the ratios stay.
 */
import { UserModel } from '@kerbside/schema/users/user.model'
import { hash } from '@node-rs/argon2'
import mongoose from 'mongoose'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { restFieldName } from '@kerbside/schema/quotes/columns'
import { listLoad, submitLoadOf, type Figures } from './bench/load.ts'
import { CliError, runCommand } from './cli/command.ts'
import { dataFolder, root } from './cli/folders.ts'
import { buildAll } from './build/build-all.ts'
import { answersOk } from './local/server-process.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { startChildProcess } from './services/child-process.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureRedis } from './services/redis.ts'

const rounds = 3
const seconds = 8
const password = 'bench-password-only'

async function main() {
  process.env.MONGODB_URI = ''
  process.env.REDIS_URL = ''
  if (!process.argv.includes('--no-build')) await buildAll(console.log)
  mkdirSync(dataFolder(), { recursive: true })
  const folder = mkdtempSync(path.join(dataFolder(), 'bench-'))
  const mongo = await ensureMongo({
    dataDir: path.join(folder, 'mongo'),
    port: await anyFreePort(),
    print: console.log,
  })
  const redis = await ensureRedis({
    dataDir: path.join(folder, 'redis'),
    port: await anyFreePort(),
    print: console.log,
  })
  const apiPort = await anyFreePort()
  const api = start('graphql-api/dist/main.js', apiPort, mongo.url, redis.url, 'bench-api')
  const plainPort = await anyFreePort()
  const plain = start('tools/bench/baseline-server.ts', plainPort, mongo.url, redis.url, 'bench-plain')
  try {
    const apiUrl = `http://127.0.0.1:${apiPort}`
    const plainUrl = `http://127.0.0.1:${plainPort}`
    await ready(`${apiUrl}/readyz`)
    await ready(plainUrl)
    await sleep(3_000)
    console.log(`api at rest: ${await restingMegabytes(apiUrl)} MB resident (budget 180)`)
    await measure(apiUrl, plainUrl, mongo.url)
  } finally {
    await Promise.all([api.stop(), plain.stop()])
    await Promise.all([mongo.stop(), redis.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The built api under plain Node, the plain handler under tsx: after the start both run the same JavaScript. */
function start(script: string, port: number, mongoUrl: string, redisUrl: string, name: string) {
  const uri = new URL(mongoUrl)
  uri.pathname = `/${name}`
  return startChildProcess({
    command: process.execPath,
    args: [...(script.endsWith('.ts') ? ['--import', 'tsx'] : []), path.join(root, script)],
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KERBSIDE_ENV: 'test',
      MONGODB_URI: uri.href,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: name,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      JWT_SECRET: 'bench-secret-bench-secret-bench-secret',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      PWA_DIST: path.join(root, 'pwa/dist'),
    },
    stopSignal: 'SIGTERM',
    onOutput: (text) => process.stderr.write(text),
  })
}

async function ready(url: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) if (await answersOk(url)) return
  throw new CliError(`${url} did not become ready.`)
}

async function restingMegabytes(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  if (bytes === undefined) throw new CliError('The api does not report its resident memory at /metrics.')
  return Math.round(Number(bytes) / 1e6)
}

async function measure(apiUrl: string, plainUrl: string, mongoUrl: string) {
  const selects = defaultFormFields.filter(({ options }) => options.length > 0)
  const choices = selects.map(({ name, options }) => [restFieldName(name), options[0]?.value ?? ''])
  const submitLoad = submitLoadOf(Object.fromEntries(choices))
  const token = await managerToken(apiUrl, mongoUrl)

  await submitLoad(`${apiUrl}/api/quote`, 4) // both compile their hot paths before anything counts
  await submitLoad(plainUrl, 4)
  await compare('submit, 16 clients', [`${apiUrl}/api/quote`, plainUrl], (url) => submitLoad(url, seconds))
  await compare('lead list, 16 clients', [`${apiUrl}/api/quote?limit=25`, plainUrl], (url) =>
    listLoad(url, seconds, token),
  )
  console.log(`budgets: submit throughput ≥ 0.70, submit p99 ≤ 4.00`)
}

async function compare(name: string, [oursUrl, plainUrl]: [string, string], load: (url: string) => Promise<Figures>) {
  const pairs: { ours: Figures; plain: Figures }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await load(oursUrl), plain: await load(plainUrl) })
  console.log(`\n${name}`)
  for (const { ours, plain } of pairs) console.log(`  ours ${line(ours)}   plain ${line(plain)}`)
  const throughput = median(pairs.map(({ ours, plain }) => ours.perSecond / plain.perSecond))
  const p99 = median(pairs.map(({ ours, plain }) => ours.p99 / plain.p99))
  console.log(`  ratio, median of ${rounds}: throughput ${throughput.toFixed(2)}, p99 ${p99.toFixed(2)}`)
}

const line = ({ perSecond, p50, p99, failed }: Figures) =>
  `${Math.round(perSecond)}/s p50 ${p50} ms p99 ${p99} ms${failed ? ` FAILED ${failed}` : ''}`

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function managerToken(apiUrl: string, mongoUrl: string): Promise<string> {
  await mongoose.connect(mongoUrl, { dbName: 'bench-api' })
  const manager = { name: 'Bench', email: 'manager@bench.test', role: 'manager', status: 'active' } as const
  await UserModel.create({ ...manager, passwordHash: await hash(password) })
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

await runCommand(main)
