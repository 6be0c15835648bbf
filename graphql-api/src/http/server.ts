import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'

/** Milliseconds. A client that takes longer is answered 408 and hung up on, so that waiting for it costs nothing. */
export const timeLimits = {
  /** From the first moment of a connection, or of its next request, to the end of the headers. */
  headers: 15_000,
  /** To the end of the body: 12 MB of picture over a slow line. */
  request: 120_000,
  /** Between two requests. Longer than the usual 60 s of a proxy, so that it never meets a connection we are just closing. */
  idle: 65_000,
  /** How often connections are looked through. */
  check: 5_000,
}

export function createServer(app: { fetch: (request: Request) => Response | Promise<Response> }, limits = timeLimits) {
  return createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: limits.check,
    },
  }) as Server
}

/**
 * Takes no new connection, lets every accepted request be answered, and closes keep-alive connections as soon as they
 * have nothing under way.
 */
export async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}
