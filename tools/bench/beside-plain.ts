import mongoose from 'mongoose'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeComparePage } from './compare-page.ts'
import { listLoad, pageLoad, submitLoad, type Figures } from './load.ts'
import { inRounds, percentile, printRow, type Goal } from './rows.ts'
import { managerToken, secret, startServer, usageOf, type BenchServer, type Services } from './servers.ts'

const seconds = 5

type Beside = { api: BenchServer; plain: BenchServer; services: Services; token: string }

/** In this order: at rest before any load, the page of prices before one that leaves the databases busy. */
const parts: Record<string, (beside: Beside) => Promise<void>> = {
  memory: async ({ api }) => {
    await sleep(3_000)
    printRow('api memory at rest', [(await usageOf(api)).megabytes], { most: 120 }, ' MB')
  },
  prices: measurePrices,
  page: measurePage,
  submit: async (beside) => {
    await compare('submit', beside, { most: 1.3, least: 0.9 }, (server) =>
      submitLoad(server === beside.api ? `${server.url}/api/quote` : server.url, seconds),
    )
  },
  list: async (beside) => {
    await compare('newest 25 with total', beside, { most: 1.3, least: 0.85 }, (server) =>
      listLoad(server === beside.api ? `${server.url}/api/quote?limit=25` : server.url, seconds, beside.token),
    )
  },
}

/** The parts with one of these words in their name; all of them without a word. */
export async function benchBesidePlain(services: Services, words: readonly string[]): Promise<void> {
  const api = await startServer('graphql-api', services, 'bench-api')
  const plain = await startServer('plain handler', services, 'bench-plain')
  try {
    let token = ''
    for (const [name, measure] of Object.entries(parts)) {
      if (words.length > 0 && !words.includes(name)) continue
      // Signing in loads what a resting api has not loaded.
      if (name !== 'memory') token ||= await managerToken(api.url, services.mongoUrl)
      await measure({ api, plain, services, token })
    }
    if (token) printRow('api memory after the load', [(await usageOf(api)).megabytes], { most: 220 }, ' MB')
  } finally {
    await Promise.all([api.stop(), plain.stop()])
  }
}

async function measurePrices({ api, services }: Beside) {
  await mongoose.connect(services.mongoUrl, { dbName: 'bench-api' })
  const open = await storeComparePage(api.url, secret)
  await mongoose.disconnect()
  const times = await inRounds(async () => {
    const round: number[] = []
    while (round.length < 100) round.push(await open())
    return round
  })
  const at = (part: number) => times.map((round) => percentile(round, part))
  printRow('five firms with three prices each, median', at(0.5), { most: 50 }, ' ms')
  printRow('the same, p95', at(0.95), null, ' ms')
}

/** Elsewhere each request looks whether the web app was built again. Production has its limits, which pages have none of. */
const production = { KERBSIDE_ENV: 'production', RATE_LIMITS: 'on', CANARY_MINUTES: '0' }

/** Beside a handler that has nothing to do but send as many bytes: what compressing each answer costs, without a goal. */
async function measurePage(beside: Beside) {
  const api = await startServer('graphql-api', beside.services, 'bench-page', production)
  try {
    const bytes = await compressedBytes(api.url)
    await compare(`public page, ${bytes} bytes`, { ...beside, api }, null, (server) =>
      pageLoad(server === api ? server.url : `${server.url}/page/${bytes}`, seconds),
    )
  } finally {
    await api.stop()
  }
}

const compressedBytes = (url: string) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })

type Measured = Figures & { cpuMs: number }

/** Both in turn, so that what slows the machine slows both. */
async function compare(
  name: string,
  { api, plain }: Beside,
  goal: { least: number; most: number } | null,
  load: (server: BenchServer) => Promise<Figures>,
) {
  for (const server of [api, plain]) await load(server) // both compile their hot paths before anything counts
  const measured = async (server: BenchServer): Promise<Measured> => {
    const before = (await usageOf(server)).cpuSeconds
    const figures = await load(server)
    const spent = (await usageOf(server)).cpuSeconds - before
    return { ...figures, cpuMs: (1_000 * spent) / (figures.perSecond * seconds) }
  }
  const pairs = await inRounds(async () => ({ ours: await measured(api), plain: await measured(plain) }))
  for (const { ours, plain: theirs } of pairs) console.log(`  ${name}: ours ${line(ours)}   plain ${line(theirs)}`)
  const ratios = (read: (figures: Measured) => number) =>
    pairs.map(({ ours, plain: theirs }) => read(ours) / read(theirs))
  const row = (what: string, read: (figures: Measured) => number, limit: Goal | null) =>
    printRow(`${name}, ${what} beside plain`, ratios(read), limit, ' ×')
  row('throughput', ({ perSecond }) => perSecond, goal && { least: goal.least })
  row('p99', ({ p99 }) => p99, goal && { most: goal.most })
  row('CPU', ({ cpuMs }) => cpuMs, null)
}

const line = ({ perSecond, p50, p99, cpuMs, failed }: Measured) =>
  `${Math.round(perSecond)}/s p50 ${p50} p99 ${p99} ms, ${cpuMs.toFixed(2)} ms CPU${failed ? ` FAILED ${failed}` : ''}`
