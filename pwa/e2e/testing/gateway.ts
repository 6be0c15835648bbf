import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { siteUrl } from './site.ts'

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
/** One request on its way. `forward` lets the api answer; what the browser gets is written to `response`. */
export type Passing = {
  path: string
  request: IncomingMessage
  response: ServerResponse
  forward: () => Promise<Answer>
}
export type Quote = { submission_id: string; email: string }

/**
 * A server between browser and api: it counts the quotes that arrive, and a test decides what becomes of them or of any
 * other request. Its address is an origin of its own, so what browsers store for it no other test sees.
 */
export async function openGateway() {
  const sockets = new Set<{ destroy: () => void }>()
  const gateway = {
    url: '',
    /** Where the api answers. */
    target: siteUrl(),
    /** Every quote that arrived, whatever was answered. */
    quotes: [] as Quote[],
    /** Handles `POST /api/quote`; null passes it on. */
    onQuote: null as ((passing: Passing) => unknown) | null,
    /** For each request with a body the share of it (0–1) after which both connections break; null lets it through. */
    cutsBody: (_request: { method: string; path: string }): number | null => null,
    /** Handles whatever it returns true for, before anything else does. */
    onRequest: (async () => false) as (passing: Passing) => Promise<boolean>,
    /** How many requests each of these quotes took, by its email. */
    triesOf: (emails: readonly string[]) =>
      emails.map((email) => gateway.quotes.filter((quote) => quote.email === email).length),
  }
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', siteUrl()).pathname
    const isQuote = request.method === 'POST' && path === '/api/quote'
    const share = gateway.cutsBody({ method: request.method ?? '', path })
    if (share !== null) return cutAfter(share, gateway.target, request)
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await buffer(request)
    if (isQuote && body) gateway.quotes.push(JSON.parse(body.toString()) as Quote)
    const passing = { path, request, response, forward: async () => answerOf(await ask(gateway.target, request, body)) }
    if (await gateway.onRequest(passing)) return
    if (isQuote && gateway.onQuote) return void (await gateway.onQuote(passing))
    const answer = await ask(gateway.target, request, body)
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    response.on('close', () => answer.destroy())
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return gateway
}

/** Answers with what the api said. */
export function reply({ response }: Passing, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

/** Answers with this status, and a wait that no test has time for. */
export const failing =
  (status: number, headers: Record<string, string> = { 'retry-after': '600' }) =>
  ({ response }: Passing) =>
    response.writeHead(status, headers).end()

/** Ends the connection without an answer. */
export const cutOff = ({ request }: Passing) => request.socket.destroy()

/** What has arrived reaches the api, which sees its connection break like the browser does. */
async function cutAfter(share: number, target: string, request: IncomingMessage): Promise<void> {
  const { method, url, headers } = request
  const call = httpRequest(new URL(url ?? '/', target), { method, headers }).on('error', () => {})
  const end = Math.floor(Number(headers['content-length']) * share)
  let passed = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    const rest = part.subarray(0, end - passed)
    await new Promise((resolve) => call.write(rest, resolve))
    passed += rest.length
    if (passed >= end) break
  }
  call.destroy()
  request.socket.destroy()
}

async function ask(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(new URL(url ?? '/', target), { method, headers }, resolve)
    call.on('error', reject)
    call.end(body ?? undefined)
  })
}

const answerOf = async (answer: IncomingMessage): Promise<Answer> => ({
  status: answer.statusCode ?? 502,
  headers: answer.headers,
  body: await buffer(answer),
})
