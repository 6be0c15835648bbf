import type { AxeResults, RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe in the page itself, which takes a third of the time of its package for Playwright: that one looks at the results
 * in a page of its own. Frames have journeys of their own.
 */
async function run(page: Page, within: string, options: RunOptions): Promise<AxeResults['violations']> {
  await endMotion(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ([where, how]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      return (
        await axe.run(
          { include: [[where]] },
          { ...(JSON.parse(how) as RunOptions), iframes: false, resultTypes: ['violations'] },
        )
      ).violations
    },
    [within, JSON.stringify(options)] as const,
  )
}

/**
 * Ends every transition: half-faded text has half its contrast. What begins to fade while axe is looking, such as a toast,
 * is gone at once: motion stays reduced from here on. An element that inherits a colour begins when its parent has ended.
 */
async function endMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    for (let each = moving(); each.length > 0; each = moving()) {
      await Promise.allSettled(each.map(({ finished }) => finished))
    }
  })
}

/** What axe finds serious or critical on the page as it stands, or on a part of it. */
export async function seriousFindings(
  page: Page,
  place = page.url(),
  within = 'html',
  options: RunOptions = {},
): Promise<string[]> {
  return seriousIn(await run(page, within, options), place)
}

const seriousIn = (violations: AxeResults['violations'], place: string) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)

/** The same in both schemes of the staff area, which differ in nothing but colours. */
export async function seriousInBothSchemes(page: Page, place: string, within = 'html'): Promise<string[]> {
  const choose = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-colour-scheme=${colorScheme}]`).waitFor()
  }
  await choose('light')
  const inLight = await seriousFindings(page, `${place} in light`, within)
  await choose('dark')
  const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }
  return [...inLight, ...(await seriousFindings(page, `${place} in dark`, within, colours))]
}
