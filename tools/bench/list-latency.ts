/**
 * `npm run bench -- --leads 100000`: how long the lead list takes over HTTP with eight clients, for each kind of page
 * that staff open, beside the newest page in the same round, and how many documents and index entries MongoDB reads for it.
 * Each client does what the web app does: it asks for a page, and then how many leads there are unless the page is all.
 */
import { cursorIn } from '@kerbside/schema/leads/list/lead-order.model'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { aLead } from '@kerbside/schema/testing/factories'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'
import { seed } from '../seed/seed-once.ts'
import { inRounds, percentile, printRow } from './rows.ts'
import { databaseAt, managerToken, startServer, type Services } from './servers.ts'

const clients = 8
const seconds = 3

/** A page of the list, by the arguments of the GraphQL field. */
type Place = { filter?: Record<string, string>; after?: string }
/** `number` counts the requests, so that they differ as those of people do. */
type PlaceOf = (number: number) => Place

const page = `query ($filter: LeadFilter, $after: String) {
  leads(first: 25, after: $after, filter: $filter) {
    pageInfo { hasNextPage startCursor endCursor }
    nodes {
      id reference fullName email mobile postcode drivewayMaterial drivewaySize groupType pickupLocation dropoffLocation
      status priority createdAt answerDueAt followUpAt sharingStoppedAt assignedTo { id name } version
      dateOfTravel pickupTime distance additionalInfo
    }
  }
}`
const total = 'query ($filter: LeadFilter) { leads(filter: $filter) { totalCount totalIsCapped } }'

// Answers are looked into freely.
type Ask = (query: string, variables?: Place) => Promise<ReturnType<typeof JSON.parse>>

export async function benchLists(services: Services, leads: number): Promise<void> {
  await seed(databaseAt(services.mongoUrl, 'bench-api'), console.log, async () => true, leads)
  const api = await startServer('graphql-api', services, 'bench-api')
  try {
    const token = await managerToken(api.url, services.mongoUrl)
    await mongoose.connect(services.mongoUrl, { dbName: 'bench-api' })
    const ask = askAt(api.url, token)
    await measureDashboard(ask)
    await measureLists(ask)
  } finally {
    await mongoose.disconnect()
    await api.stop()
  }
}

const askAt =
  (apiUrl: string, token: string): Ask =>
  async (query, variables = {}) => {
    const response = await fetch(`${apiUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const text = await response.text()
    const { data, errors } = JSON.parse(text)
    if (!response.ok || errors) throw new Error(`${query} ${JSON.stringify(variables)}: ${response.status} ${text}`)
    return data
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

/** All parts of the dashboard at once, computed anew. */
async function measureDashboard(ask: Ask): Promise<void> {
  await ask(dashboard)
  const times = await inRounds(async () => {
    await sleep(pauseMs)
    const start = performance.now()
    await ask(dashboard)
    return performance.now() - start
  })
  printRow('dashboard, all parts', times, { most: 300 }, ' ms')
}

async function measureLists(ask: Ask): Promise<void> {
  const places = await listPlaces()
  console.log(`\n${await LeadModel.estimatedDocumentCount()} leads, ${clients} clients, ${seconds} s for each round`)
  const measured = places.map(([name, placeOf]) => ({
    name,
    placeOf,
    pages: [] as number[],
    totals: [] as number[],
    failed: 0,
  }))
  for (const { placeOf } of measured) for (let number = 0; number < 5; number++) await ask(page, placeOf(number))
  await inRounds(async () => {
    for (const each of measured) {
      const { pages, totals, failed } = await load(ask, each.placeOf)
      each.pages.push(percentile(pages, 0.95))
      if (totals.length > 0) each.totals.push(percentile(totals, 0.95))
      each.failed += failed
    }
  })
  const newest = measured[0]?.pages ?? []
  for (const { name, placeOf, pages, totals, failed } of measured) {
    const isSearch = name.startsWith('search')
    printRow(`${name}, p95`, pages, { most: isSearch ? 150 : 60 }, ' ms')
    printRow(
      '  beside the newest page',
      pages.map((time, round) => time / (newest[round] ?? Number.NaN)),
      isSearch ? null : { most: 1.5 },
      ' ×',
    )
    const { documents, entries, scans } = await readsOf(() => ask(page, placeOf(7)))
    printRow(`  index entries read${scans ? `, SCANS ${scans}` : ''}`, [entries], isSearch ? null : { most: 500 })
    printRow('  documents read', [documents], null)
    if (totals.length > 0) {
      printRow('  its total, p95', totals, null, ' ms')
      printRow('  index entries read for it', [(await readsOf(() => ask(total, placeOf(7)))).entries], null)
    }
    if (failed) console.log(`  FAILED ${failed}`)
  }
}

async function listPlaces(): Promise<[string, PlaceOf][]> {
  const leads = await LeadModel.find({ _id: { $gt: 1_000 } }, { matching: 0, activity: 0 })
    .sort({ _id: 1 })
    .limit(500)
  const lead = (number: number) => leads[number % leads.length] ?? aLead(1)
  const middle = await LeadModel.findOne().sort({ createdAt: -1, _id: -1 }).skip(250).lean()
  const half = Math.floor((await LeadModel.estimatedDocumentCount()) / 2)
  const deep = await LeadModel.findById(half).lean()
  const status = (number: number) => (leadStatuses[number % leadStatuses.length] ?? 'new').toUpperCase()
  const assignees = await LeadModel.distinct('assignedTo.id')
  const assignee = (number: number) => assignees[number % assignees.length] ?? 'none'
  return [
    ['newest', () => ({})],
    ['tenth page', () => ({ after: middle ? cursorIn('newest', toLead(middle)) : '' })],
    ['middle of the list', () => ({ after: deep ? cursorIn('newest', toLead(deep)) : '' })],
    ['status', (number) => ({ filter: { status: status(number) } })],
    ['assignee', (number) => ({ filter: { assignedTo: assignee(number) } })],
    ['status and assignee', (number) => ({ filter: { status: status(number), assignedTo: assignee(number) } })],
    [
      'status, middle',
      (number) => ({ filter: { status: status(number) }, after: deep ? cursorIn('newest', toLead(deep)) : '' }),
    ],
    ['search: rare (reference)', (number) => ({ filter: { search: lead(number).reference } })],
    ['search: a full name', (number) => ({ filter: { search: lead(number).fullName } })],
    ['search: a last name', (number) => ({ filter: { search: lead(number).lastName } })],
    ['search: common', () => ({ filter: { search: '@homes.example' } })],
    ['search: two letters', (number) => ({ filter: { search: lead(number).lastName.slice(1, 3) } })],
    ['search: none', (number) => ({ filter: { search: `zqx${number}` } })],
    ["search: an email's middle", (number) => ({ filter: { search: lead(number).email.slice(3, 14) } })],
    ["search: a phone's end", (number) => ({ filter: { search: lead(number).mobile.slice(-6) } })],
    ['search: 07700 9', (number) => ({ filter: { search: `07700 ${number % 10}` } })],
    ['search and status', (number) => ({ filter: { search: lead(number).lastName, status: status(number) } })],
    ['search and assignee', (number) => ({ filter: { search: lead(number).lastName, assignedTo: assignee(number) } })],
    // What is chosen to hurt: in every lead, in very many beside a filter that leaves few, and a common part of a rare whole.
    ['search: a letter of all', () => ({ filter: { search: 'e' } })],
    ['search: common, lost', () => ({ filter: { search: '@homes.example', status: 'LOST' } })],
    [
      'search: rare behind common',
      (number) => ({ filter: { search: `07700 9${String(number % 1_000).padStart(3, '0')}` } }),
    ],
  ]
}

async function load(ask: Ask, placeOf: PlaceOf) {
  const [pages, totals]: [number[], number[]] = [[], []]
  let [number, failed] = [0, 0]
  const end = performance.now() + 1_000 * seconds
  const timed = async (times: number[], query: string, place: Place) => {
    const start = performance.now()
    const answer = await ask(query, place)
    times.push(performance.now() - start)
    return answer
  }
  const client = async () => {
    while (performance.now() < end) {
      const place = placeOf(number++)
      try {
        const { leads } = await timed(pages, page, place)
        // Further pages come with the total of the first.
        if (place.after === undefined && leads.pageInfo.hasNextPage) await timed(totals, total, place)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { pages, totals, failed }
}

type Reads = { documents: number; entries: number; scans: number }

/** What MongoDB's profiler says of one request, all its commands on leads together. */
async function readsOf(request: () => Promise<unknown>): Promise<Reads> {
  const { db } = mongoose.connection
  if (!db) throw new Error('MongoDB is not connected')
  await sleep(500) // what the load left under way
  await db.command({ profile: 0 })
  await db
    .collection('system.profile')
    .drop()
    .catch(() => {})
  await db.command({ profile: 2 })
  await request()
  await db.command({ profile: 0 })
  const commands = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.leads`, op: { $ne: 'getmore' } })
    .toArray()
  const sum = (field: string) => commands.reduce((total, command) => total + Number(command[field] ?? 0), 0)
  const scans = commands.filter(({ planSummary }) => String(planSummary).includes('COLLSCAN')).length
  return { documents: sum('docsExamined'), entries: sum('keysExamined'), scans }
}
