import net from 'node:net'
import { ExplainedError } from '../cli-error.ts'

/** True when nothing answers on the port and we could listen on it. */
export async function isPortFree(port: number): Promise<boolean> {
  // Listening alone is not enough: some systems let 127.0.0.1 be taken beside a program that listens everywhere.
  if ((await somethingAnswers(port, '127.0.0.1')) || (await somethingAnswers(port, '::1'))) return false
  return canListen(port)
}

export function somethingAnswers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: 1000 })
    const answer = (value: boolean) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.once('timeout', () => answer(false))
  })
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A port that the system says is free; another program may still take it first, so use it at once. */
export function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export type PortWish = { name: string; variable: string; fallback: number }

/**
 * The port for a service. One that was asked for by its variable is taken or refused; the usual one makes way to
 * the next free port. Ports in `taken` are promised to another of our services already.
 */
export async function choosePort(
  wish: PortWish,
  env: NodeJS.ProcessEnv,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  const asked = env[wish.variable]
  if (asked) return askedPort(wish, asked)
  const port = await freePortFrom(wish.fallback, taken)
  if (port) return port
  throw new ExplainedError(`No free port for ${wish.name} from ${wish.fallback} on. Choose one with ${wish.variable}.`)
}

async function freePortFrom(first: number, taken: ReadonlySet<number> = new Set()): Promise<number | undefined> {
  for (let port = first; port < Math.min(first + 100, 65_536); port++) {
    if (!taken.has(port) && (await isPortFree(port))) return port
  }
  return undefined
}

async function askedPort({ variable }: PortWish, asked: string): Promise<number> {
  const port = Number(asked)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ExplainedError(`${variable} must be a port number from 1 to 65535, not "${asked}".`)
  }
  if (await isPortFree(port)) return port
  const other = await freePortFrom(port + 1)
  throw new ExplainedError(
    `Port ${port} is in use by another program. Start with ${variable}=${other ?? 'another port'} npm start`,
  )
}
