import type { QueuedQuote } from './queued-quote.ts'

export type TriggerDeps = {
  waiting: () => Promise<QueuedQuote[]>
  /** `evenEarly`: something happened that makes a try worth while before the back-off has run out. */
  flush: (options: { evenEarly: boolean }) => Promise<void>
  now: () => number
  window: Pick<Window, 'addEventListener'>
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
}

// A sleeping laptop's timers stand still; looking again now and then costs one read of a small local database.
const longestSleep = 60_000

/**
 * Tries again at start, when the browser thinks it is online, when the page is looked at, and by the clock. The try
 * itself is the probe: `navigator.onLine` is true in a tunnel and on a café's sign-in page.
 */
export function startFlushTriggers({ waiting, flush, now, window, document }: TriggerDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sleep(): Promise<void> {
    clearTimeout(timer)
    const next = (await waiting()).map(({ notBefore }) => notBefore)
    if (next.length === 0) return
    clearTimeout(timer)
    const delay = Math.min(Math.max(Math.min(...next) - now(), 1_000), longestSleep)
    timer = setTimeout(() => void tryAgain(false), delay)
  }
  async function tryAgain(evenEarly: boolean): Promise<void> {
    await flush({ evenEarly })
    await sleep()
  }

  const happened = () => void tryAgain(true)
  window.addEventListener('online', happened)
  window.addEventListener('pageshow', happened)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && happened())
  happened()
  /** Call after the queue changed: starts or moves the clock. */
  return { queueChanged: () => void sleep() }
}
