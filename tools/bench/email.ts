import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { MailOutageModel, mailOutageId } from '@kerbside/schema/deliveries/mail-outage.model'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aContractor, aLead, ownContact } from '@kerbside/schema/testing/factories'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import mongoose from 'mongoose'
import { submitterOf } from './load.ts'
import { inRounds, percentile, printRow, type Goal } from './rows.ts'
import { startServer, usageOf, type BenchServer, type Services } from './servers.ts'

const concurrency = 10 // as the worker's default
const emailsPerLead = 6

export async function benchEmail(services: Services): Promise<void> {
  const sink = await startSink()
  const api = await startServer('graphql-api', services, 'bench-api')
  const worker = await startServer('worker', services, 'bench-api', { SMTP_URL: sink.url })
  try {
    await mongoose.connect(services.mongoUrl, { dbName: 'bench-api' })
    await addFirms()
    const submitOne = submitterOf(`${api.url}/api/quote`)
    await measureFirstOffer(sink, submitOne, 10) // both compile their hot paths before anything counts
    const latencies = await inRounds(() => measureFirstOffer(sink, submitOne, 40))
    const at = (part: number) => latencies.map((round) => percentile(round, part))
    printRow('submit until the first offer is taken, p50', at(0.5), null, ' ms')
    printRow('the same, p95', at(0.95), { most: 300 }, ' ms')
    for (const answerMs of [0, 40]) {
      const drains = await inRounds(() => measureDrain(sink, worker, 500, answerMs))
      const row = (name: string, read: (drained: Drained) => number, goal: Goal | null, unit = '') =>
        printRow(name, drains.map(read), goal, unit)
      console.log(`\nemails to a mail server that takes ${answerMs} ms for each`)
      row('  leads matched and offered a second', ({ leadsPerSecond }) => leadsPerSecond, null)
      row('  emails a second', ({ perSecond }) => perSecond, null)
      const ofBare = answerMs === 0 ? { least: 0.5 } : null
      row(
        '  emails a second beside nodemailer alone',
        ({ perSecond, bare }) => perSecond / bare.perSecond,
        ofBare,
        ' ×',
      )
      row('  worker, CPU of an email', ({ cpuMs }) => cpuMs, { most: 1.3 }, ' ms')
      row('  nodemailer alone, CPU of an email', ({ bare }) => bare.cpuMs, null, ' ms')
    }
  } finally {
    await mongoose.disconnect()
    await Promise.all([api.stop(), worker.stop()])
    await sink.stop()
  }
}

/** A mail server that takes everything, after `answerMs`, and keeps when it got it, and the first offer whole. */
export async function startSink() {
  const arrived: { at: number; to: string }[] = []
  const sink = { answerMs: 0 }
  let offer: Buffer | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      const to = envelope.rcptTo[0]?.address ?? ''
      const isWanted = offer === undefined && to.endsWith('@firms.example')
      stream.on('data', (chunk: Buffer) => void (isWanted && chunks.push(chunk)))
      stream.on('end', () => {
        if (isWanted) offer = Buffer.concat(chunks)
        arrived.push({ at: Date.now(), to })
        if (sink.answerMs === 0) done()
        else setTimeout(done, sink.answerMs)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return Object.assign(sink, { url: `smtp://127.0.0.1:${port}`, arrived, offer: () => offer, stop })
}

type Sink = Awaited<ReturnType<typeof startSink>>

/** Twenty firms that want every lead. */
export const addFirms = () =>
  ContractorModel.create(Array.from({ length: 20 }, (_, index) => aContractor(`Firm ${index}`, { dailyCap: 100_000 })))

let lastId = 1_000_000

/** Leads as the api leaves them when Redis is away; the worker's relay finds them. */
async function addLeads(count: number) {
  const at = new Date(Date.now() - 10_000)
  const records = Array.from({ length: count }, () => {
    const id = (lastId += 1)
    return aLead(id, { ...ownContact(id), createdAt: at, updatedAt: at, outbox: [leadSubmitted(id, at)] })
  })
  await LeadModel.insertMany(records)
}

/** While the mail server is known to be away, leads are matched and their emails wait. */
async function addWaitingEmails(leads: number) {
  const at = new Date()
  const nextTryAt = new Date(at.getTime() + 3_600_000)
  const lastError = 'The bench holds the emails back'
  await MailOutageModel.create({
    _id: mailOutageId,
    kind: 'unreachable',
    since: at,
    lastFailedAt: at,
    nextTryAt,
    lastError,
  })
  await addLeads(leads)
  while ((await DeliveryModel.countDocuments(untried)) < leads * emailsPerLead) await sleep(100)
}

const untried = { state: 'queued', claimId: null } as const

type Drained = { leadsPerSecond: number; perSecond: number; cpuMs: number; bare: Bare }

/**
 * A queue that waits is drained: emails per second from the first to the last, and the worker's processor time for each,
 * beside a bare pool of nodemailer with as many connections.
 */
async function measureDrain(sink: Sink, worker: BenchServer, leads: number, answerMs: number): Promise<Drained> {
  const emails = leads * emailsPerLead
  const from = Date.now()
  await addWaitingEmails(leads)
  const leadsPerSecond = leads / ((Date.now() - from) / 1_000)
  sink.answerMs = answerMs
  const before = sink.arrived.length
  const { cpuSeconds } = await usageOf(worker)
  await MailOutageModel.deleteOne({ _id: mailOutageId })
  await DeliveryModel.updateMany(untried, { nextTryAt: new Date() })
  while (sink.arrived.length < before + emails) await sleep(20)
  const times = sink.arrived.slice(before).map(({ at }) => at)
  const perSecond = emails / ((Math.max(...times) - Math.min(...times)) / 1_000)
  while ((await DeliveryModel.countDocuments({ state: { $ne: 'sent' } })) > 0) await sleep(50)
  const cpuMs = (((await usageOf(worker)).cpuSeconds - cpuSeconds) * 1_000) / emails
  const { subject = '', text = '', html } = await simpleParser(sink.offer() ?? '')
  const bare = await sendBare({ url: sink.url, count: emails, concurrency, email: { subject, text, html: html || '' } })
  sink.answerMs = 0
  return { leadsPerSecond, perSecond, cpuMs, bare }
}

type Bare = { perSecond: number; cpuMs: number }

async function sendBare(task: object): Promise<Bare> {
  const mailer = fork(path.join(import.meta.dirname, 'bare-mailer.ts'), { execArgv: ['--import', 'tsx'] })
  await once(mailer, 'message')
  mailer.send(task)
  const [bare] = (await once(mailer, 'message')) as [Bare]
  mailer.kill()
  return bare
}

/** Milliseconds from sending a quote to the moment at which the mail server took its first offer, one after the other. */
async function measureFirstOffer(sink: Sink, submit: () => Promise<unknown>, count: number): Promise<number[]> {
  const latencies: number[] = []
  for (let quote = 0; quote < count; quote += 1) {
    const before = sink.arrived.length
    const from = Date.now()
    await submit()
    while (sink.arrived.length < before + emailsPerLead) await sleep(5)
    const offers = sink.arrived.slice(before).filter(({ to }) => to.endsWith('@firms.example'))
    latencies.push(Math.min(...offers.map(({ at }) => at)) - from)
    await sleep(100 + Math.random() * 100)
  }
  return latencies
}
