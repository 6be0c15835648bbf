import getPort, { clearLockedPorts, portNumbers } from 'get-port'
import { CliError } from '../cli/command.ts'

/** True when nothing listens on the port, on whatever address. */
export async function isPortFree(port: number): Promise<boolean> {
  clearLockedPorts() // a port that get-port gave out lately counts as free while nothing listens on it
  return (await getPort({ port })) === port
}

/** A port that the system says is free; another program may still take it first, so use it at once. */
export const anyFreePort = () => getPort()

/** For a whole system, free at this moment. */
export async function freePorts() {
  const [app, mongo, redis, smtp, inbox, worker] = await Promise.all(Array.from({ length: 6 }, anyFreePort))
  if (!app || !mongo || !redis || !smtp || !inbox || !worker) throw new Error('the system gave no port')
  return { app, mongo, redis, smtp, inbox, worker }
}

/** Whose port it is, the variable that names it, and what it is when that is not set. */
export type PortWish = { name: string; variable: string; fallback: number }

/**
 * The port for a service. One that is asked for by its variable is taken or rejected; the usual one makes way to
 * the next free port. Ports in `taken` are promised to another of our services already.
 */
export async function choosePort(
  { variable, fallback }: PortWish,
  env: NodeJS.ProcessEnv,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  const asked = env[variable]
  if (!asked) return freePortFrom(fallback, taken)
  const port = Number(asked)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CliError(`${variable} must be a port number from 1 to 65535, not "${asked}".`)
  }
  if (await isPortFree(port)) return port
  const other = await freePortFrom(port + 1)
  throw new CliError(`Port ${port} is in use by another program. Start with ${variable}=${other} npm start`)
}

function freePortFrom(first: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  clearLockedPorts()
  const from = Math.min(Math.max(first, 1_024), 65_535)
  return getPort({ port: portNumbers(from, Math.min(from + 100, 65_535)), exclude: taken })
}
