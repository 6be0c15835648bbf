import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, editorOf, field, openTab, messageShown, useStaffPages } from './testing/page-editor.ts'
import { ownUrl, pageRecord, publicHtml, publishedPage } from './testing/page-records.ts'

const { openSignedIn } = useStaffPages()

test('a saved draft changes nothing for visitors, and publishing does', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await page.getByRole('heading', { name: `Edit Home Page — ${url}` }).waitFor()
  await openTab(page, 'Hero')
  await field(page, 'Title line 1').fill('Only for the drawer')
  await page.getByText('Unsaved changes').first().waitFor()
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Saved: Home content updated.')
  expect((await pageRecord(id)).content['hero']?.['titleLine1']).toBe('Only for the drawer')
  expect(await publicHtml(url)).not.toContain('Only for the drawer')

  const preview = await page.getByRole('link', { name: 'Preview Page' }).first().getAttribute('href')
  expect(await publicHtml(preview ?? '')).toContain('Only for the drawer')

  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Only for the drawer')
  await button(page, 'Unpublish').click()
  await messageShown(page, 'Unpublished: Page has been unpublished.')
  expect(await publicHtml(url)).toContain('Oops! Page not found')
  await close()
})

test('publishing with unsaved changes saves them first', async () => {
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await field(page, 'Tagline').fill('Said and published')
  await button(page, 'Publish').click()
  await messageShown(page, 'Saved: Home content updated.')
  await messageShown(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Said and published')
  await close()
})

test('the preview beside the form follows what is typed, in the public typeface, and nothing else does', async () => {
  const { id, url, version } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  const shown = page.frameLocator(`iframe[title="Preview of ${url}"]`)
  await field(page, 'Logo text').fill('Half a thou')
  await shown.getByText('Half a thou').first().waitFor()
  expect(await shown.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toMatch(/^Figtree,/)
  await page.getByRole('button', { name: 'Desktop' }).click()
  await shown.getByText('Half a thou').first().waitFor()
  expect((await pageRecord(id)).version).toBe(version)
  await close()
})

test('an earlier version is restored as a draft', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  const before = await field(page, 'Tagline').inputValue()
  await field(page, 'Tagline').fill('A passing thought')
  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  await button(page, 'History').click()
  await button(page, 'Restore Version 1').click()
  await messageShown(page, 'Restored: version 1 is the draft again.')
  expect(await field(page, 'Tagline').inputValue()).toBe(before)
  expect(await publicHtml(url)).toContain('A passing thought')
  expect((await pageRecord(id)).version).toBe(3)
  await close()
})

test('reset brings the defaults back into the editor, and can be undone', async () => {
  const { id, url, version } = await publishedPage('about', ownUrl('/about'))
  const { page, close } = await openSignedIn(`/admin/about-editor/edit/${url.slice('/about/'.length)}`)
  await page.getByRole('heading', { name: url, exact: true }).waitFor()
  const title = field(page, 'Title')
  const before = await title.inputValue()
  await title.fill('Mine')
  await button(page, 'Reset').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await messageShown(page, 'Reset: About content reset to defaults.')
  expect(await title.inputValue()).toBe(before)
  await button(page, 'Undo').click()
  expect(await title.inputValue()).toBe('Mine')
  expect((await pageRecord(id, 'about')).version).toBe(version)
  await close()
})

/** Presses Tab, or Shift+Tab, until the wanted element has the focus. */
async function walkTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} is not reached by ${key}`)
}

test('a page is edited and published by keyboard alone', async () => {
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await page.getByRole('tab', { name: 'Header' }).waitFor()
  await walkTo(page, page.getByRole('tab', { name: 'Header' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await walkTo(page, field(page, 'Title line 1'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Typed without a mouse')
  await page.keyboard.press('Control+S')
  await messageShown(page, 'Saved: Home content updated.')
  await walkTo(page, button(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await messageShown(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Typed without a mouse')
  await close()
})
