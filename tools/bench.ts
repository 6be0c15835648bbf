/**
 * `npm run bench`: submit and lead list beside a plain Node handler on the same MongoDB and Redis, in turn and in one
 * run, printed as ratios. Machines differ and drift; the ratios stay. Then the page on which a homeowner compares prices.
 * `npm run bench -- --mail`: how fast the worker drains the emails of 1,000 leads with five offers each, beside nodemailer
 * alone, for a mail server that takes an email at once and for one that needs 40 ms, as one nearby does; and how long a
 * quote takes until its first offer is taken by the mail server.
 * `npm run bench -- --costs`: what one lead costs in CPU time, commands and bytes.
 * `npm run bench -- --leads 1000000`: the pages of a list of that size instead, in a database that stays for the next run.
 */
import { UserModel } from '@kerbside/schema/users/user.model'
import { hash } from '@node-rs/argon2'
import mongoose from 'mongoose'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureComparePage } from './bench/compare-page.ts'
import { measureCosts } from './bench/cost-of-a-lead.ts'
import { addFirms, measureDrain, measureFirstOffer, startSink } from './bench/drain.ts'
import { measureLists } from './bench/list-latency.ts'
import { listLoad, metricOf, submitLoad, submitterOf, type Figures } from './bench/load.ts'
import { CliError, runCommand } from './cli/command.ts'
import { dataFolder, root } from './cli/folders.ts'
import { buildAll } from './build/build-all.ts'
import { numberOfLeads } from './seed/many-leads.ts'
import { seed } from './seed/seed-once.ts'
import { answersOk } from './local/server-process.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { startChildProcess } from './services/child-process.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureRedis } from './services/redis.ts'

const rounds = 3
const seconds = 8
const password = 'bench-password-only'
const secret = 'bench-secret-bench-secret-bench-secret'

async function main() {
  process.env.MONGODB_URI = ''
  process.env.REDIS_URL = ''
  const { values } = parseArgs({
    options: {
      leads: { type: 'string' },
      mail: { type: 'boolean' },
      costs: { type: 'boolean' },
      'no-build': { type: 'boolean' },
    },
  })
  const leads = values.leads === undefined ? 0 : numberOfLeads(values.leads)
  if (!values['no-build']) await buildAll(console.log)
  mkdirSync(dataFolder(), { recursive: true })
  // Filling a database takes long, so a full one is used again.
  const folder = leads ? path.join(dataFolder(), 'bench-leads') : mkdtempSync(path.join(dataFolder(), 'bench-'))
  const service = async (name: string) => ({
    dataDir: path.join(folder, name),
    port: await anyFreePort(),
    print: console.log,
  })
  const mongo = await ensureMongo(await service('mongo'))
  const redis = await ensureRedis(await service('redis'))
  try {
    if (leads) await benchLists(mongo.url, redis.url, leads)
    else if (values.mail) await benchEmail(mongo.url, redis.url)
    else if (values.costs) await benchCosts(mongo.url, redis.url)
    else await benchBesidePlain(mongo.url, redis.url)
  } finally {
    await Promise.all([mongo.stop(), redis.stop()])
    if (!leads) rmSync(folder, { recursive: true, force: true })
  }
}

async function benchBesidePlain(mongoUrl: string, redisUrl: string) {
  const api = await start('graphql-api/dist/main.js', mongoUrl, redisUrl, 'bench-api')
  const plain = await start('tools/bench/baseline-server.ts', mongoUrl, redisUrl, 'bench-plain')
  try {
    await Promise.all([ready(`${api.url}/readyz`), ready(plain.url)])
    await sleep(3_000)
    console.log(
      `api at rest: ${Math.round((await metricOf(api.url, 'process_resident_memory_bytes')) / 1e6)} MB resident (budget 180)`,
    )
    await measurePrices(api.url, mongoUrl)
    await measure(api.url, plain.url, mongoUrl)
  } finally {
    await Promise.all([api.stop(), plain.stop()])
  }
}

/** Before the load, which leaves the api and its databases busy. */
async function measurePrices(apiUrl: string, mongoUrl: string) {
  await mongoose.connect(mongoUrl, { dbName: 'bench-api' })
  const times = await measureComparePage(apiUrl, secret, 200)
  await mongoose.disconnect()
  const at = (share: number) => times[Math.ceil(times.length * share) - 1]?.toFixed(1)
  console.log(
    `five firms with three prices each: page in ${at(0.5)} ms, median of ${times.length} (budget 50), p95 ${at(0.95)} ms`,
  )
}

type WithWorker = {
  sink: Awaited<ReturnType<typeof startSink>>
  api: string
  worker: string
  submitOne: () => Promise<void>
}

/** An api with a worker, firms and a mail server. */
async function besideWorker(mongoUrl: string, redisUrl: string, bench: (world: WithWorker) => Promise<void>) {
  const sink = await startSink()
  const api = await start('graphql-api/dist/main.js', mongoUrl, redisUrl, 'bench-api')
  await ready(`${api.url}/readyz`)
  const worker = await start('worker/dist/main.js', mongoUrl, redisUrl, 'bench-api', { SMTP_URL: sink.url })
  try {
    await ready(`${worker.url}/readyz`)
    await mongoose.connect(mongoUrl, { dbName: 'bench-api' })
    await addFirms()
    const submitOne = submitterOf(`${api.url}/api/quote`)
    await bench({ sink, api: api.url, worker: worker.url, submitOne })
  } finally {
    await mongoose.disconnect()
    await Promise.all([api.stop(), worker.stop()])
    await sink.stop()
  }
}

const benchCosts = (mongoUrl: string, redisUrl: string) =>
  besideWorker(mongoUrl, redisUrl, async ({ api, worker, submitOne }) => {
    const managerToken = await tokenOfManager(api)
    await measureCosts({ api, worker, redisUrl, secret, managerToken, submit: submitOne }, 500)
  })

const benchEmail = (mongoUrl: string, redisUrl: string) =>
  besideWorker(mongoUrl, redisUrl, async ({ sink, submitOne }) => {
    await measureFirstOffer(sink, submitOne, 10) // both compile their hot paths before anything counts
    const latencies = await measureFirstOffer(sink, submitOne, 100)
    const at = (share: number) => latencies[Math.ceil(latencies.length * share) - 1]
    console.log(`submit until the first offer is taken, idle: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (budget 1000)`)
    for (const answerMs of [0, 40]) {
      const { emails, leadsPerSecond, worker: ours, bare } = await measureDrain(sink, 1_000, answerMs)
      const rates = `worker ${Math.round(ours)}/s, nodemailer alone ${Math.round(bare)}/s`
      console.log(`matching and offering: ${Math.round(leadsPerSecond)} leads/s`)
      console.log(`drain of ${emails} emails, ${answerMs} ms to take one: ${rates}, ratio ${(ours / bare).toFixed(2)}`)
    }
  })

async function benchLists(mongoUrl: string, redisUrl: string, leads: number) {
  await seed(databaseAt(mongoUrl, 'bench-api'), console.log, async () => true, leads)
  const api = await start('graphql-api/dist/main.js', mongoUrl, redisUrl, 'bench-api')
  try {
    await ready(`${api.url}/readyz`)
    const token = await managerToken(api.url, mongoUrl)
    await mongoose.connect(mongoUrl, { dbName: 'bench-api' })
    await measureLists(api.url, token)
  } finally {
    await mongoose.disconnect()
    await api.stop()
  }
}

/** The built api under plain Node, the plain handler under tsx: after the start both run the same JavaScript. */
async function start(script: string, mongoUrl: string, redisUrl: string, name: string, more: NodeJS.ProcessEnv = {}) {
  const port = await anyFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startChildProcess({
    command: process.execPath,
    args: [...(script.endsWith('.ts') ? ['--import', 'tsx'] : []), path.join(root, script)],
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      KERBSIDE_ENV: 'test',
      MONGODB_URI: databaseAt(mongoUrl, name),
      REDIS_URL: redisUrl,
      REDIS_PREFIX: name,
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
  return { url, stop: server.stop }
}

function databaseAt(mongoUrl: string, name: string): string {
  const uri = new URL(mongoUrl)
  uri.pathname = `/${name}`
  return uri.href
}

async function ready(url: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) if (await answersOk(url)) return
  throw new CliError(`${url} did not become ready.`)
}

async function measure(apiUrl: string, plainUrl: string, mongoUrl: string) {
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
  try {
    return await tokenOfManager(apiUrl)
  } finally {
    await mongoose.disconnect()
  }
}

async function tokenOfManager(apiUrl: string): Promise<string> {
  const manager = { name: 'Bench', email: 'manager@bench.test', role: 'manager', status: 'active' } as const
  await UserModel.updateOne(
    { email: manager.email },
    { ...manager, passwordHash: await hash(password) },
    { upsert: true },
  )
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
