import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { createQueues } from '@kerbside/schema/events/event.queue'
import { newRedisPrefix, redisUrl, useDatabase } from '@kerbside/schema/testing/database'
import { targetOf } from '@kerbside/schema/testing/cuttable'
import { random, sized } from '@kerbside/schema/testing/drill'
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
import { findingsAbout, findingsOfAll, unfinished } from './auditor.ts'
import { steps, type Journey, type Run } from './no-answer-journey.ts'

useDatabase()

/** Answers in a row that are lost: the driver of MongoDB tries once more by itself. */
const losses = [1, 3]
const names = Object.keys(steps)
const rounds = sized({ short: [names], long: names.map((name) => [name]) })
/** Milliseconds in which answers may be lost of one run, and of one on which none is. */
const [patienceMs, calmMs] = [sized({ short: 500, long: 5_000 }), 30_000]
/** Milliseconds until everything is quiet afterwards. Waits are shortened here that make up a quarter of an hour elsewhere. */
const quietMs = 60_000

/** Api and worker with a way of their own to each service. */
async function startSystem() {
  const sink = await startMailSink({ readLater: true })
  const prefix = newRedisPrefix()
  const mongodb = targetOf(process.env['MONGODB_URI'] ?? '')
  const redis = targetOf(redisUrl())
  // In this order they are disturbed: a job that Redis gave away unheard takes longest to come back, and all mails wait
  // for a mail server that was away.
  const ways = {
    'the worker’s Redis': await lostAnswers('redis', redis),
    'the worker’s MongoDB': await lostAnswers('mongodb', mongodb),
    'the api’s Redis': await lostAnswers('redis', redis),
    'the api’s MongoDB': await lostAnswers('mongodb', mongodb),
    'the mail server': await lostAnswers('smtp', { host: '127.0.0.1', port: sink.port }),
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
    SMTP_URL: `smtp://127.0.0.1:${ways['the mail server'].port}`,
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
  return { ways: Object.entries(ways), mailWay: ways['the mail server'], journey, queues }
}

type System = Awaited<ReturnType<typeof startSystem>>

const inboxOf = ({ sink }: Journey) => ({ emails: sink.emails, firmsOffered: 5 })

/** Resolves when everything has come to the client that has to. */
async function settled(journey: Journey, about: Awaited<ReturnType<Run>>, end: number): Promise<void> {
  while (Date.now() < end) {
    const found = await Promise.all(about.map((told) => findingsAbout(told, inboxOf(journey))))
    if (found.flat().length === 0) return
    await sleep(20)
  }
}

type Disturbance = Loss & { step: string; where: string; way: LostAnswers }

/** Of the messages of one undisturbed run: each of them, or a few. Reads are harmless to repeat, so the few are others. */
function chosen(step: string, where: string, seen: readonly string[]): Loss[] {
  const isApi = where === 'the api’s MongoDB'
  const each = seen.map((name, index) => ({ name, nth: seen.slice(0, index + 1).filter((one) => one === name).length }))
  // What nobody asked for: the api looks for bulk changes each second.
  const isIdle = (name: string) => step !== 'bulk change' && name.endsWith(' bulkchanges')
  const isRead = (name: string) => /^(find|aggregate) |^bzpopmin$/.test(name)
  const writes = each.filter(({ name, nth }) => !isRead(name) && !isIdle(name) && !(isApi && nth > 1))
  const take = (): Loss[] => {
    const [one] = writes.splice(Math.floor(random() * writes.length), 1)
    return one ? [{ ...one, answers: random() < 0.5 || /api/.test(where) ? Math.max(...losses) : 1 }] : []
  }
  return sized({
    short: isApi ? [...take(), ...take()] : take(),
    long: each.flatMap((one) => losses.map((answers) => ({ ...one, answers }))),
  })
}

/** What to lose of each step, after a run of it on which nothing is lost has told what messages each way has. */
async function disturbancesOf({ ways, journey }: System, round: readonly string[]): Promise<Disturbance[]> {
  const found: Disturbance[] = []
  const calm = await Promise.all(round.map(async (step) => steps[step]?.(journey, 1)))
  for (const [index, step] of round.entries()) {
    for (const [, way] of ways) way.pass()
    const about = await calm[index]?.[0]?.(`${step}, undisturbed`)
    await settled(journey, about ?? [], Date.now() + calmMs)
    for (const [where, way] of ways) {
      found.push(...chosen(step, where, way.pass().seen).map((loss) => ({ step, where, way, ...loss })))
    }
  }
  return found
}

/** Each disturbance with a run of its step, way after way. */
async function plan(system: System, round: readonly string[]): Promise<[Disturbance, Run][]> {
  const all = await disturbancesOf(system, round)
  const perStep = round.map(async (name): Promise<[Disturbance, Run][]> => {
    const own = all.filter(({ step }) => step === name)
    const runs = (await steps[name]?.(system.journey, own.length)) ?? []
    return own.flatMap((one, index): [Disturbance, Run][] => (runs[index] ? [[one, runs[index]]] : []))
  })
  const planned = (await Promise.all(perStep)).flat()
  return system.ways.flatMap(([where]) => planned.filter(([one]) => one.where === where))
}

/** One run after the other; those that come to no end meanwhile go on beside the next ones. Gives how many lost answers. */
async function disturb({ journey }: System, planned: readonly [Disturbance, Run][]): Promise<number> {
  const running: Promise<unknown>[] = []
  let disturbed = 0
  for (const [{ step, where, way, name, nth, answers }, run] of planned) {
    const end = Date.now() + patienceMs
    way.lose({ name, nth, answers })
    const about = run(`${step}, ${where}, ${answers} from ${name} ${nth} on`)
    running.push(about)
    await Promise.race([about.then((told) => settled(journey, told, end)), sleep(patienceMs)])
    const { lost } = way.pass()
    if (lost > 0) disturbed += 1
  }
  await Promise.all(running)
  return disturbed
}

const quarterHour = 15 * 60_000

/** What is put off by no more than a quarter of an hour is due now. Gives what is stuck. */
async function whenQuiet(queues: System['queues']): Promise<string[]> {
  const now = new Date()
  const waiting = { state: 'queued' as const, nextTryAt: { $gt: now, $lte: new Date(now.getTime() + quarterHour) } }
  await DeliveryModel.updateMany(waiting, { nextTryAt: now })
  for (const end = Date.now() + quietMs; ; await sleep(100)) {
    const left = await unfinished(queues)
    if (left.length === 0 || Date.now() > end) return left.map((what) => `stuck: ${what}`)
  }
}

test.each(rounds.map((round) => [round.join(', '), round] as const))(
  'answers that never come to api or worker during %s: everything is as the clients were told',
  { timeout: sized({ short: 600_000, long: 7_200_000 }) },
  async (_, round) => {
    const system = await startSystem()
    const { journey, queues, mailWay } = system
    const firms = Array.from({ length: 7 }, (_each, index) => aContractor(`Firm ${index}`, { dailyCap: 100_000 }))
    await ContractorModel.create(firms)
    const planned = await plan(system, round)
    const disturbed = await disturb(system, planned)
    expect(disturbed).toBeGreaterThan(planned.length / 3)

    const found = [...(await whenQuiet(queues)), ...journey.blamed]
    for (const told of journey.told) {
      for (const finding of await findingsAbout(told, inboxOf(journey))) found.push(`${told.during}: ${finding}`)
    }
    found.push(...(await findingsOfAll(journey.told, { emails: journey.sink.emails, copies: mailWay.lostEmails() })))
    expect(found).toEqual([])
  },
)
