import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

const anyByte = () => Math.floor(Math.random() * 256)

/**
 * A small proxy before several servers: each request goes to the next of them, whatever client it comes from. One whose
 * server is gone gets no answer. A client that names no address comes from a network of its own.
 */
export async function startRoundRobin(urls: readonly string[]) {
  const answered = new Map(urls.map((url) => [url, 0]))
  let next = 0
  const proxy = createServer((incoming, outgoing) => {
    const url = urls[(next += 1) % urls.length] ?? ''
    const address = incoming.headers['x-forwarded-for'] ?? `10.${anyByte()}.${anyByte()}.${anyByte()}`
    const { method, headers } = incoming
    const options = { method, headers: { ...headers, 'x-forwarded-for': address } }
    const forwarded = request(`${url}${incoming.url}`, options, (answer) => {
      answered.set(url, (answered.get(url) ?? 0) + 1)
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => {}) // whichever side ends early, the other hears of it
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    pipeline(incoming, forwarded, () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** How many answers came from each server. */
    answered,
    stop() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
