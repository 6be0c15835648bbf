import { expect, test } from 'vitest'
import { tabTo } from './testing/keyboard.ts'
import { button, editorOf, field, messageShown, openTab } from './testing/page-editor.ts'
import { ownUrl, pageRecord, publicHtml, publishedPage } from './testing/page-records.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test.each([
  ['about', '/about', 'about-editor', 'About'],
  ['how-it-works', '/how-it-works', 'how-it-works-editor', 'How It Works'],
] as const)('%s: what is saved is seen by visitors from Publish to Unpublish', async (kind, root, area, name) => {
  const { url } = await publishedPage(kind, ownUrl(root))
  const { page, close } = await openSignedIn(`/admin/${area}/edit/${url.slice(root.length + 1)}`)
  await field(page, 'Title').fill('Only for the drawer')
  await button(page, 'Save').click()
  await messageShown(page, `Saved: ${name} content updated.`)
  expect(await publicHtml(url)).not.toContain('Only for the drawer')
  await button(page, 'Publish').click()
  await messageShown(page, `Published: ${name} page is now live.`)
  expect(await publicHtml(url)).toContain('Only for the drawer')
  await button(page, 'Unpublish').click()
  await messageShown(page, `Unpublished: ${name} page has been unpublished.`)
  expect(await publicHtml(url)).toContain('Oops! Page not found')
  await close()
})

test('publishing with unsaved changes saves them first', async () => {
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await field(page, 'Tagline').fill('Said and published')
  await button(page, 'Publish').click()
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

  await openTab(page, 'CTA')
  await expect.poll(() => shown.locator('[data-followed]').getAttribute('class')).toContain('cta')
  await openTab(page, 'Intro & Form')
  await field(page, 'Card title').click()
  const title = shown.locator('[data-followed]', { hasText: await field(page, 'Card title').inputValue() })
  await expect.poll(() => title.evaluate((it) => it.tagName)).toBe('H2')
  await expect
    .poll(() => title.evaluate((it) => it.getBoundingClientRect().top > 0 && it.getBoundingClientRect().bottom < 3_000))
    .toBe(true)
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
  await messageShown(page, 'Restored: Version 1 is the draft again.')
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

test('a page is started anew for the other trade: visitors see it, whole, once it is published', async () => {
  const { id, url, version } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await button(page, 'Start from').click()
  await page.getByRole('menuitem', { name: 'Extensions' }).click()
  await messageShown(page, 'Replaced: Default content: Extensions.')
  await openTab(page, 'Intro & Form')
  expect(await field(page, 'Card title').inputValue()).toBe('Get your free extension quotes')
  expect((await pageRecord(id)).version).toBe(version)
  expect(await publicHtml(url)).toContain('Tarmac')

  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  const shown = await publicHtml(url)
  expect(shown).toContain('Get your free extension quotes')
  expect(shown).toContain('Type of extension')
  // Neither the eight surfaces nor a word of ours about them.
  expect(shown).not.toMatch(/driveway|tarmac|resin bound/i)
  await close()
})

test('a page is edited and published by keyboard alone', async () => {
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await page.getByRole('tab', { name: 'Header' }).waitFor()
  await tabTo(page, page.getByRole('tab', { name: 'Header' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo(page, field(page, 'Title line 1'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Typed without a mouse')
  await page.keyboard.press('Control+S')
  await messageShown(page, 'Saved: Home content updated.')
  await tabTo(page, button(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await messageShown(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Typed without a mouse')
  await close()
})
