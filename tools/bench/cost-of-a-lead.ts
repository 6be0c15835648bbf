/**
 * `npm run bench -- --costs`: what one lead costs, from the quote to the last of its six emails, and what a firm's answer
 * and the pages that people read cost, each as CPU time of api and worker, commands of MongoDB and Redis, and bytes that stay.
 * What the processes do at rest is measured first and taken off.
 */
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { createSignedLinks } from '@kerbside/schema/links/signed-link'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { addFirms, startSink } from './email.ts'
import { submitterOf } from './load.ts'
import { managerToken, secret, startServer, usageOf, type BenchServer, type Services } from './servers.ts'
import { signLink } from '../../graphql-api/src/testing/sign-link.ts'

type World = {
  api: BenchServer
  worker: BenchServer
  redisUrl: string
  token: string
  submit: () => Promise<unknown>
}

/** Everything that is counted, since the start of each process. */
type Counts = Record<(typeof names)[number], number>
const cpuNames = ['api', 'worker', 'mongodbMs', 'redisMs'] as const
const commandNames = ['mongodb', 'redis', 'mongodbIn', 'mongodbOut', 'redisIn', 'redisOut'] as const
const names = ['at', ...cpuNames, ...commandNames] as const

const secondsOf = (text: string, name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1])
const infoOf = (text: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1])

async function count({ api, worker }: World, redis: Redis): Promise<Counts> {
  const [ofApi, ofWorker] = [await usageOf(api), await usageOf(worker)]
  const info = await redis.info('everything')
  const { network, extra_info: used = {} } = (await mongoose.connection.db?.admin().serverStatus()) ?? {}
  return {
    at: Date.now(),
    api: 1_000 * ofApi.cpuSeconds,
    worker: 1_000 * ofWorker.cpuSeconds,
    // MongoDB tells it on Linux only.
    mongodbMs: (Number(used.user_time_us) + Number(used.system_time_us)) / 1_000,
    redisMs: (secondsOf(info, 'used_cpu_user') + secondsOf(info, 'used_cpu_sys')) * 1_000,
    mongodb: Number(network.numRequests),
    mongodbIn: Number(network.bytesIn),
    mongodbOut: Number(network.bytesOut),
    redis: infoOf(info, 'total_commands_processed'),
    redisIn: infoOf(info, 'total_net_input_bytes'),
    redisOut: infoOf(info, 'total_net_output_bytes'),
  }
}

const restMs = 10_000

/** What each of so many runs adds to what goes on at rest. */
async function costOf(world: World, redis: Redis, runs: number, work: () => Promise<unknown>): Promise<Counts> {
  const before = await count(world, redis)
  await sleep(restMs)
  const rested = await count(world, redis)
  await work()
  const after = await count(world, redis)
  const elapsed = after.at - rested.at
  const own = (name: keyof Counts) => {
    const perMs = (rested[name] - before[name]) / (rested.at - before.at)
    return (after[name] - rested[name] - perMs * elapsed) / runs
  }
  return Object.fromEntries(names.map((name) => [name, name === 'at' ? elapsed / runs : own(name)])) as Counts
}

/** Bytes of a database's documents and of its indexes, uncompressed, and of its files. */
async function bytesOf(): Promise<{ data: number; indexes: number; files: number }> {
  const { dataSize, indexSize, totalSize } = (await mongoose.connection.db?.stats()) ?? {}
  return { data: Number(dataSize), indexes: Number(indexSize), files: Number(totalSize) }
}

const usedMemory = async (redis: Redis) => infoOf(await redis.info('memory'), 'used_memory')

const isDone = async () =>
  (await LeadModel.exists({ 'outbox.0': { $exists: true } })) === null &&
  (await DeliveryModel.exists({ state: { $in: ['queued', 'sending'] } })) === null

async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; await sleep(200)) quiet = (await isDone()) ? quiet + 1 : 0
}

/** So many at a time, one after the other. */
async function inTurn(times: number, work: (number: number) => Promise<unknown>, atOnce = 4): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

async function fetchOk(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  if (response.status >= 400) throw new Error(`${url}: ${response.status}`)
}

function line(what: string, counts: Counts): string {
  const figure = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits)).padStart(9)
  const cpu = cpuNames.map((name) => figure(counts[name], 2))
  const [mongodb, redis, ...bytes] = commandNames.map((name) => counts[name])
  const commands = [mongodb, redis].map((value) => figure(value ?? Number.NaN, 1))
  return [what.padEnd(26), ...cpu, ...commands, ...bytes.map((value) => figure(value / 1_000, 1))].join('')
}

const heading = ['api', 'worker', 'mongodb', 'redis', 'mongodb', 'redis', 'to mdb', 'from', 'to redis', 'from']

const leads = 500

export async function benchCosts(services: Services): Promise<void> {
  const sink = await startSink()
  const api = await startServer('graphql-api', services, 'bench-api')
  const worker = await startServer('worker', services, 'bench-api', { SMTP_URL: sink.url })
  try {
    const token = await managerToken(api.url, services.mongoUrl)
    await mongoose.connect(services.mongoUrl, { dbName: 'bench-api' })
    await addFirms()
    const submit = submitterOf(`${api.url}/api/quote`)
    await measureCosts({ api, worker, redisUrl: services.redisUrl, token, submit })
  } finally {
    await mongoose.disconnect()
    await Promise.all([api.stop(), worker.stop()])
    await sink.stop()
  }
}

async function measureCosts(world: World): Promise<void> {
  const { token: session, submit } = world
  const api = world.api.url
  const redis = new Redis(world.redisUrl)
  const links = createSignedLinks(secret)
  const inAnHour = new Date(Date.now() + 3_600_000)
  await inTurn(200, submit) // all compile their hot paths before anything counts
  await settled()

  const [stored, remembered] = [await bytesOf(), await usedMemory(redis)]
  const submitted = async () => {
    await inTurn(leads, submit)
    await settled()
  }
  console.log(`\nOf each of ${leads} leads: CPU ms of the four, commands of MongoDB and Redis, kB to and from each`)
  console.log(' '.repeat(26) + heading.map((name) => name.padStart(9)).join(''))
  console.log(line('quote and its six emails', await costOf(world, redis, leads, submitted)))
  const [storedThen, rememberedThen] = [await bytesOf(), await usedMemory(redis)]
  const perLead = (name: keyof typeof stored) => ((storedThen[name] - stored[name]) / leads / 1_000).toFixed(1)

  const offered = await LeadModel.find({ 'offers.state': 'offered' }, 'offers').sort({ _id: -1 }).limit(leads).lean()
  const accept = async (number: number) => {
    const [lead, offer] = [offered[number], offered[number]?.offers[0]]
    if (!lead || !offer) throw new Error('No offer')
    const { contractorId } = offer
    const token = await signLink({ links }, { purpose: 'offer', leadId: lead._id, contractorId }, inAnHour)
    await fetchOk(`${api}/offers/${token}/accept`, { method: 'POST' })
  }
  const accepted = async () => {
    await inTurn(offered.length, accept)
    await settled()
  }
  console.log(line('a firm accepts', await costOf(world, redis, offered.length, accepted)))

  const headers = { authorization: `Bearer ${session}` }
  const pages: [string, string, RequestInit?][] = [
    ['home page', '/'],
    ['lead list of 25', '/api/quote?limit=25', { headers }],
    ['search', '/api/quote?limit=25&search=bench', { headers }],
  ]
  for (const [name, path, init] of pages) {
    const read = () => inTurn(500, () => fetchOk(`${api}${path}`, init))
    console.log(line(name, await costOf(world, redis, 500, read)))
  }
  console.log(`\nleft by a lead: MongoDB ${perLead('data')} kB of documents, ${perLead('indexes')} kB of indexes,`)
  console.log(
    `  ${perLead('files')} kB of files; Redis ${((rememberedThen - remembered) / leads / 1_000).toFixed(1)} kB until a day is over`,
  )
  for (const name of ['leads', 'deliveries', 'submissions', 'auditentries'])
    console.log(`  ${name}: ${await averageOf(name)}`)
  redis.disconnect()
}

async function averageOf(name: string): Promise<string> {
  const [stats] = await mongoose.connection
    .collection(name)
    .aggregate([{ $collStats: { storageStats: {} } }])
    .toArray()
  const { count: documents, avgObjSize, totalIndexSize, storageSize } = stats?.['storageStats'] ?? {}
  return `${documents} documents of ${avgObjSize} bytes, ${totalIndexSize} bytes of indexes, ${storageSize} of files`
}
