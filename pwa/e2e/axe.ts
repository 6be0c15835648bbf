import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What axe finds serious or critical on the page as it stands once every transition is over: half-faded text has half
 * its contrast. Frames in `leaveOut` have journeys of their own.
 */
export async function grave(page: Page, place = page.url(), leaveOut: string[] = []): Promise<string[]> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  const { violations } = await leaveOut.reduce((axe, frame) => axe.exclude(frame), new AxeBuilder({ page })).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
