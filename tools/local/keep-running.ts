import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorText, type Print } from '../cli/command.ts'
import type { Exit } from '../services/child-process.ts'

export type Runnable = { exited: Promise<Exit>; stop(): Promise<unknown> }
export type Part<R extends Runnable> = {
  name: string
  start(): Promise<R>
  /** Settles when the first start has come so far that others may rely on it. */
  ready?(running: R): Promise<void>
  /** Milliseconds before the next start; `waitAfter` unless it is given. */
  waitAfter?(failures: number): number
}
export type Watched = { stop(): Promise<void> }

const longLife = 60_000
const longestWait = 30_000

/** Half a second at first, doubled for each end soon after a start. */
export const waitAfter = (failures: number) => Math.min(500 * 2 ** (failures - 1), longestWait)

/** Starts a part of the system and starts it again whenever it ends by itself. A first start that fails is thrown. */
export async function keepRunning<R extends Runnable>(part: Part<R>, print: Print): Promise<Watched> {
  let current = await firstStart(part)
  const stopping = new AbortController()
  const { signal } = stopping
  const stopAsked = once(signal, 'abort').then(() => null)
  const watch = async () => {
    let failures = 0
    let startedAt = Date.now()
    for (;;) {
      // Somebody else's database never ends as far as we know, so the waiting for that must end with our stop.
      const exit = await Promise.race([current.exited, stopAsked])
      if (!exit || signal.aborted) return
      failures = Date.now() - startedAt > longLife ? 1 : failures + 1
      const restarted = await startAgain({ part, failures, exit, print, signal })
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

async function firstStart<R extends Runnable>({ start, ready }: Part<R>): Promise<R> {
  const running = await start()
  try {
    await ready?.(running)
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

type Restart<R extends Runnable> = { part: Part<R>; failures: number; exit: Exit; print: Print; signal: AbortSignal }

/** Undefined when we are asked to stop before it worked. */
async function startAgain<R extends Runnable>({ part, exit, print, signal, ...restart }: Restart<R>) {
  const { name, start, waitAfter: waitFor = waitAfter } = part
  const why = exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`
  for (let { failures } = restart; ; failures++) {
    const wait = waitFor(failures)
    if (wait >= 2000) print(`The ${name} keeps ending (${why}). Next start in ${Math.round(wait / 1000)} s.`)
    await sleep(wait, undefined, { signal }).catch(() => {}) // only an abort ends it early: seen below
    if (signal.aborted) return undefined
    try {
      const running = await start()
      print(`The ${name} ended (${why}) and was started again.`)
      return running
    } catch (error) {
      print(`The ${name} could not be started again: ${errorText(error).split('\n')[0]}`)
    }
  }
}
