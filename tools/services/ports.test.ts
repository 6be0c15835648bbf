import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { anyFreePort, choosePort, isPortFree } from './ports.ts'

const servers: net.Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

async function occupiedPort(host = '127.0.0.1'): Promise<number> {
  const port = await anyFreePort()
  const server = net.createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()))
  return port
}

test('a port that something listens on is not free, whatever address it listens on', async () => {
  expect(await isPortFree(await anyFreePort())).toBe(true)
  expect(await isPortFree(await occupiedPort())).toBe(false)
  expect(await isPortFree(await occupiedPort('0.0.0.0'))).toBe(false)
})

test('the usual port makes way to the next free one', async () => {
  const fallback = await occupiedPort()
  const port = await choosePort({ name: 'the app', variable: 'PORT', fallback }, {})
  expect(port).toBeGreaterThan(fallback)
  expect(await isPortFree(port)).toBe(true)
})

test('a port promised to another service is passed over', async () => {
  const fallback = await anyFreePort()
  const port = await choosePort({ name: 'the app', variable: 'PORT', fallback }, {}, new Set([fallback]))
  expect(port).toBeGreaterThan(fallback)
})

test('a port that was asked for is taken, or rejected in one line that offers a free one', async () => {
  const free = await anyFreePort()
  const wish = { name: 'the app', variable: 'PORT', fallback: 4000 }
  expect(await choosePort(wish, { PORT: String(free) })).toBe(free)
  const taken = await occupiedPort()
  const rejection = choosePort(wish, { PORT: String(taken) })
  await expect(rejection).rejects.toThrow(
    new RegExp(`^Port ${taken} is in use by another program\\. Start with PORT=\\d+ `),
  )
})

test('what is no port number is rejected', async () => {
  const wish = { name: 'the app', variable: 'PORT', fallback: 4000 }
  await expect(choosePort(wish, { PORT: 'http' })).rejects.toThrow('PORT must be a port number')
  await expect(choosePort(wish, { PORT: '70000' })).rejects.toThrow('PORT must be a port number')
})
