import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a service that can be cut and mended, while the service itself goes on for everybody else. */
export async function cuttable(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, cut, mend: () => listen(port) }
}

/** Host and port of a service from its address. */
export function targetOf(url: string): { host: string; port: number } {
  const [, host = '127.0.0.1', port = ''] = /^\w+:\/\/(?:[^@/]*@)?([^:/,]+):(\d+)/.exec(url) ?? []
  return { host, port: Number(port) }
}
