import type { Server } from 'node:http'

/**
 * Takes no new connection, lets every accepted request be answered, and closes kept-alive connections as soon as they
 * have nothing under way.
 */
export async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}
