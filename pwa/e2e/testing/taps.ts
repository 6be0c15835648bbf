import type { BrowserContext } from 'playwright-core'

export type Taps = { taps: number; scrollsBack: number }

/** Pixels. A page that moves less than this has been nudged, not scrolled. */
const nudge = 40

/** Counts what a person does on the pages that this context opens from now on: presses, and scrolls back up a page. */
export async function countTaps(context: BrowserContext): Promise<Taps> {
  const counted: Taps = { taps: 0, scrollsBack: 0 }
  await context.exposeBinding('countTap', (_, what: keyof Taps) => void (counted[what] += 1))
  await context.addInitScript((least: number) => {
    const { countTap } = window as unknown as { countTap: (what: keyof Taps) => void }
    let furthest = 0
    addEventListener('pointerdown', () => countTap('taps'), true)
    addEventListener('scroll', () => {
      if (scrollY < furthest - least) countTap('scrollsBack')
      furthest = scrollY < furthest - least ? scrollY : Math.max(furthest, scrollY)
    })
  }, nudge)
  return counted
}
