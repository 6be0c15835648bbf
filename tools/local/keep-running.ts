import { setTimeout as sleep } from 'node:timers/promises'
import { explain } from '../cli-error.ts'
import type { Exit } from '../services/child-process.ts'
import type { Say } from '../services/service.ts'

export type Runnable = { exited: Promise<Exit>; stop(): Promise<unknown> }
export type Part<R extends Runnable> = {
  name: string
  start(): Promise<R>
  /** Settles when the first start has come so far that others may rely on it. */
  ready?(running: R): Promise<void>
  /** Milliseconds before the next start; `waitAfter` unless it is given. */
  waitAfter?(deaths: number): number
}
export type Watched = { stop(): Promise<void> }

const longLife = 60_000
const longestWait = 30_000

/** Half a second at first, doubled for each death soon after a start. */
export const waitAfter = (deaths: number) => Math.min(500 * 2 ** (deaths - 1), longestWait)

/** Starts a part of the system and starts it again whenever it ends by itself. A first start that fails is thrown. */
export async function keepRunning<R extends Runnable>(part: Part<R>, say: Say): Promise<Watched> {
  let current = await firstStart(part)
  const stopping = new AbortController()
  const watch = async () => {
    let deaths = 0
    let startedAt = Date.now()
    for (;;) {
      const exit = await Promise.race([current.exited, aborted(stopping.signal)])
      if (!exit || stopping.signal.aborted) return
      deaths = Date.now() - startedAt > longLife ? 1 : deaths + 1
      const restarted = await startAgain(part, deaths, describeExit(exit), say, stopping.signal)
      if (!restarted) return
      current = restarted
      startedAt = Date.now()
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await current.stop()
      await watching
      await current.stop() // it may have been started again meanwhile
    },
  }
}

/** Somebody else's database never ends as far as we know, so waiting for that must have an end of its own. */
function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}

async function firstStart<R extends Runnable>({ start, ready }: Part<R>): Promise<R> {
  const running = await start()
  try {
    await ready?.(running)
  } catch (error) {
    await running.stop()
    throw error
  }
  return running
}

/** Undefined when we are asked to stop before it worked. */
async function startAgain<R extends Runnable>(
  { name, start, waitAfter: waitFor = waitAfter }: Part<R>,
  deathsSoFar: number,
  why: string,
  say: Say,
  stopping: AbortSignal,
): Promise<R | undefined> {
  for (let deaths = deathsSoFar; ; deaths++) {
    const wait = waitFor(deaths)
    if (wait >= 2000) say(`The ${name} keeps ending (${why}). Next start in ${Math.round(wait / 1000)} s.`)
    await sleep(wait, undefined, { signal: stopping }).catch(() => {}) // only an abort ends it early: seen below
    if (stopping.aborted) return undefined
    try {
      const running = await start()
      say(`The ${name} ended (${why}) and was started again.`)
      return running
    } catch (error) {
      say(`The ${name} could not be started again: ${explain(error).split('\n')[0]}`)
    }
  }
}

export function describeExit({ code, signal }: Exit): string {
  return signal ? `signal ${signal}` : `exit code ${code}`
}
