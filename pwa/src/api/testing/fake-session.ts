import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createSessionStore, sessionKey, type Session } from '../session.ts'

/** What a browser keeps, in memory. */
export function aStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries))
  return {
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  }
}

export const aSession = (token: string): Session => ({
  token,
  user: { id: 'u1', email: 'admin@kerbside.example', name: 'Ada', role: 1 },
})

/** Several stores over one storage are several tabs of one browser. */
export function aTab(storage: Storage = aStorage(), events = new EventTarget()) {
  return createSessionStore({ storage: () => storage, events: () => events })
}

export const signedInStorage = (token: string) =>
  aStorage({ [sessionKey]: JSON.stringify(aSession(token)), 'something-else': 'kept by nobody' })

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

/** A real server for one test; `seen` counts what it was asked. */
export async function aServer(answer: (request: IncomingMessage) => Promise<Answer> | Answer) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    void Promise.resolve(answer(request)).then(({ status, body, headers = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
