import { hasUsablePort, isPublicAddress } from '@kerbside/schema/webhooks/webhook-url'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startHookSink, useHookSinks } from '../testing/hook-sink.ts'
import { PrivateAddressError, postWebhook, type ResolveHost } from './post-webhook.ts'

useHookSinks()
const posting = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
const address = (text: string) => ({ address: text, family: text.includes(':') ? 6 : 4 })
const answering =
  (...texts: string[]): ResolveHost =>
  async () =>
    texts.map(address)
const noName: ResolveHost = async () => Promise.reject(new Error('looked up'))

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** Counts who connects, and says nothing. */
async function silentServer() {
  const seen = { connections: 0 }
  const server = createServer((socket) => {
    seen.connections += 1
    socket.on('error', () => {})
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { seen, port: (server.address() as AddressInfo).port }
}

const privateAddresses = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.8.8.8',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

test.each(privateAddresses)('nothing is sent to %s, by its number or by a name', async (text) => {
  expect(isPublicAddress(text)).toBe(false)
  const host = text.includes(':') ? `[${text}]` : text
  const options = { resolveHost: noName, toPrivate: false }
  await expect(postWebhook(posting(`https://${host}/`), options)).rejects.toThrow(PrivateAddressError)
  const named = { resolveHost: answering(text), toPrivate: false }
  await expect(postWebhook(posting('https://firm.example/'), named)).rejects.toThrow(PrivateAddressError)
})

test.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111'])('%s is a public address', (text) => {
  expect(isPublicAddress(text)).toBe(true)
})

test('a name that has a private address among public ones is rejected, and one that turns private later', async () => {
  const { seen, port } = await silentServer()
  const url = `https://firm.example:${port}/`
  const mixed = { resolveHost: answering('93.184.215.14', '127.0.0.1'), toPrivate: false }
  await expect(postWebhook(posting(url), mixed)).rejects.toThrow(PrivateAddressError)

  // Public when it is asked by anybody first, private when it is connected to: the name is looked up once, to connect.
  const answers = ['127.0.0.1', '93.184.215.14']
  let asked = 0
  const rebinding: ResolveHost = async () => [address(answers[asked++] ?? '127.0.0.1')]
  await expect(postWebhook(posting(url), { resolveHost: rebinding, toPrivate: false })).rejects.toThrow(
    PrivateAddressError,
  )
  expect(asked).toBe(1)
  expect(seen.connections).toBe(0)
})

test('http is rejected, unless private addresses are permitted', async () => {
  const { hooks, url } = await startHookSink()
  await expect(postWebhook(posting(url), { resolveHost: noName, toPrivate: false })).rejects.toThrow('not https')
  expect(await postWebhook(posting(url), { resolveHost: noName, toPrivate: true })).toMatchObject({
    status: 204,
    text: '',
  })
  expect(hooks).toHaveLength(1)
})

test.each([25, 465, 1_023, 1_433, 3_306, 5_432, 6_379, 27_018])('nothing is sent to port %i', async (port) => {
  expect(hasUsablePort(new URL(`https://firm.example:${port}/`))).toBe(false)
  const options = { resolveHost: noName, toPrivate: true }
  await expect(postWebhook(posting(`http://127.0.0.1:${port}/`), options)).rejects.toThrow('port')
})

test('a redirect is an answer, and is not followed', async () => {
  const [first, second] = [await startHookSink(), await startHookSink()]
  Object.assign(first.behaviour, { status: 307, headers: { location: second.url } })
  const options = { resolveHost: noName, toPrivate: true }
  expect((await postWebhook(posting(first.url), options)).status).toBe(307)
  expect([first.hooks.length, second.hooks.length]).toEqual([1, 0])
})

test('of a long answer the beginning is kept, on one line', async () => {
  const { behaviour, url } = await startHookSink()
  Object.assign(behaviour, { status: 500, text: `no\n\tthanks ${'x'.repeat(5_000_000)}` })
  const { status, text } = await postWebhook(posting(url), { resolveHost: noName, toPrivate: true })
  expect(status).toBe(500)
  expect(text).toHaveLength(200)
  expect(text).toMatch(/^no thanks x+$/)
})

test('a success counts with its status: the rest of the answer is not waited for', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\na'))
  })
  const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const options = { resolveHost: noName, toPrivate: true, timeouts: { connect: 60_000, whole: 3_000 } }
  expect(await postWebhook(posting(url), options)).toMatchObject({ status: 200, text: '' })
  await closed
})

test('a system that takes the message and says nothing is given up', async () => {
  const { port } = await silentServer()
  const options = { resolveHost: noName, toPrivate: true, timeouts: { connect: 60_000, whole: 300 } }
  await expect(postWebhook(posting(`http://127.0.0.1:${port}/`), options)).rejects.toThrow('No answer')
})
