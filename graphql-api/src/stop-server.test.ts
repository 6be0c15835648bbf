import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stopServer } from './stop-server.ts'

async function aSlowServer(milliseconds: number) {
  const fetch = async () => {
    await sleep(milliseconds)
    return new Response('done')
  }
  const server = createAdaptorServer({ fetch }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

function get(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, agent }, (response) => void text(response).then(resolve, reject))
    call.on('error', reject)
    call.end()
  })
}

test('stopping answers what was accepted, takes nothing new, and does not wait for idle connections', async () => {
  const { server, port } = await aSlowServer(300)
  const agent = new Agent({ keepAlive: true })
  await get(port, agent) // leaves an idle connection behind
  const accepted = [get(port, agent), get(port, agent)]
  await sleep(100)
  const started = performance.now()
  const stopped = stopServer(server)
  await expect(get(port, new Agent())).rejects.toThrow('ECONNREFUSED')
  expect(await Promise.all(accepted)).toEqual(['done', 'done'])
  await stopped
  expect(performance.now() - started).toBeLessThan(1_500)
  agent.destroy()
})

test('a server that never listened is stopped at once', async () => {
  const server = createAdaptorServer({ fetch: () => new Response() }) as Server
  await expect(stopServer(server)).resolves.toBeUndefined()
})
