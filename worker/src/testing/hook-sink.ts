import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type ReceivedHook = { headers: IncomingHttpHeaders; body: string }

/** How a firm's system answers; change it at any time. */
type HookBehaviour = { status: number; text: string; headers: Record<string, string> }

const open: Server[] = []

/** Closes the firms' systems after each test. */
export function useHookSinks() {
  afterEach(async () => {
    for (const server of open.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
}

/** A firm's system that keeps what it is sent. */
export async function startHookSink() {
  const hooks: ReceivedHook[] = []
  const behaviour: HookBehaviour = { status: 204, text: '', headers: {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      hooks.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  const { port } = server.address() as AddressInfo
  return { hooks, behaviour, port, url: `http://127.0.0.1:${port}/hooks/kerbside` }
}
