import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { stopServer } from './server.ts'

/** It answers `/now` at once, and everything else when the test says so. */
async function aServer() {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const accepted: string[] = []
  const fetch = async ({ url }: Request) => {
    accepted.push(new URL(url).pathname)
    if (!url.endsWith('/now')) await held
    return new Response('done')
  }
  const server = createAdaptorServer({ fetch }) as Server
  server.keepAliveTimeout = 3_600_000 // whoever waits for an idle connection waits for an hour
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, accepted, answer: () => answer() }
}

function get(port: number, agent: Agent, path = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, agent, path },
      (response) => void text(response).then(resolve, reject),
    )
    call.on('error', reject)
    call.end()
  })
}

test('stopping answers what was accepted, takes nothing new, and does not wait for idle connections', async () => {
  const { server, port, accepted, answer } = await aServer()
  const agent = new Agent({ keepAlive: true })
  await Promise.all(['/now', '/now', '/now'].map((path) => get(port, agent, path))) // leave idle connections behind
  const answers = [get(port, agent), get(port, agent)]
  await expect.poll(() => accepted).toHaveLength(5)
  const stopped = stopServer(server)
  await expect(get(port, new Agent())).rejects.toThrow('ECONNREFUSED')
  answer()
  expect(await Promise.all(answers)).toEqual(['done', 'done'])
  await stopped
  agent.destroy()
})

test('a server that never listened is stopped at once', async () => {
  const server = createAdaptorServer({ fetch: () => new Response() }) as Server
  await expect(stopServer(server)).resolves.toBeUndefined()
})
