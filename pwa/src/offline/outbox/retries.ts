import type { When } from './sender.ts'

// A sleeping laptop's timers stand still; looking again now and then costs one read of a small local database.
const longestSleep = 60_000

/** When to try again what waits on this phone: by the clock, and when something happens that makes a try worth while. */
export function createRetries(tryNow: (when: When) => unknown, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Tries at this time, in milliseconds since 1970, in place of the time set before; null when nothing waits. */
    setNext(at: number | null): void {
      clearTimeout(timer)
      if (at === null) return
      const delay = Math.min(Math.max(at - now(), 1_000), longestSleep)
      timer = setTimeout(() => void tryNow({ evenEarly: false }), delay)
    },
    /**
     * Tries from now on when the browser thinks it is online, and when the page is looked at. The try itself is the probe:
     * `navigator.onLine` is true in a tunnel and on a café's sign-in page.
     */
    listen({ window, document }: { window: Window; document: Document }): void {
      const happened = () => void tryNow({ evenEarly: true })
      window.addEventListener('online', happened)
      window.addEventListener('pageshow', happened)
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && happened())
    },
  }
}
