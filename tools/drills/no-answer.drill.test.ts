import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { createQueues } from '@kerbside/schema/events/event.queue'
import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { targetOf } from '@kerbside/schema/testing/cuttable'
import { random } from '@kerbside/schema/testing/drill'
import { aContractor } from '@kerbside/schema/testing/factories'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMailSink } from '../../worker/src/testing/mail-sink.ts'
import { testSecret } from '../../graphql-api/src/testing/test-app.ts'
import { until } from '../../worker/src/testing/test-worker.ts'
import { startWorkerProcess } from '../../worker/src/testing/worker-process.ts'
import { anyFreePort } from '../services/ports.ts'
import { lostAnswers, type Loss, type LostAnswers } from '../testing/lost-answers.ts'
import { removeKeys, startApi } from './api-process.ts'
import { findingsAbout, findingsOfAll, hasten, unfinished } from './auditor.ts'
import { steps, type Journey, type Run } from './no-answer-journey.ts'

useDatabase()

/** Answers in a row that are lost: the driver of MongoDB tries once more by itself. */
const answersLost = [1, 3]
const names = Object.keys(steps)
/** How often each step is disturbed, each time at other messages. */
const timesEach = 3
/** Milliseconds in which answers may be lost of one run, and of one on which none is. */
const [patienceMs, calmMs] = [800, 30_000]
/** Milliseconds until everything is quiet afterwards. Waits are shortened here that make up a quarter of an hour elsewhere. */
const quietMs = 60_000

const mailServer = 'the mail server'

/** Api and worker with a way of their own to each service. */
async function startSystem() {
  const sink = await startMailSink({ readLater: true })
  const prefix = newRedisPrefix()
  const mongodb = targetOf(process.env['MONGODB_URI'] ?? '')
  const redis = targetOf(redisUrl())
  // In this order they are disturbed: a job that Redis gave away unheard takes longest to come back.
  const ways = {
    'the worker’s Redis': await lostAnswers('redis', redis),
    'the worker’s MongoDB': await lostAnswers('mongodb', mongodb),
    'the api’s Redis': await lostAnswers('redis', redis),
    'the api’s MongoDB': await lostAnswers('mongodb', mongodb),
    [mailServer]: await lostAnswers('smtp', { host: '127.0.0.1', port: sink.port }),
  }
  const by = (mongo: LostAnswers, redisWay: LostAnswers) => ({
    REDIS_PREFIX: prefix,
    JWT_SECRET: testSecret,
    MONGODB_URI: `mongodb://127.0.0.1:${mongo.port}/${mongoose.connection.name}?directConnection=true`,
    REDIS_URL: `redis://127.0.0.1:${redisWay.port}`,
  })
  const port = String(await anyFreePort())
  const url = `http://127.0.0.1:${port}`
  const api = startApi('SIGTERM', { ...by(ways['the api’s MongoDB'], ways['the api’s Redis']), PORT: port })
  const worker = startWorkerProcess({
    ...by(ways['the worker’s MongoDB'], ways['the worker’s Redis']),
    SMTP_URL: `smtp://127.0.0.1:${ways[mailServer].port}`,
    MAIL_CLAIM_SECONDS: '3',
    SWEEP_EVERY_SECONDS: '1',
    SWEEP_AFTER_SECONDS: '4',
  })
  const connection = new Redis(redisUrl())
  const queues = createQueues(connection, { prefix })
  onTestFinished(async () => {
    await Promise.all([api.stop(), worker.stop()])
    for (const way of Object.values(ways)) way.close()
    connection.disconnect()
    await sink.stop()
    await removeKeys(prefix)
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200)
  const journey: Journey = { url, sink, told: [], blamed: [] }
  return { ways: Object.entries(ways), journey, queues, copies: ways[mailServer].lostEmails }
}

type System = Awaited<ReturnType<typeof startSystem>>

const inboxOf = ({ sink }: Journey) => ({ emails: sink.emails, firmsOffered: 5 })

/** Resolves when everything has come to the client that has to. */
async function settled(journey: Journey, about: Awaited<ReturnType<Run>>, end: number): Promise<void> {
  for (let pass = 0; Date.now() < end; pass += 1) {
    const found = await Promise.all(about.map((told) => findingsAbout(told, inboxOf(journey))))
    if (found.flat().length === 0) return
    if (pass % 10 === 0) await hasten()
    await sleep(20)
  }
}

type Way = System['ways'][number]
/** What is lost of one run, and on which ways. */
type Disturbance = { step: string; losses: { where: string; way: LostAnswers; loss: Loss }[] }

const lossFrom = (nth: number): Loss => ({ nth, answers: answersLost[Math.floor(random() * answersLost.length)] ?? 1 })

/** One of the messages of an undisturbed run that change something; a read is harmless to repeat. */
function anyWrite(step: string, [where]: Way, seen: readonly string[]): Loss | null {
  // What nobody asked for: the api looks for bulk changes each second.
  const isIdle = (name: string) => step !== 'bulk change' && name.endsWith(' bulkchanges')
  const isRead = (name: string) => /^(find|aggregate) |^bzpopmin$/.test(name)
  const writes = seen.flatMap((name, index) => (isRead(name) || isIdle(name) ? [] : [index + 1]))
  const nth = writes[Math.floor(random() * writes.length)]
  if (nth === undefined) return null
  return { ...lossFrom(nth), ...(/api/.test(where) && { answers: Math.max(...answersLost) }) }
}

/** After a run on which nothing is lost has told which messages each way has: one of each way, lost together. */
function disturbancesOf(step: string, seen: readonly { way: Way; seen: readonly string[] }[]): Disturbance[] {
  const written = seen.flatMap(({ way: [where, way], seen: messages }) => {
    const loss = anyWrite(step, [where, way], messages)
    return loss ? [{ where, way, loss }] : []
  })
  // A mail server that gives no answer holds up the emails whose own messages were to be lost: it gets a run for itself.
  const isEmail = ({ where }: { where: string }) => where === mailServer
  return [written.filter((one) => !isEmail(one)), written.filter(isEmail)].flatMap((losses) =>
    losses.length > 0 ? [{ step, losses }] : [],
  )
}

/** Each disturbance with a run of its step. */
async function plan({ ways, journey }: System): Promise<[Disturbance, Run][]> {
  const calm = await Promise.all(names.map(async (step) => (await steps[step]?.(journey, 1)) ?? []))
  const planned: Disturbance[][] = []
  for (const [index, step] of names.entries()) {
    for (const [, way] of ways) way.pass()
    for (const run of calm[index] ?? []) await settled(journey, await run(`${step}, undisturbed`), Date.now() + calmMs)
    const seen = ways.map((way) => ({ way, seen: way[1].pass().seen }))
    planned.push(Array.from({ length: timesEach }, () => disturbancesOf(step, seen)).flat())
  }
  const runs = await Promise.all(
    planned.map(async (own, index) => (await steps[names[index] ?? '']?.(journey, own.length)) ?? []),
  )
  return planned.flatMap((own, index) =>
    own.flatMap((one, nth): [Disturbance, Run][] => {
      const run = runs[index]?.[nth]
      return run ? [[one, run]] : []
    }),
  )
}

/** How many answers were to be lost on each way, and how many of them there were to lose. */
type Tally = Map<string, { planned: number; disturbed: number }>

/** One run after the other; those that come to no end meanwhile go on beside the next ones. */
async function disturb({ journey }: System, planned: readonly [Disturbance, Run][]): Promise<Tally> {
  const running: Promise<unknown>[] = []
  const tally: Tally = new Map()
  for (const [{ step, losses }, run] of planned) {
    const end = Date.now() + patienceMs
    for (const { way, loss } of losses) way.lose(loss)
    const what = losses.map(({ where, loss: { nth, answers } }) => `${where}: ${answers} from message ${nth} on`)
    const about = run(`${step}, ${what.join(', ')}`)
    running.push(about)
    await Promise.race([about.then((told) => settled(journey, told, end)), sleep(patienceMs)])
    for (const { where, way } of losses) {
      const counted = tally.get(where) ?? { planned: 0, disturbed: 0 }
      const disturbed = counted.disturbed + (way.pass().lost.length > 0 ? 1 : 0)
      tally.set(where, { planned: counted.planned + 1, disturbed })
    }
  }
  await Promise.all(running)
  return tally
}

/** Gives what is stuck. */
async function whenQuiet(queues: System['queues']): Promise<string[]> {
  for (const end = Date.now() + quietMs; ; await sleep(100)) {
    await hasten()
    const left = await unfinished(queues)
    if (left.length === 0 || Date.now() > end) return left.map((what) => `stuck: ${what}`)
  }
}

test('answers that never come to api or worker, whatever people do: everything is as the clients were told', async () => {
  const system = await startSystem()
  const { journey, queues, copies } = system
  const firms = Array.from({ length: 7 }, (_each, index) => aContractor(`Firm ${index}`, { dailyCap: 100_000 }))
  await ContractorModel.create(firms)
  const tally = await disturb(system, await plan(system))
  // A run that takes less time than the undisturbed one has fewer messages, and nothing to lose at the last of them.
  const counts = [...tally.values()]
  const sumOf = (what: 'planned' | 'disturbed') => counts.reduce((sum, each) => sum + each[what], 0)
  expect(sumOf('disturbed')).toBeGreaterThan(sumOf('planned') / 3)
  // Of a way with few messages perhaps only the last one was to be lost.
  expect([...tally].filter(([, { planned, disturbed }]) => planned > 2 && disturbed === 0)).toEqual([])

  const found = [...(await whenQuiet(queues)), ...journey.blamed]
  for (const told of journey.told) {
    for (const finding of await findingsAbout(told, inboxOf(journey))) found.push(`${told.during}: ${finding}`)
  }
  found.push(...(await findingsOfAll(journey.told, { emails: journey.sink.emails, copies: copies() })))
  expect(found).toEqual([])
})
