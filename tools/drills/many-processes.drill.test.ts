/** Several apis behind a load balancer and several workers: whichever of them a request comes to, people see one Kerbside. */
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { random } from '@kerbside/schema/testing/drill'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loginLimits } from '../../graphql-api/src/auth/login-limits.ts'
import { restAnswers } from '../../graphql-api/src/testing/quotes.ts'
import { signInAs } from '../../graphql-api/src/testing/test-app.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startRedisCluster } from '../testing/redis-cluster.ts'
import { removeKeys } from './api-process.ts'
import { newTold } from './auditor.ts'
import { audit, listenForLeads, saveSettings, shownByAll, startManyProcesses } from './many-processes.ts'
import { each, submitQuote, type Journey } from './no-answer-client.ts'
import { steps } from './no-answer-journey.ts'

useDatabase()

const [kills, homeowners, quotesOfEach, runsOfEach] = [5, 4, 10, 1]
/** Quotes from one network in ten minutes: more are held, and more than the second number rejected. */
const [quotesPerAddress, rejectedPerAddress] = [4, 7]

const json = { 'content-type': 'application/json' }

/** Statuses of requests that come from one network, one after the other. */
async function fromOneNetwork(count: number, request: (headers: object) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  const headers = { ...json, 'x-forwarded-for': '203.0.113.7' }
  for (let tries = 0; tries < count; tries += 1) statuses.push(await request(headers))
  return statuses
}

const times = (count: number, status: number) => Array<number>(count).fill(status)

/** A quote from a network that many come from; what its sender was told is remembered. */
async function submitFrom(journey: Journey, headers: object): Promise<number> {
  const body = { submission_id: crypto.randomUUID(), ...restAnswers(), mobile: `07500 ${String(random()).slice(2, 8)}` }
  const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
  const response = await fetch(`${journey.url}/api/quote`, init)
  if (response.status === 201) {
    const { data } = (await response.json()) as { data: { id: number; reference: string } }
    const isHeld = journey.told.length >= quotesPerAddress
    journey.told.push(
      newTold({ during: 'rate limit', email: body.email, submissionId: body.submission_id, ...data, isHeld }),
    )
  }
  return response.status
}

async function signInWrongly({ url }: Journey, headers: object): Promise<number> {
  const body = JSON.stringify({ email: 'manager@kerbside.test', password: 'wrong' })
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers: { ...json, ...headers }, body })).status
}

async function publish({ url }: Journey, token: string, title: string): Promise<void> {
  const body = JSON.stringify({ url: '/summer', content: { hero: { titleLine1: title } }, is_published: true })
  const headers = { ...json, authorization: `Bearer ${token}` }
  const pages = `${url}/api/content/index`
  const { data } = (await (await fetch(`${pages}?url=/summer`, { headers })).json()) as { data: { id: string }[] }
  const [way, method] = data[0] ? [`${pages}/${data[0].id}`, 'PATCH'] : [pages, 'POST']
  const { status } = await fetch(way, { method, headers, body })
  if (status > 201) throw new Error(`publish: ${status}`)
}

/** A Redis as `REDIS_URL` names it, and what must be true of it in the end. */
type OpenRedis = () => Promise<{ url: string; check: (printed: string) => Promise<void> }>

const oneRedis: OpenRedis = async () => ({ url: redisUrl(), check: async () => {} })

const clusterOfThree: OpenRedis = async () => {
  const { url, keys, remove } = await startRedisCluster()
  onTestFinished(async () => void (await remove()))
  return {
    url,
    async check(printed) {
      // A script whose keys are on several servers, or that asks the wrong one.
      expect(printed).not.toMatch(/\b(CROSSSLOT|MOVED|ASK|CLUSTERDOWN)\b/)
      expect((await keys()).every((count) => count > 0)).toBe(true)
    },
  }
}

async function start(openRedis: OpenRedis) {
  const { url, check } = await openRedis()
  let printed = ''
  const system = await startManyProcesses({ redis: url, onOutput: (text) => (printed += text) })
  onTestFinished(async () => {
    await system.stop()
    if (url === redisUrl()) await removeKeys(system.prefix)
  })
  const findings = async () => {
    await check(printed)
    return audit(system)
  }
  return { ...system, findings }
}

test('settings, limits, locks and pages are the same at each of three apis', async () => {
  const { journey, apis, proxy, findings } = await start(oneRedis)

  const named = { operatorName: 'Kerbside of Many Ltd', quotesPerAddress, rejectedPerAddress }
  await saveSettings(journey, named)
  await shownByAll(apis.urls, '/privacy', named.operatorName)

  const tries = rejectedPerAddress + 2 * apis.urls.length
  expect(await fromOneNetwork(tries, (headers) => submitFrom(journey, headers))).toEqual([
    ...times(rejectedPerAddress, 201),
    ...times(2 * apis.urls.length, 429),
  ])
  expect(await HeldQuoteModel.countDocuments()).toBe(rejectedPerAddress - quotesPerAddress)

  const { points } = loginLimits.network
  expect(await fromOneNetwork(points + apis.urls.length, (headers) => signInWrongly(journey, headers))).toEqual([
    ...times(points, 401),
    ...times(apis.urls.length, 429),
  ])

  const token = await signInAs('admin')
  for (const title of ['First summer', 'Second summer', 'Third summer']) {
    await publish(journey, token, title)
    await shownByAll(apis.urls, '/summer', title)
  }

  expect([...proxy.answered.values()].every((count) => count > tries / apis.urls.length)).toBe(true)
  expect(await findings()).toEqual([])
})

test('three apis with a Redis cluster of three, of which one after the other is killed: everybody finds everything as told', async () => {
  const { journey, apis, findings } = await start(clusterOfThree)
  const lists = await Promise.all(apis.urls.map(async (url) => listenForLeads(url, await signInAs('manager'))))
  const told = await each(6, () => submitQuote(journey, 'live lists'))
  // Whichever process wrote a lead, every list is told.
  await until(() => lists.every(({ heard }) => told.every(({ id }) => heard.has(id ?? 0))))
  await Promise.all(lists.map(({ leave }) => leave()))

  const submitInTurn = async () => {
    for (let quotes = 0; quotes < quotesOfEach; quotes += 1) {
      await submitQuote(journey, 'kills')
      await sleep(random() * 1_000)
    }
  }
  const submitting = each(homeowners, submitInTurn)
  const busy = ['accept', 'choose a price', 'bulk change', 'release'].map(async (name) => {
    const runs = (await steps[name]?.(journey, runsOfEach)) ?? []
    await Promise.all(runs.map((run) => run(`kills, ${name}`)))
  })
  await apis.killEachSecond((count) => count < kills)
  await Promise.all([submitting, ...busy])
  await apis.allReady()
  expect(journey.told.length).toBeGreaterThan(homeowners * quotesOfEach)
  expect(await findings()).toEqual([])
})
