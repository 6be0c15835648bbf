import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Reads what a client sends: the names of the messages that begin or are complete with this piece. */
type Reader = { read: (piece: Buffer) => string[]; serverSpoke?: () => void }

/** What the driver says by itself, beside any work, and what the server answers only when there is news. */
const unasked = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'getMore'])
const opMsg = 2013

/** OP_MSG: length, request id, response to, operation; flags; kind of section; then BSON that begins with the command. */
function commandOf(message: Buffer): string | null {
  if (message.readInt32LE(12) !== opMsg) return null
  const nameEnd = message.indexOf(0, 26)
  const name = message.toString('latin1', 26, nameEnd)
  if (unasked.has(name)) return null
  const isText = message[25] === 2
  return isText ? `${name} ${message.toString('latin1', nameEnd + 5, message.indexOf(0, nameEnd + 5))}` : name
}

function mongodbReader(): Reader {
  let rest: Buffer = Buffer.alloc(0)
  return {
    read(piece) {
      rest = Buffer.concat([rest, piece])
      const names: string[] = []
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const length = rest.readInt32LE(0)
        const name = commandOf(rest.subarray(0, length))
        if (name !== null) names.push(name)
        rest = rest.subarray(length)
      }
      return names
    },
  }
}

/** Commands that ioredis sends together are one message. */
function redisReader(): Reader {
  return {
    read(piece) {
      const name = /^\*\d+\r\n\$\d+\r\n(\w+)\r\n/.exec(piece.toString('latin1', 0, 60))?.[1]
      return name === undefined ? [] : [name]
    },
  }
}

/** Commands, or a whole email: until the server speaks again. */
function smtpReader(): Reader {
  let isTurn = true
  return {
    read(piece) {
      if (!isTurn) return []
      isTurn = false
      return [
        /^(EHLO|HELO|AUTH|MAIL|RCPT|DATA|RSET|NOOP|QUIT)\b/.exec(piece.toString('latin1', 0, 20))?.[0] ?? emailItself,
      ]
    },
    serverSpoke: () => void (isTurn = true),
  }
}
const emailItself = 'the email itself'

const readers = { mongodb: mongodbReader, redis: redisReader, smtp: smtpReader }

/** From the n-th message on, counted from 1, so many answers in a row are lost: whoever asks again may get none again. */
export type Loss = { nth: number; answers: number }

/**
 * A way to a service on which chosen answers never come: the message arrives, and its connection is cut as soon as the
 * server speaks, before anything of that comes through.
 */
export async function lostAnswers(protocol: keyof typeof readers, target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let seen: string[] = []
  let loss: Loss | null = null
  let lost: string[] = []
  let lostEmails = 0
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    const reader = readers[protocol]()
    let isLost = false
    near.on('data', (piece) => {
      for (const name of reader.read(piece)) {
        seen.push(name)
        if (loss === null || lost.length === loss.answers || seen.length < loss.nth) continue
        isLost = true
        lost.push(name)
        if (name === emailItself) lostEmails += 1
      }
      far.write(piece)
    })
    far.on('data', (piece) => {
      if (isLost) return near.destroy()
      reader.serverSpoke?.()
      near.write(piece)
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lose(wanted: Loss) {
      ;[seen, loss, lost] = [[], wanted, []]
    },
    /** Everything passes again. Gives the names of the messages since it was last told something, and of those without an answer. */
    pass() {
      const result = { seen, lost }
      ;[seen, loss, lost] = [[], null, []]
      return result
    },
    /** Emails that the server has and whose sender never heard so. */
    lostEmails: () => lostEmails,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type LostAnswers = Awaited<ReturnType<typeof lostAnswers>>
