/**
 * `npm run bench -- --leads 1000000`: how long the lead list takes over HTTP with eight clients, for each kind of page
 * that staff open, beside the newest page in the same round, and how many documents and index entries MongoDB reads for it.
 */
import { cursorIn } from '@kerbside/schema/leads/list/lead-order.model'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { aLead } from '@kerbside/schema/testing/factories'
import autocannon from 'autocannon'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '../seed/seed-once.ts'
import { inRounds, percentile, printRow } from './rows.ts'
import { databaseAt, managerToken, startServer, type Services } from './servers.ts'

const clients = 8
const seconds = 3

/** Makes the query of one request; `number` counts the requests, so that they differ as those of people do. */
type Query = (number: number) => Record<string, string>

export async function benchLists(services: Services, leads: number): Promise<void> {
  await seed(databaseAt(services.mongoUrl, 'bench-api'), console.log, async () => true, leads)
  const api = await startServer('graphql-api', services, 'bench-api')
  try {
    const token = await managerToken(api.url, services.mongoUrl)
    await mongoose.connect(services.mongoUrl, { dbName: 'bench-api' })
    await measureDashboard(api.url, token)
    await measureLists(api.url, token)
  } finally {
    await mongoose.disconnect()
    await api.stop()
  }
}

const figure = '{ count }'
const week = `{ received ${figure} contacted ${figure} quoted ${figure} converted ${figure} }`
const counted = `{ name figure ${figure} statuses { name count } }`
const dashboard = `{ dashboard {
  figures { total ${figure} pending ${figure} thisWeek ${figure} waiting ${figure} new ${figure} converted ${figure} }
  thisWeek ${week} lastWeek ${week} nearlyDue ${figure}
  nextLeads { id } awaitingPrice { figure ${figure} leads { id } } ownFollowUps { figure ${figure} leads { id } }
  promise { kept missed medianMinutes } prices { stages { name leads } firms { accepted } }
  reports { days ${counted} statuses { name figure ${figure} } sources ${counted} areas { name figure ${figure} } }
} }`

/** Longer than an answer of the dashboard is given again. */
const pauseMs = 5_500

/** All parts of the dashboard at once: the first time, when nothing is kept yet, and each time after leads have changed. */
async function measureDashboard(apiUrl: string, token: string): Promise<void> {
  const body = JSON.stringify({ query: dashboard })
  const ask = async () => {
    const start = performance.now()
    const answer = await fetch(`${apiUrl}/graphql`, {
      method: 'POST',
      headers: { ...headers(token), 'content-type': 'application/json' },
      body,
    })
    const { errors } = (await answer.json()) as { errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return performance.now() - start
  }
  // It begins the watch of leads: what was read before is not kept.
  await ask()
  await sleep(pauseMs)
  printRow('dashboard, all parts, the first time', [await ask()], null, ' ms')
  const newest = await LeadModel.find({}, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).limit(10).lean()
  const times = await inRounds(async () => {
    await LeadModel.updateMany({ _id: { $in: newest.map(({ _id }) => _id) } }, { $inc: { version: 1 } })
    await sleep(pauseMs)
    return ask()
  })
  printRow('dashboard, all parts, after ten changes', times, { most: 50 }, ' ms')
}

async function measureLists(apiUrl: string, token: string): Promise<void> {
  const queries = await listQueries()
  console.log(`\n${await LeadModel.estimatedDocumentCount()} leads, ${clients} clients, ${seconds} s for each round`)
  const measured = queries.map(([name, query]) => ({
    name,
    pathOf: (number: number) => `/api/quote?${new URLSearchParams(query(number))}`,
    p95: [] as number[],
    failed: 0,
  }))
  for (const { pathOf } of measured) await oneAfterAnother(apiUrl, token, pathOf)
  await inRounds(async () => {
    for (const page of measured) {
      const { times, failed } = await load(apiUrl, token, page.pathOf)
      page.p95.push(percentile(times, 0.95))
      page.failed += failed
    }
  })
  const newest = measured[0]?.p95 ?? []
  for (const { name, pathOf, p95, failed } of measured) {
    printRow(`${name}, p95`, p95, { most: 60 }, ' ms')
    printRow(
      '  beside the newest page',
      p95.map((time, round) => time / (newest[round] ?? Number.NaN)),
      { most: 1.5 },
      ' ×',
    )
    const { documents, entries, scans } = await readsOf(apiUrl, token, pathOf(7))
    printRow(`  index entries read${scans ? `, SCANS ${scans}` : ''}`, [entries], { most: 500 })
    printRow('  documents read', [documents], null)
    if (failed) console.log(`  FAILED ${failed}`)
  }
}

async function listQueries(): Promise<[string, Query][]> {
  const leads = await LeadModel.find({ _id: { $gt: 1_000 } }, { matching: 0, activity: 0 })
    .sort({ _id: 1 })
    .limit(500)
  const lead = (number: number) => leads[number % leads.length] ?? aLead(1)
  const middle = await LeadModel.findOne().sort({ createdAt: -1, _id: -1 }).skip(250).lean()
  const half = Math.floor((await LeadModel.estimatedDocumentCount()) / 2)
  const deep = await LeadModel.findById(half).lean()
  const status = (number: number) => leadStatuses[number % leadStatuses.length] ?? 'new'
  const assignees = await LeadModel.distinct('assignedTo.id')
  const assignee = (number: number) => assignees[number % assignees.length] ?? 'none'
  return [
    ['newest', () => ({})],
    ['tenth page', () => ({ cursor: middle ? cursorIn('newest', toLead(middle)) : '' })],
    ['middle of the list', () => ({ cursor: deep ? cursorIn('newest', toLead(deep)) : '' })],
    ['status', (number) => ({ status: status(number) })],
    ['assignee', (number) => ({ assigned_to: assignee(number) })],
    ['status and assignee', (number) => ({ status: status(number), assigned_to: assignee(number) })],
    ['status, middle', (number) => ({ status: status(number), cursor: deep ? cursorIn('newest', toLead(deep)) : '' })],
    ['search: rare (reference)', (number) => ({ search: lead(number).reference })],
    ['search: a full name', (number) => ({ search: lead(number).fullName })],
    ['search: a last name', (number) => ({ search: lead(number).lastName })],
    ['search: common', () => ({ search: '@homes.example' })],
    ['search: two letters', (number) => ({ search: lead(number).lastName.slice(1, 3) })],
    ['search: none', (number) => ({ search: `zqx${number}` })],
    ["search: an email's middle", (number) => ({ search: lead(number).email.slice(3, 14) })],
    ["search: a phone's end", (number) => ({ search: lead(number).mobile.slice(-6) })],
    ['search: 07700 9', (number) => ({ search: `07700 ${number % 10}` })],
    ['search and status', (number) => ({ search: lead(number).lastName, status: status(number) })],
    ['search and assignee', (number) => ({ search: lead(number).lastName, assigned_to: assignee(number) })],
    // What is chosen to hurt: in every lead, in very many beside a filter that leaves few, in many of which none is new, and
    // a common part of a rare whole.
    ['search: a letter of all', () => ({ search: 'e' })],
    ['search: common, lost', () => ({ search: '@homes.example', status: 'lost' })],
    ['search: old leads only', () => ({ search: '@former.example' })],
    ['search: rare behind common', (number) => ({ search: `07700 9${String(number % 1_000).padStart(3, '0')}` })],
  ]
}

const headers = (token: string) => ({ authorization: `Bearer ${token}` })

async function oneAfterAnother(url: string, token: string, pathOf: (number: number) => string) {
  for (let number = 0; number < 5; number++) {
    const response = await fetch(url + pathOf(number), { headers: headers(token) })
    if (!response.ok) throw new Error(`${pathOf(number)}: ${response.status} ${await response.text()}`)
  }
}

async function load(url: string, token: string, pathOf: (number: number) => string) {
  const times: number[] = []
  let number = 0
  const { non2xx, errors } = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    headers: headers(token),
    requests: [{ setupRequest: (request) => ({ ...request, path: pathOf(number++) }) }],
    setupClient: (client) => client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds)),
  })
  return { times, failed: non2xx + errors }
}

type Reads = { documents: number; entries: number; scans: number }

/** What MongoDB's profiler says of one page whose total is known, all its commands on leads and their search together. */
async function readsOf(url: string, token: string, path: string): Promise<Reads> {
  const { db } = mongoose.connection
  if (!db) throw new Error('MongoDB is not connected')
  await sleep(500) // what the load left under way
  await db.command({ profile: 0 })
  await db
    .collection('system.profile')
    .drop()
    .catch(() => {})
  await fetch(url + path, { headers: headers(token) })
  await db.command({ profile: 2 })
  await fetch(url + path, { headers: headers(token) })
  await db.command({ profile: 0 })
  const commands = await db
    .collection('system.profile')
    .find({ ns: { $in: [`${db.databaseName}.leads`, `${db.databaseName}.leadsearches`] }, op: { $ne: 'getmore' } })
    .toArray()
  const sum = (field: string) => commands.reduce((total, command) => total + Number(command[field] ?? 0), 0)
  const scans = commands.filter(({ planSummary }) => String(planSummary).includes('COLLSCAN')).length
  return { documents: sum('docsExamined'), entries: sum('keysExamined'), scans }
}
