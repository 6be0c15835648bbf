import type { Locator, Page } from 'playwright-core'

/** Presses Tab, or another key, until the focus is on what is wanted, as a person without a mouse does. */
export async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reaches ${String(wanted)}`)
}
