import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Ends every transition: half-faded text has half its contrast. What begins to fade while axe is looking, such as a toast,
 * is gone at once: motion stays reduced from here on.
 */
async function endMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}

/** What axe finds serious or critical on the page as it stands. Frames in `leaveOut` have journeys of their own. */
export async function seriousFindings(page: Page, place = page.url(), leaveOut: string[] = []): Promise<string[]> {
  await endMotion(page)
  const { violations } = await leaveOut.reduce((axe, frame) => axe.exclude(frame), new AxeBuilder({ page })).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}

/** The same in the light and in the dark scheme of the staff area, while nobody has chosen one. Live previews are left out. */
export async function seriousInBothSchemes(page: Page, place: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-colour-scheme=${colorScheme}]`).waitFor()
    found.push(...(await seriousFindings(page, `${place} in ${colorScheme}`, ['iframe'])))
  }
  return found
}

/** Words below 4.5 : 1 on their ground, large ones too, as far as axe can measure: not on gradients and pictures. */
export async function faint(page: Page): Promise<string[]> {
  await endMotion(page)
  const { violations } = await new AxeBuilder({ page }).withRules('color-contrast-enhanced').analyze()
  return violations
    .flatMap(({ nodes }) => nodes)
    .flatMap(({ target, any }) => {
      const ratio = Number(any[0]?.data.contrastRatio)
      return ratio < 4.5 ? [`${String(target)}: ${ratio} : 1`] : []
    })
}
