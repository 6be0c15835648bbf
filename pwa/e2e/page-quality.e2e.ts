import { expect, test } from 'vitest'
import { button, desk, editorOf, grave, useDesks } from './testing/page-editor.ts'
import { publishedPage } from './testing/page-records.ts'
import { admin } from './testing/staff-api.ts'

const { sitAt } = useDesks()

/** Nothing is looked at while it fades in. */
const still = { ...desk, reducedMotion: 'reduce' } as const

// The last number is how many tabs the specification gives the editor.
const screens = [
  ['/admin/home-editor', 'Created', 0],
  ['/admin/about-editor', 'Edit Root About Page', 0],
  ['/admin/how-it-works-editor', 'Edit Root', 0],
  ['/admin/home-editor/edit/root', 'Saved and live.', 8],
  ['/admin/about-editor/edit/root', 'Saved and live.', 6],
  ['/admin/how-it-works-editor/edit/root', 'Saved and live.', 4],
] as const

test.each(screens)('axe finds nothing serious on %s at a desk, on no tab', async (path, sign, count) => {
  const { page, close } = await sitAt(path, admin, still)
  await page.getByText(sign).first().waitFor()
  expect(await grave(page, path)).toEqual([])
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.count()).toBe(count)
  for (const tab of (await tabs.all()).slice(1)) {
    await tab.click()
    expect(await grave(page, await tab.innerText())).toEqual([])
  }
  await close()
})

test('axe finds nothing serious on the lists and the editors on a phone', async () => {
  const { page, close } = await sitAt('/admin', admin, { ...still, viewport: { width: 390, height: 844 } })
  for (const [path, sign] of screens) {
    await page.goto(path)
    await page.getByText(sign).first().waitFor()
    expect(await grave(page, path)).toEqual([])
  }
  await close()
})

test('axe finds nothing serious on the questions that the lists and the editors ask', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt('/admin/home-editor', admin, still)
  for (const opener of [`Edit URL ${url}`, `Clone ${url}`, `Delete ${url}`]) {
    await button(page, opener).click()
    await page.getByRole('dialog').waitFor()
    expect(await grave(page, opener)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto(editorOf(url))
  await button(page, 'History').click()
  await button(page, 'What differs from Version 1').click()
  await page.getByText('Nothing: it is what stands in the editor.').waitFor()
  expect(await grave(page, 'history')).toEqual([])
  await close()
})
