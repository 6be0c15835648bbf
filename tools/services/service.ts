import type { Exit } from './child-process.ts'

/** A running database: ours, with a process to watch and stop, or somebody else's that we only use. */
export type Service = {
  url: string
  /** Settles when it ends without being asked; never for somebody else's. */
  exited: Promise<Exit>
  stop(): Promise<void>
}

export type Say = (line: string) => void

/** A service that the environment names: used as it is, and left alone at the end. */
export function externalService(url: string): Service {
  return { url, exited: new Promise(() => {}), stop: async () => {} }
}
