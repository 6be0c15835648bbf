import type { Logger } from 'pino'
import { withoutAddresses } from '../deliveries/mail-error.ts'

/** `stop` resolves when the current pass has ended. */
export type Loop = { stop: () => Promise<void> }

/** Runs a task again and again with a pause in between. A failing pass is logged once per outage and never ends it. */
export function startLoop(name: string, pauseMs: number, log: Logger, task: () => Promise<void>): Loop {
  let stopped = false
  let failing = false
  let wake = () => {}

  const pass = async () => {
    try {
      await task()
      if (failing) log.info({ loop: name }, 'works again')
      failing = false
    } catch (error) {
      // The next pass finds whatever this one has not done.
      if (!failing) log.warn({ loop: name, reason: withoutAddresses(error) }, 'pass failed, will be repeated')
      failing = true
    }
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      // Random, so that several workers do not all query at the same moment.
      const timer = setTimeout(resolve, pauseMs * (0.9 + Math.random() * 0.2))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!stopped) {
      await pass()
      if (!stopped) await pause()
    }
  }
  const done = run()
  return {
    stop: () => {
      stopped = true
      wake()
      return done
    },
  }
}
