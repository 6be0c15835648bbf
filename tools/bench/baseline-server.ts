/**
 * What the api is measured against: a plain Node handler with the same insert (document, indexes, write concern), the
 * same `queue.add`, a keyset find for the list, and kept bytes for a page. No validation, no limits, no sessions.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createProducerRedis, createQueues } from '@kerbside/schema/events/event.queue'
import { leadSubmitted } from '@kerbside/schema/events/event.jobs'
import { LeadModel, type LeadRecord } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import mongoose from 'mongoose'

const { MONGODB_URI = '', REDIS_URL = '', PORT = '', REDIS_PREFIX = 'plain' } = process.env
await mongoose.connect(MONGODB_URI)
await LeadModel.createCollection()
await LeadModel.createIndexes()
const redis = createProducerRedis(REDIS_URL)
const queues = createQueues(redis, { prefix: REDIS_PREFIX })
// The driver itself: no hydration, no casting.
const leads = LeadModel.collection
let nextId = 0

async function submit(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
  const id = ++nextId
  const at = new Date()
  const event = leadSubmitted(id, at)
  const answers = Object.entries(body).map(([name, value]) => ({ name, label: name, value: String(value) }))
  const lead: LeadRecord = aLead(id, { answers, outbox: [event], createdAt: at, updatedAt: at })
  await leads.insertOne(lead as never, { writeConcern: { w: 'majority' } })
  await queues.leads.add(event.type, { leadId: id }, { jobId: event.id })
  send(response, 201, { data: { id, reference: lead.reference } })
}

async function list(response: ServerResponse) {
  const page = await leads.find({}).sort({ createdAt: -1, _id: -1 }).limit(25).toArray()
  send(response, 200, { data: page })
}

function send(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const pages = new Map<string, Buffer>()

/** `/page/18000`: so many bytes, as a page that is compressed already. */
function page(response: ServerResponse, size: string) {
  const bytes = pages.get(size) ?? Buffer.alloc(Number(size), 'x')
  pages.set(size, bytes)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(bytes)
}

/** What `usageOf` reads. */
function usage(response: ServerResponse) {
  const { user, system } = process.cpuUsage()
  const lines = [
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  ]
  response.end(lines.join('\n'))
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request
  if (method === 'POST') return submit(request, response)
  if (url.startsWith('/page/')) return page(response, url.slice('/page/'.length))
  if (url === '/metrics') return usage(response)
  return list(response)
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => send(response, 500, { message: String(error) }))
}).listen(Number(PORT), '127.0.0.1')
