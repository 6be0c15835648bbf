/** What workers, time and accidents do to leads and their offers, as commands of fast-check. */
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import type { Job } from 'bullmq'
import type fc from 'fast-check'
import { queueDueDeliveries } from '../../worker/src/deliveries/queue-deliveries.ts'
import { relayOutbox } from '../../worker/src/events/relay.ts'
import { sweep } from '../../worker/src/events/sweep.ts'
import { runJob } from '../../worker/src/worker.ts'
import { checkAlways, type House, type Model } from './offers-model-checks.ts'

export type Command = fc.AsyncCommand<Model, House>

/** Numbers in commands are any: they choose among those that there are. */
export const pick = <T>(from: readonly T[], number: number): T => from[number % from.length] as T

/** After each command all that must always hold is checked. */
export function command(text: string, run: (model: Model, house: House) => Promise<void>, needsLead = true): Command {
  return {
    check: ({ leads }) => !needsLead || leads.length > 0,
    run: async (model, house) => {
      await run(model, house)
      await checkAlways(model, house)
    },
    toString: () => text,
  }
}

const waitingJobs = async ({ worker }: House): Promise<Job[]> => {
  const found = await Promise.all([
    worker.queues.leads.getJobs(['waiting', 'delayed', 'failed']),
    worker.queues.mail.getJobs(['waiting', 'delayed', 'failed']),
  ])
  return found.flat().filter((job) => job !== undefined)
}

/** `killed`: with its work begun, before its mails are queued; `repeated`: with its work done, before Redis is told. */
type Fate = 'done' | 'killed' | 'repeated'

async function runOne(house: House, job: Job, fate: Fate): Promise<void> {
  const killed = new Error('killed')
  const enqueueAll = fate === 'killed' ? async () => Promise.reject(killed) : house.worker.enqueueAll
  try {
    await runJob({ ...house.worker, enqueueAll }, job)
  } catch (error) {
    if (error !== killed) throw error
  }
  if (fate === 'done') await job.remove()
}

export const work = (number: number, fate: Fate) =>
  command(
    `work ${number} ${fate}`,
    async (_model, house) => {
      const jobs = await waitingJobs(house)
      if (jobs.length > 0) await runOne(house, pick(jobs, number), fate)
    },
    false,
  )

/** Two workers have the same job: one has stalled and goes on. */
export const workTwice = (number: number) =>
  command(
    `work ${number} by two`,
    async (_model, house) => {
      const jobs = await waitingJobs(house)
      if (jobs.length === 0) return
      const job = pick(jobs, number)
      await Promise.all([runJob(house.worker, job), runJob(house.worker, job)])
      await job.remove()
    },
    false,
  )

export const workAll = command('work all', async (_model, house) => runAll(house), false)

async function runAll(house: House): Promise<void> {
  for (let jobs = await waitingJobs(house); jobs.length > 0; jobs = await waitingJobs(house)) {
    for (const job of jobs) await runOne(house, job, 'done')
  }
}

const loops = async ({ worker }: House) => {
  await relayOutbox(worker)
  await queueDueDeliveries(worker)
  await sweep(worker)
}

export const pass = (hours: number) =>
  command(
    `${hours} h pass`,
    async (_model, house) => {
      house.clock.advance(hours * 3_600_000)
      await loops(house)
    },
    false,
  )

export const emptyRedis = command(
  'Redis comes back empty',
  async (_model, { worker }) => {
    await Promise.all([worker.queues.leads, worker.queues.mail].map((queue) => queue.obliterate({ force: true })))
  },
  false,
)

/** Long enough for relay and sweep to find all that was forgotten, and for a day's email to go out. */
export async function comeToRest(house: House): Promise<void> {
  for (const minutes of [3, 3, 3, 3, 24 * 60, 3, 3, 3, 3]) await goOn(house, minutes)
  // Offers that ended in the last of these minutes have consequences too.
  for (let more = 0; more < 4 && (await isAnythingDue()); more += 1) await goOn(house, 3)
}

async function goOn(house: House, minutes: number): Promise<void> {
  house.clock.advance(minutes * 60_000)
  await loops(house)
  await runAll(house)
}

const isAnythingDue = () => LeadModel.exists({ outbox: { $ne: [] } })
