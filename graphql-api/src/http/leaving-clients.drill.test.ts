import { serve } from '@hono/node-server'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { aLead } from '@kerbside/schema/testing/factories'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
const server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' })
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

const query = JSON.stringify({
  query: '{ leads(first: 150) { totalCount nodes { id fullName answers { name value } } } }',
})
const requests = {
  '/graphql': `POST /graphql HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${query.length}\r\n`,
  '/api/quote': 'GET /api/quote?limit=150 HTTP/1.1\r\n',
  '/api/openapi.json': 'GET /api/openapi.json HTTP/1.1\r\n',
}

/** Sends a request and is gone after some milliseconds, whatever came back until then. */
async function leaveAfter(milliseconds: number, request: string, token: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the server may hang up first
  const headers = `Host: localhost\r\nAccept-Encoding: gzip\r\nAuthorization: Bearer ${token}\r\n\r\n`
  socket.write(request + headers + (request.startsWith('POST') ? query : ''))
  await sleep(milliseconds)
  socket.destroy()
}

// An uncaught exception fails the run, as it would end the process.
test.each(Object.entries(requests))(
  '%s: clients that leave in the middle of an answer leave the server running',
  async (path, request) => {
    const token = await signInAs('admin')
    await LeadModel.insertMany(Array.from({ length: 150 }, (_, index) => aLead(index + 1)))
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: 12 }, (_, index) => leaveAfter(index * 6 + round, request, token)))
    }
    const isPost = path === '/graphql'
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: isPost ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(isPost && { body: query }),
    })
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBeGreaterThan(1_000)
  },
)

test('clients that leave a subscription leave the server running, and others go on listening', async () => {
  const token = await signInAs('admin')
  const listen = () => {
    const client = new AbortController()
    const answer = fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: 'subscription { leadEvents { kind leadId } }' }),
      signal: client.signal,
    })
    return { answer, leave: () => client.abort() }
  }
  const stays = listen()
  const leaving = Array.from({ length: 30 }, listen)
  const answers = await Promise.all(leaving.map(({ answer }) => answer))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  for (const { leave } of leaving) leave()

  const reader = (await stays.answer).body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  // Of many changes at once, like those of the tests before, no single one is reported: the next lead is.
  for (let id = 1; !text.includes('RECEIVED'); id += 1) {
    const part = await reader?.read()
    if (!part || part.done) break
    text += part.value
    await LeadModel.create(aLead(id))
  }
  expect(text).toContain('RECEIVED')
  stays.leave()
})
