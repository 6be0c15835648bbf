import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutAddresses } from '../deliveries/mail-error.ts'

/**
 * Runs a task again and again with a pause in between. A failing pass is logged once per outage and never ends it. `stop`
 * resolves when the current pass has ended.
 */
export function startLoop(name: string, pauseMs: number, log: Logger, task: () => Promise<void>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    let failing = false
    while (!signal.aborted) {
      try {
        await task()
        if (failing) log.info({ loop: name }, 'works again')
        failing = false
      } catch (error) {
        // The next pass finds whatever this one has not done.
        if (!failing) log.warn({ loop: name, reason: withoutAddresses(error) }, 'pass failed, will be repeated')
        failing = true
      }
      // Random, so that several workers do not all query at the same moment.
      await sleep(pauseMs * (0.9 + Math.random() * 0.2), undefined, { signal }).catch(() => {
        // Stopped during the pause.
      })
    }
  }
  const done = run()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
