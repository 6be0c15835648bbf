import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on which the server's answers can be held back, while what is sent to it still arrives. */
export async function heldConnection(host: string, port: number) {
  const sockets = new Set<Socket>()
  let held = false
  let isLast: ((sent: Buffer) => boolean) | null = null
  let isSlow: ((sent: Buffer) => boolean) | null = null
  let late: { near: Socket; answer: Buffer[] } | null = null
  const server = createServer((near) => {
    const far = connect(port, host)
    near.pipe(far)
    near.on('data', (sent: Buffer) => {
      held ||= isLast?.(sent) ?? false
      if (isSlow?.(sent)) [isSlow, late] = [null, { near, answer: [] }]
    })
    far.on('data', (answer: Buffer) => {
      if (late?.near === near) late.answer.push(answer)
      else if (!held) near.write(answer)
    })
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
    /** The answer to the next that is so waits until `deliver`. Other connections' answers come through. */
    delay: (slow: (sent: Buffer) => boolean) => void (isSlow = slow),
    /** Whether that answer is here, and waits. */
    isDelayed: () => late !== null && late.answer.length > 0,
    deliver: () => {
      late?.near.write(Buffer.concat(late.answer))
      late = null
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
