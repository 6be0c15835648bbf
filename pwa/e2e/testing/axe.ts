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
  return findings(page, place, without(page, leaveOut))
}

const without = (page: Page, leaveOut: string[]) =>
  leaveOut.reduce((axe, frame) => axe.exclude(frame), new AxeBuilder({ page }))

async function findings(page: Page, place: string, axe: AxeBuilder): Promise<string[]> {
  await endMotion(page)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}

/** The same in both schemes of the staff area, which differ in nothing but colours. Live previews are left out. */
export async function seriousInBothSchemes(page: Page, place: string, within = 'html'): Promise<string[]> {
  const choose = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-colour-scheme=${colorScheme}]`).waitFor()
    return without(page, ['iframe']).include(within)
  }
  return [
    ...(await findings(page, `${place} in light`, await choose('light'))),
    ...(await findings(page, `${place} in dark`, (await choose('dark')).withRules('color-contrast'))),
  ]
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
