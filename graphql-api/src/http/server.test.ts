import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer, timeLimits } from './server.ts'
import { createTestApp, signInAs, testConfig, useTestApp, type TestApp } from '../testing/test-app.ts'

useTestApp()
const logged: { level: number; msg: string }[] = []
let app: TestApp
let server: Server
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  app = createTestApp(testConfig(), { log })
  server = createServer(app.app, { headers: 400, request: 800, idle: 400, check: 50 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
beforeEach(() => void (logged.length = 0))

/** A connection that sends what it is told, and what came back until it was closed. */
function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (part) => (received += part.toString()))
  socket.on('error', () => {}) // the server may hang up while we are still writing
  return { socket, received: () => received, closed: once(socket, 'close').then(() => received) }
}
const head = (line: string, headers: Record<string, string | number> = {}) =>
  [line, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
const json = { 'Content-Type': 'application/json' }
const wrongLines = () => logged.filter(({ level }) => level >= 40)
const serverErrors = async () =>
  (await app.request('GET', '/metrics', { peer: '127.0.0.1' })).body.match(/status="5\d\d"/g) ?? []

test('the limits of a running api are in order: headers, then a body, and longer idle than a proxy waits', () => {
  const { headers, request, idle, check } = timeLimits
  expect(headers).toBeLessThan(request)
  expect(idle).toBeGreaterThan(60_000)
  expect(check).toBeLessThanOrEqual(headers)
})

test.each([
  ['says nothing', ''],
  ['stops in the middle of its headers', 'GET /healthz HTTP/1.1\r\nHost: loc'],
  ['stops in the middle of its body', head('POST /api/quote HTTP/1.1', { ...json, 'Content-Length': 1_000 }) + '{"a":'],
  [
    'stops in a chunked body',
    head('POST /graphql HTTP/1.1', { ...json, 'Transfer-Encoding': 'chunked' }) + '5\r\n{"a":',
  ],
])('a client that %s is answered 408 and hung up on, and is no error of ours', async (_name, sent) => {
  const { socket, closed } = open()
  socket.write(sent)
  expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(wrongLines()).toEqual([])
  expect(await serverErrors()).toEqual([])
})

test('a connection that is kept alive is closed when nothing more comes', async () => {
  const { socket, closed } = open()
  socket.write(head('GET /healthz HTTP/1.1'))
  expect(await closed).toMatch(/^HTTP\/1\.1 200 OK/)
})

test.each([
  ['a quote', '/api/quote', json],
  ['an operation', '/graphql', json],
  ['a form', '/', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['a picture', '/api/images', { 'Content-Type': 'multipart/form-data; boundary=x' }],
])('who hangs up in the middle of %s is no error of ours', async (_name, path, headers) => {
  const { socket } = open()
  const authorization = `Bearer ${await signInAs('admin')}`
  socket.write(head(`POST ${path} HTTP/1.1`, { ...headers, authorization, 'Content-Length': 1_000 }) + 'abc')
  await sleep(100) // the request is under way
  socket.destroy()
  await expect.poll(() => logged.filter(({ msg }) => msg === 'request').length).toBe(1)
  expect(wrongLines()).toEqual([])
  expect(await serverErrors()).toEqual([])
})

test('a visitor’s 10 MB upload is rejected without waiting for any of it', async () => {
  const { socket, received } = open()
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 10 * 1024 * 1024 }
  socket.write(head('POST /api/images HTTP/1.1', headers))
  await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})
