import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { button, editorOf } from './testing/page-editor.ts'
import { publishedPage } from './testing/page-records.ts'
import { desktop } from './testing/site.ts'
import { admin } from './testing/staff-api.ts'
import { loaded, show, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

/** Nothing is looked at while it fades in. */
const still = { ...desktop, reducedMotion: 'reduce' } as const

// The last number is how many tabs the specification gives the editor.
const screens = [
  ['/admin/home-editor', 'Created', 0],
  ['/admin/about-editor', 'Edit Root About Page', 0],
  ['/admin/how-it-works-editor', 'Edit Root', 0],
  ['/admin/home-editor/edit/root', 'Saved and live.', 8],
  ['/admin/about-editor/edit/root', 'Saved and live.', 6],
  ['/admin/how-it-works-editor/edit/root', 'Saved and live.', 4],
] as const

/** One for all screens, which are come to within the app. */
let shared: Promise<Page> | undefined
const sharedPage = () =>
  (shared ??= openSignedIn('/admin', admin, still).then(async ({ page }) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }))

test.each(screens)('axe finds nothing serious on %s at desktop width', async (path, sign, count) => {
  const page = await sharedPage()
  await show(page, path)
  await page.getByText(sign).first().waitFor()
  expect(await seriousFindings(page, path)).toEqual([])
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.count()).toBe(count)
  for (const tab of (await tabs.all()).slice(1)) {
    await tab.click()
    expect(await seriousFindings(page, await tab.innerText())).toEqual([])
  }
})

test('axe finds nothing serious on the questions that the lists and the editors ask', async () => {
  const { url } = await publishedPage()
  const page = await sharedPage()
  // Loaded anew: a list that is younger than five seconds does not ask for the new page.
  await page.goto('/admin/home-editor')
  await loaded(page)
  for (const opener of [`Edit URL ${url}`, `Clone ${url}`, `Delete ${url}`]) {
    await button(page, opener).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page, opener)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await show(page, editorOf(url))
  await button(page, 'History').click()
  await button(page, 'What differs from Version 1').click()
  await page.getByText('Nothing: it is what stands in the editor.').waitFor()
  expect(await seriousFindings(page, 'history')).toEqual([])
})
