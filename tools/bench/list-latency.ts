/**
 * `npm run bench -- --leads 1000000`: how long the lead list takes over HTTP with eight clients, for each kind of page
 * that staff open, and how many documents and index entries MongoDB reads for it.
 */
import { cursorIn } from '@kerbside/schema/leads/lead-order.model'
import { LeadModel, toLead } from '@kerbside/schema/leads/lead.model'
import { leadStatuses } from '@kerbside/schema/leads/lead'
import { aLead } from '@kerbside/schema/testing/factories'
import autocannon from 'autocannon'
import mongoose from 'mongoose'
import { setTimeout as sleep } from 'node:timers/promises'

const clients = 8
const seconds = 6

/** Makes the query of one request; `number` counts the requests, so that they differ as those of people do. */
type Query = (number: number) => Record<string, string>

export async function measureLists(apiUrl: string, token: string): Promise<void> {
  const queries = await listQueries()
  console.log(
    `\n${await LeadModel.estimatedDocumentCount()} leads, ${clients} clients, ${seconds} s each (budget: p95 60 ms)`,
  )
  console.log(`${'page'.padEnd(26)}  per s   p50   p95   p99 ms   documents, index entries read`)
  for (const [name, query] of queries) {
    const pathOf = (number: number) => `/api/quote?${new URLSearchParams(query(number))}`
    await oneAfterAnother(apiUrl, token, pathOf)
    const { times, failed } = await load(apiUrl, token, pathOf)
    const reads = await readsOf(apiUrl, token, pathOf(7))
    const at = (share: number) => String(Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)).padStart(4)
    const rate = String(Math.round(times.length / seconds)).padStart(5)
    console.log(
      `${name.padEnd(26)}  ${rate}  ${at(0.5)}  ${at(0.95)}  ${at(0.99)}      ${reads}${failed ? ` FAILED ${failed}` : ''}`,
    )
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
  return { times: times.toSorted((a, b) => a - b), failed: non2xx + errors }
}

/** What MongoDB's profiler says of one request, all its commands on leads and their search together. */
async function readsOf(url: string, token: string, path: string): Promise<string> {
  const { db } = mongoose.connection
  if (!db) return ''
  await sleep(500) // what the load left under way
  await db.command({ profile: 0 })
  await db
    .collection('system.profile')
    .drop()
    .catch(() => {})
  await db.command({ profile: 2 })
  await fetch(url + path, { headers: headers(token) })
  await db.command({ profile: 0 })
  const commands = await db
    .collection('system.profile')
    .find({ ns: { $in: [`${db.databaseName}.leads`, `${db.databaseName}.leadsearches`] }, op: { $ne: 'getmore' } })
    .toArray()
  const sum = (field: string) => commands.reduce((total, command) => total + Number(command[field] ?? 0), 0)
  const scans = commands.filter(({ planSummary }) => String(planSummary).includes('COLLSCAN')).length
  return `${sum('docsExamined')}, ${sum('keysExamined')}${scans ? `, SCANS ${scans}` : ''}`
}
