import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on which the server's answers can be held back, while what is sent to it still arrives. */
export async function heldConnection(host: string, port: number) {
  const sockets = new Set<Socket>()
  let held = false
  let isLast: ((sent: Buffer) => boolean) | null = null
  const server = createServer((near) => {
    const far = connect(port, host)
    near.pipe(far)
    near.on('data', (sent: Buffer) => (held ||= isLast?.(sent) ?? false))
    far.on('data', (answer) => held || near.write(answer))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** From here on no answer comes through any more. */
    hold: () => void (held = true),
    /** The same from the moment on at which this is sent. */
    holdFrom: (last: (sent: Buffer) => boolean) => void (isLast = last),
    /** What comes from here on comes through again; what was held back is lost. */
    release: () => void (held = false),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
