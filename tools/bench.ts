/**
 * `npm run bench`: submit and lead list beside a bare Node handler on the same MongoDB and Redis, in turn and in one
 * run, printed as ratios. Machines differ and drift; the ratios stay.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { restFieldName } from '@kerbside/schema/quotes/columns'
import { answerWith, listLoad, submitLoad, type Figures } from './bench/load.ts'
import { ExplainedError } from './cli-error.ts'
import { dataFolder, root } from './folders.ts'
import { runTool } from './run-tool.ts'
import { buildAll } from './build/build-all.ts'
import { ensureMongo } from './services/mongo/mongo.ts'
import { startOwnProcess } from './services/child-process.ts'
import { anyFreePort } from './services/ports.ts'
import { ensureRedis } from './services/redis.ts'

const rounds = 3
const seconds = 8
const password = 'bench-password-only'

type Pair = { ours: Figures; bare: Figures }

async function main() {
  process.env.MONGODB_URI = ''
  process.env.REDIS_URL = ''
  if (!process.argv.includes('--no-build')) await buildAll(say)
  const folder = mkdtempSync(path.join(dataFolder(), 'bench-'))
  const mongo = await ensureMongo({ dataDir: path.join(folder, 'mongo'), port: await anyFreePort(), say })
  const redis = await ensureRedis({ dataDir: path.join(folder, 'redis'), port: await anyFreePort(), say })
  const apiPort = await anyFreePort()
  const api = start('graphql-api/dist/main.js', apiPort, mongo.url, redis.url, 'bench-api')
  const barePort = await anyFreePort()
  const bare = start('tools/bench/baseline-server.ts', barePort, mongo.url, redis.url, 'bench-bare')
  try {
    const apiUrl = `http://127.0.0.1:${apiPort}`
    const bareUrl = `http://127.0.0.1:${barePort}`
    await ready(`${apiUrl}/readyz`)
    await ready(bareUrl)
    await sleep(3_000)
    console.log(`api at rest: ${await restingMegabytes(apiUrl)} MB resident (budget 180)`)
    await measure(apiUrl, bareUrl, mongo.url)
  } finally {
    await Promise.all([api.stop(), bare.stop()])
    await Promise.all([mongo.stop(), redis.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

const say = (line: string) => console.log(line)

/** The built api under plain Node, the bare handler under tsx: after the start both run the same JavaScript. */
function start(script: string, port: number, mongoUrl: string, redisUrl: string, name: string) {
  const uri = new URL(mongoUrl)
  uri.pathname = `/${name}`
  return startOwnProcess({
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
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new ExplainedError(`${url} did not become ready.`)
}

async function restingMegabytes(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  if (bytes === undefined) throw new ExplainedError('The api does not tell its resident memory at /metrics.')
  return Math.round(Number(bytes) / 1e6)
}

async function measure(apiUrl: string, bareUrl: string, mongoUrl: string) {
  const selects = defaultFormFields.filter(({ options }) => options.length > 0)
  answerWith(Object.fromEntries(selects.map(({ name, options }) => [restFieldName(name), options[0]?.value ?? ''])))
  const token = await managerToken(apiUrl, mongoUrl)

  await submitLoad(`${apiUrl}/api/quote`, 4) // both compile their hot paths before anything counts
  await submitLoad(bareUrl, 4)
  const submit = await inTurn(
    () => submitLoad(`${apiUrl}/api/quote`, seconds),
    () => submitLoad(bareUrl, seconds),
  )
  const list = await inTurn(
    () => listLoad(`${apiUrl}/api/quote?limit=25`, seconds, token),
    () => listLoad(bareUrl, seconds, token),
  )
  report('submit, 16 clients', submit)
  report('lead list, 16 clients', list)
  console.log(`budgets: submit throughput ≥ 0.70, submit p99 ≤ 4.00`)
}

async function inTurn(ours: () => Promise<Figures>, bare: () => Promise<Figures>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), bare: await bare() })
  return pairs
}

function report(name: string, pairs: Pair[]) {
  console.log(`\n${name}`)
  for (const { ours, bare } of pairs) console.log(`  ours ${line(ours)}   bare ${line(bare)}`)
  const throughput = median(pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond))
  const p99 = median(pairs.map(({ ours, bare }) => ours.p99 / bare.p99))
  console.log(`  ratio, median of ${rounds}: throughput ${throughput.toFixed(2)}, p99 ${p99.toFixed(2)}`)
}

const line = ({ perSecond, p50, p99, failed }: Figures) =>
  `${Math.round(perSecond)}/s p50 ${p50} ms p99 ${p99} ms${failed ? ` FAILED ${failed}` : ''}`

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function managerToken(apiUrl: string, mongoUrl: string): Promise<string> {
  const { createManager } = await import('./bench/manager.ts')
  await createManager(mongoUrl, 'bench-api', password)
  const answer = await fetch(`${apiUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'manager@bench.test', password }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new ExplainedError(`The bench manager could not sign in: ${answer.status}`)
  return token
}

await runTool(main)
