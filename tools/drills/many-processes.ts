/** A Kerbside of several processes behind one address, with what people do there. */
import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { closeQueues, createQueues, createWorkerRedis } from '@kerbside/schema/events/event.queue'
import { defaultSettings, type Settings } from '@kerbside/schema/settings/settings'
import { databaseUri, newRedisPrefix, redisUrl } from '@kerbside/schema/testing/database'
import { aContractor } from '@kerbside/schema/testing/factories'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverSentResults, signInAs, testSecret } from '../../graphql-api/src/testing/test-app.ts'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { testEnvironment } from '../../worker/src/testing/test-worker.ts'
import { findingsAbout, findingsOfAll, hasten, unfinished } from './auditor.ts'
import { graphql, type Journey } from './no-answer-client.ts'
import { startRoundRobin } from './round-robin.ts'
import { startSideBySide } from './side-by-side.ts'

type Size = { apis?: number; workers?: number }

/** `onOutput` hears what the servers print, of warnings and errors alone. */
export async function startManyProcesses({
  apis: apiCount = 3,
  workers: workerCount = 2,
  redis = redisUrl(),
  onOutput = () => {},
}: Size & { redis?: string; onOutput?: (text: string) => void } = {}) {
  const sink = await startMailSink({ readLater: true })
  const prefix = newRedisPrefix()
  const environment = testEnvironment({
    REDIS_PREFIX: prefix,
    REDIS_URL: redis,
    MONGODB_URI: databaseUri(),
    JWT_SECRET: testSecret,
    SMTP_URL: sink.url,
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '4',
  })
  const apis = await startSideBySide('graphql-api', apiCount, environment, onOutput)
  const workers = await startSideBySide('worker', workerCount, environment, onOutput)
  const proxy = await startRoundRobin(apis.urls)
  const connection = createWorkerRedis(redis)
  const queues = createQueues(connection, { prefix })
  await ContractorModel.create(
    Array.from({ length: 7 }, (_, index) => aContractor(`Firm ${index}`, { dailyCap: 100_000 })),
  )
  await Promise.all([apis.allReady(), workers.allReady()])
  const journey: Journey = { url: proxy.url, sink, told: [], blamed: [] }
  return {
    apis,
    workers,
    proxy,
    journey,
    queues,
    prefix,
    async stop() {
      proxy.stop()
      await Promise.all([apis.stop(), workers.stop()])
      await closeQueues(queues)
      connection.disconnect()
      await sink.stop()
    },
  }
}

export type ManyProcesses = Awaited<ReturnType<typeof startManyProcesses>>

/** Changes the settings by way of any api. */
export async function saveSettings(journey: Journey, changes: Partial<Settings>): Promise<void> {
  const token = await signInAs('admin')
  const { data } = await graphql<{ settings: { version: number } }>(journey, token, '{ settings { version } }')
  const save = `mutation ($settings: SettingsInput!, $version: Int!) {
    saveSettings(settings: $settings, version: $version) { version }
  }`
  const settings = { ...defaultSettings, ...changes }
  const saved = await graphql(journey, token, save, { settings, version: data?.settings.version })
  if (saved.errors) throw new Error(JSON.stringify(saved.errors))
}

/** Waits until every one of these servers shows the text at this path. */
export async function shownByAll(urls: readonly string[], path: string, text: string): Promise<void> {
  const shows = async (url: string) => (await (await fetch(`${url}${path}`)).text()).includes(text)
  for (const url of urls) while (!(await shows(url))) await sleep(20)
}

/** The leads that a manager's live list at this server is told of. */
export async function listenForLeads(url: string, token: string) {
  const authorization = `Bearer ${token}`
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization },
    body: JSON.stringify({ query: 'subscription { leadEvents { kind leadId } }' }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const results = serverSentResults(reader)
  const first = (await results.next()).value
  if (first?.data?.leadEvents?.kind !== 'RELOAD') throw new Error(`Nothing to listen to: ${JSON.stringify(first)}`)
  const heard = new Set<number>()
  const listen = async () => {
    for await (const { data } of results) heard.add(Number(data.leadEvents.leadId))
  }
  const ended = listen().catch(() => {}) // the server was stopped
  return {
    heard,
    async leave() {
      await reader?.cancel()
      await ended
    },
  }
}

type Email = Journey['sink']['emails'][number]

/** What is not as the people were told, once everything that is due is done or three minutes have passed. */
export async function audit({ journey, queues }: Pick<ManyProcesses, 'journey' | 'queues'>, { copies = 0 } = {}) {
  const end = Date.now() + 180_000
  let left = await unfinished(queues)
  for (let pass = 1; left.length > 0 && Date.now() < end; pass += 1) {
    if (pass % 50 === 0) await hasten()
    await sleep(100)
    left = await unfinished(queues)
  }
  const { told, blamed, sink } = journey
  const found = [...left.map((what) => `stuck: ${what}`), ...blamed]
  const emailsOf = new Map<number, Email[]>()
  for (const email of sink.emails) {
    const id = Number(/^<lead-(\d+)-/.exec(email.messageId)?.[1])
    const about = emailsOf.get(id)
    if (about) about.push(email)
    else emailsOf.set(id, [email])
  }
  for (const each of told) {
    const emails = each.id === null ? sink.emails : (emailsOf.get(each.id) ?? [])
    for (const finding of await findingsAbout(each, { emails, firmsOffered: 5 }))
      found.push(`${each.during}: ${finding}`)
  }
  return [...found, ...(await findingsOfAll(told, { emails: sink.emails, copies }))]
}
