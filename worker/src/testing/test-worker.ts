import { parseConfig } from '@kerbside/schema/config'
import { leadSubmitted, type JobRequest, type OutboxEvent } from '@kerbside/schema/events/event.jobs'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { ContractorModel, type ContractorRecord } from '@kerbside/schema/contractors/contractor.model'
import { newRedisPrefix, redisUrl } from '@kerbside/schema/testing/database'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, TestRunner } from 'vitest'
import { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { isEvent } from '../events/run-event.ts'
import { createDeps, startWorker } from '../start.ts'
import { runJob } from '../worker.ts'

export const testSecret = 'a-secret-of-the-tests-that-is-long-enough'

/** As text, the way the environment has it. */
export function testConfig(changes: Record<string, string> = {}): Config {
  return parseConfig(Config, testEnvironment(changes))
}

export function testEnvironment(changes: Record<string, string> = {}): Record<string, string> {
  return {
    KERBSIDE_ENV: 'test',
    MONGODB_URI: 'mongodb://127.0.0.1:1', // the tests connect by themselves
    REDIS_URL: redisUrl(),
    REDIS_PREFIX: newRedisPrefix(),
    PUBLIC_URL: 'https://quotes.example',
    JWT_SECRET: testSecret,
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...changes,
  }
}

const closers: (() => Promise<void>)[] = []

/** Closes, after each test or at the end of the file, what the functions below opened. */
export function useWorkers({ forWholeFile = false } = {}) {
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  if (forWholeFile) afterAll(closeAll)
  else afterEach(closeAll)
}

/** Dependencies on the real services, without a running worker: handlers are called by the test. */
export async function testDeps(changes: Record<string, string> = {}): Promise<Deps> {
  const { deps, close } = createDeps(testConfig(changes), pino({ level: changes['LOG_LEVEL'] ?? 'silent' }))
  closers.push(async () => {
    if (deps.redis.status === 'ready') {
      await Promise.all(Object.values(deps.queues).map((queue) => queue.obliterate({ force: true })))
    }
    await close()
  })
  await until(() => deps.redis.status === 'ready')
  return deps
}

/** A running worker in this process. */
export async function runningWorker(changes: Record<string, string> = {}): Promise<Deps> {
  const deps = await testDeps(changes)
  const worker = startWorker(deps)
  closers.push(worker.stop)
  await worker.ready()
  return deps
}

/** A clock that a test can put forward; it runs on by itself. */
export function useClock(...all: Deps[]) {
  let aheadMs = 0
  for (const deps of all) deps.now = () => new Date(Date.now() + aheadMs)
  return { advance: (milliseconds: number) => void (aheadMs += milliseconds) }
}

type Job = Pick<JobRequest, 'name' | 'data'>

/** One job, as the queue would run it. The event of one about a lead is stored first, unless the test has stored it. */
export const run = async (deps: Deps, job: Job) => runJob(deps, { ...job, id: await idOfEvent(job) })

async function idOfEvent({ name, data }: Job): Promise<string> {
  const { leadId, contractorId = null } = data as { leadId?: number; contractorId?: string }
  const wanted = { type: name as OutboxEvent['type'], contractorId }
  const id = `of-a-test-${name}-${contractorId}`
  if (typeof leadId !== 'number' || !isEvent(name)) return id
  const at = new Date()
  const event = { ...wanted, id, at, dueAt: new Date(at.getTime() + 3_600_000) }
  await LeadModel.updateOne({ _id: leadId, outbox: { $not: { $elemMatch: wanted } } }, { $push: { outbox: event } })
  const lead = await LeadModel.findById(leadId, 'outbox').lean()
  return lead?.outbox.find((one) => one.type === name && one.contractorId === contractorId)?.id ?? id
}

/** The leads of a test are of different homeowners. */
export const addLead = (id: number, changes: Partial<LeadRecord> = {}) =>
  LeadModel.create(aLead(id, { createdAt: new Date(), ...(id > 1 && ownContact(id)), ...changes }))

/** A lead as the api leaves it when it could not reach Redis. */
export const addWaitingLead = (id: number, changes: Partial<LeadRecord> = {}) =>
  addLead(id, { outbox: [leadSubmitted(id, new Date(Date.now() - 10_000))], ...changes })

export async function addFirms(count: number, changes: Partial<Omit<ContractorRecord, '_id'>> = {}) {
  const firms = Array.from({ length: count }, (_, index) => aContractor(`Firm ${index + 1}`, changes))
  return ContractorModel.create(firms)
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Ids of the jobs that wait in a queue. */
export const waitingJobs = async (deps: Deps, queue: 'leads' | 'mail') =>
  (await deps.queues[queue].getJobs(['waiting', 'delayed'])).map(({ id }) => String(id)).toSorted()

/** Waits for what happens elsewhere, three quarters of the test's time at most, and then names what was awaited. */
export async function until(condition: () => unknown): Promise<void> {
  const end = Date.now() + 0.75 * (TestRunner.getCurrentTest()?.timeout ?? 60_000)
  // Ever less often, up to ten times a second: each look costs the services work.
  for (let wait = 10; !(await condition()); wait = Math.min(wait * 1.3, 100)) {
    if (Date.now() > end) throw new Error(`Not in time: ${condition.toString()}`)
    await sleep(wait)
  }
}
