import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anotherAdmin, ownUrl, pageRecord, publicHtml, publishedPage } from './page-records.ts'
import { admin } from './staff-api.ts'
import { useBrowser } from './site.ts'

const { visit } = useBrowser()
const desk = { viewport: { width: 1280, height: 860 }, hasTouch: false, isMobile: false }

/** A desk with an admin signed in, at a screen of the staff area. */
async function sitAt(path: string, { email, password } = admin, options: object = desk) {
  const desktop = await visit('/login', options)
  const { page } = desktop
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(path)
  return desktop
}

const editorOf = (url: string) => `/admin/home-editor/edit${url}`
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const told = (page: Page, text: string) => page.getByText(text).first().waitFor()

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
}

test('a saved draft changes nothing for visitors, and publishing does', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await sitAt(editorOf(url))
  await page.getByRole('heading', { name: `Edit Home Page — ${url}` }).waitFor()
  await openTab(page, 'Hero')
  await field(page, 'Title line 1').fill('Only for the drawer')
  await page.getByText('Unsaved changes').first().waitFor()
  await button(page, 'Save Changes').click()
  await told(page, 'Saved: Home content updated.')
  expect((await pageRecord(id)).content['hero']?.['titleLine1']).toBe('Only for the drawer')
  expect(await publicHtml(url)).not.toContain('Only for the drawer')

  const preview = await page.getByRole('link', { name: 'Preview Page' }).first().getAttribute('href')
  expect(await publicHtml(preview ?? '')).toContain('Only for the drawer')

  await button(page, 'Publish').click()
  await told(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Only for the drawer')
  await button(page, 'Unpublish').click()
  await told(page, 'Unpublished: Page has been unpublished.')
  expect(await publicHtml(url)).toContain('Oops! Page not found')
  await close()
})

test('publishing with unsaved changes saves them first', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt(editorOf(url))
  await field(page, 'Tagline').fill('Said and published')
  await button(page, 'Publish').click()
  await told(page, 'Saved: Home content updated.')
  await told(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Said and published')
  await close()
})

test('the preview beside the form follows what is typed, and nothing else does', async () => {
  const { id, url, version } = await publishedPage()
  const { page, close } = await sitAt(editorOf(url))
  const shown = page.frameLocator(`iframe[title="Preview of ${url}"]`)
  await field(page, 'Logo text').fill('Half a thou')
  await shown.getByText('Half a thou').first().waitFor()
  await page.getByRole('button', { name: 'Desktop' }).click()
  await shown.getByText('Half a thou').first().waitFor()
  expect((await pageRecord(id)).version).toBe(version)
  await close()
})

test('two admins edit one page: the second is told, sees both values, and nothing is lost', async () => {
  const { id, url } = await publishedPage()
  const other = await anotherAdmin('Bea Brook')
  const [first, second] = await Promise.all([sitAt(editorOf(url), other), sitAt(editorOf(url))])
  await field(first.page, 'Tagline').fill('From Bea')
  await field(first.page, 'Logo text').fill('Logo of Bea')
  await field(second.page, 'Tagline').fill('From Alex')
  await button(first.page, 'Save Changes').click()
  await told(first.page, 'Saved: Home content updated.')

  await button(second.page, 'Save Changes').click()
  const dialog = second.page.getByRole('dialog', { name: 'Changed meanwhile by Bea Brook' })
  const tagline = dialog.getByRole('radiogroup', { name: 'Header: Tagline' })
  await tagline.getByText('From Bea').waitFor()
  await tagline.getByText('From Alex').waitFor()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  expect(await field(second.page, 'Tagline').inputValue()).toBe('From Alex')

  await button(second.page, 'Save Changes').click()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await told(second.page, 'Saved: Home content updated.')
  const { content, version } = await pageRecord(id)
  expect(content['header']).toMatchObject({ tagline: 'From Alex', logoText: 'Logo of Bea' })
  expect(version).toBe(3)

  await button(second.page, 'History').click()
  await second.page.getByText('Version 2').waitFor()
  await second.page.getByText(/by Bea Brook/).waitFor()
  await Promise.all([first.close(), second.close()])
})

test.each([
  ['Keep mine', 'From Alex'],
  ['Take theirs', 'From Bea'],
])('after a conflict, %s keeps what it says', async (choice, kept) => {
  const { url } = await publishedPage()
  const other = await anotherAdmin('Bea Brook')
  const [first, second] = await Promise.all([sitAt(editorOf(url), other), sitAt(editorOf(url))])
  await field(first.page, 'Tagline').fill('From Bea')
  await field(second.page, 'Tagline').fill('From Alex')
  await button(first.page, 'Save Changes').click()
  await told(first.page, 'Saved: Home content updated.')
  await button(second.page, 'Save Changes').click()
  await button(second.page, choice).click()
  await second.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await field(second.page, 'Tagline').inputValue()).toBe(kept)
  if (choice === 'Take theirs') {
    await button(second.page, 'Undo').click()
    expect(await field(second.page, 'Tagline').inputValue()).toBe('From Alex')
  }
  await Promise.all([first.close(), second.close()])
})

test('duplicate and clone make drafts and leave their source as it was', async () => {
  const source = await publishedPage()
  const before = await pageRecord(source.id)
  const { page, close } = await sitAt('/admin/home-editor')
  await button(page, `Duplicate ${source.url}`).click()
  await told(page, 'Duplicated: /homepage-')
  const copy = ownUrl()
  await button(page, `Clone ${source.url}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(source.url)
  await dialog.getByText('This URL is already in use.').waitFor()
  await dialog.getByLabel('URL').fill(`${copy}/`)
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await told(page, `Cloned: ${copy}`)
  await page.getByRole('row').filter({ hasText: copy }).getByText('Draft').waitFor()
  expect(await publicHtml(copy)).toContain('Oops! Page not found')
  expect(await pageRecord(source.id)).toEqual(before)
  await close()
})

test('a page is renamed, published, taken away and deleted from the list, each time with its url', async () => {
  const { url } = await publishedPage()
  const renamed = ownUrl()
  const { page, close } = await sitAt('/admin/home-editor')
  await button(page, `Edit URL ${url}`).click()
  await page.getByRole('dialog').getByLabel('URL').fill(`  ${renamed}// `)
  await button(page, 'Save').click()
  await told(page, `URL updated: ${renamed}`)
  await button(page, `Unpublish ${renamed}`).click()
  await told(page, `Unpublished: ${renamed}`)
  await button(page, `Publish ${renamed}`).click()
  await told(page, `Published: ${renamed}`)
  expect((await fetch(new URL(url, page.url()), { redirect: 'manual' })).status).toBe(301)
  await button(page, `Delete ${renamed}`).click()
  await page
    .getByRole('dialog', { name: `Delete ${renamed}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await told(page, `Deleted: ${renamed}`)
  await page.getByRole('row').filter({ hasText: renamed }).waitFor({ state: 'detached' })
  await close()
})

test('a url that the server refuses says so at the field', async () => {
  const { url } = await publishedPage()
  const { page, context, close } = await sitAt('/admin/home-editor')
  await button(page, `Edit URL ${url}`).click()
  await page.getByRole('dialog').getByLabel('URL').fill(ownUrl())
  await context.route('**/graphql', (route) =>
    route.fulfill({
      json: {
        errors: [
          {
            message: 'This URL is already in use.',
            extensions: { code: 'BAD_USER_INPUT', fields: { url: ['This URL is already in use.'] } },
          },
        ],
      },
    }),
  )
  await button(page, 'Save').click()
  await told(page, 'Update failed: Could not update URL.')
  await page.getByRole('dialog').getByText('This URL is already in use.').waitFor()
  await close()
})

test('leaving by link or by the back button asks first, and a reload brings unsaved changes back', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt('/admin/home-editor')
  await page.getByRole('link', { name: `Edit ${url}`, exact: true }).click()
  await field(page, 'Tagline').fill('Not to be lost')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(editorOf(url))
  expect(await field(page, 'Tagline').inputValue()).toBe('Not to be lost')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.waitForTimeout(600) // the pause after which a change is kept
  await page.reload()
  await button(page, 'Bring them back').click()
  expect(await field(page, 'Tagline').inputValue()).toBe('Not to be lost')
  await page.getByRole('link', { name: 'Back to Pages' }).first().click()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await page.waitForURL('**/admin/home-editor')
  expect(await publicHtml(url)).not.toContain('Not to be lost')
  await close()
})

test('unsaved changes outlive a session that ends', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt(editorOf(url))
  await field(page, 'Tagline').fill('Written for an hour')
  await page.waitForTimeout(600)
  await page.context().clearCookies()
  await page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('unauth') ?? '{}') as object
    localStorage.setItem('unauth', JSON.stringify({ ...entry, token: 'expired' }))
  })
  await button(page, 'Save Changes').click()
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await button(page, 'Bring them back').click()
  expect(await field(page, 'Tagline').inputValue()).toBe('Written for an hour')
  await close()
})

test('a save that fails says so and keeps everything', async () => {
  const { url } = await publishedPage()
  const { page, context, close } = await sitAt(editorOf(url))
  await openTab(page, 'CTA')
  await field(page, 'Section background').fill('no colour at all')
  await openTab(page, 'Header')
  await button(page, 'Save Changes').click()
  await told(page, 'Save failed: Please check the highlighted fields.')
  await page.getByRole('tab', { name: /^CTA.*1 problem$/, selected: true }).waitFor()
  await field(page, 'Section background').fill('#16a34a')
  await page.getByRole('tab', { name: 'CTA', exact: true }).waitFor()
  await context.setOffline(true)
  await openTab(page, 'Header')
  await field(page, 'Tagline').fill('Still here')
  await button(page, 'Save Changes').click()
  await told(page, 'Save failed: We could not reach the server.')
  expect(await field(page, 'Tagline').inputValue()).toBe('Still here')
  await context.setOffline(false)
  await button(page, 'Save Changes').click()
  await told(page, 'Saved: Home content updated.')
  await close()
})

test('an earlier version is restored as a draft', async () => {
  const { id, url } = await publishedPage()
  const { page, close } = await sitAt(editorOf(url))
  const before = await field(page, 'Tagline').inputValue()
  await field(page, 'Tagline').fill('A passing thought')
  await button(page, 'Publish').click()
  await told(page, 'Published: Page is now live!')
  await button(page, 'History').click()
  await button(page, 'Restore Version 1').click()
  await told(page, 'Restored: version 1 is the draft again.')
  expect(await field(page, 'Tagline').inputValue()).toBe(before)
  expect(await publicHtml(url)).toContain('A passing thought')
  expect((await pageRecord(id)).version).toBe(3)
  await close()
})

test('reset brings the defaults back into the editor, and can be undone', async () => {
  const { id, url, version } = await publishedPage('about', ownUrl('/about'))
  const { page, close } = await sitAt(`/admin/about-editor/edit/${url.slice('/about/'.length)}`)
  await page.getByRole('heading', { name: url, exact: true }).waitFor()
  const title = field(page, 'Title')
  const before = await title.inputValue()
  await title.fill('Mine')
  await button(page, 'Reset').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await told(page, 'Reset: About content reset to defaults.')
  expect(await title.inputValue()).toBe(before)
  await button(page, 'Undo').click()
  expect(await title.inputValue()).toBe('Mine')
  expect((await pageRecord(id, 'about')).version).toBe(version)
  await close()
})

/** Presses Tab, or Shift+Tab, until the wanted element has the focus. */
async function walkTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 300; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} is not reached by ${key}`)
}

test('a page is edited and published by keyboard alone', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt('/admin/home-editor')
  const edit = page.getByRole('link', { name: `Edit ${url}`, exact: true })
  await edit.waitFor()
  await walkTo(page, edit)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Header' }).waitFor()
  await walkTo(page, page.getByRole('tab', { name: 'Header' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await walkTo(page, field(page, 'Title line 1'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Typed without a mouse')
  await page.keyboard.press('Control+S')
  await told(page, 'Saved: Home content updated.')
  await walkTo(page, button(page, 'Publish'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await told(page, 'Published: Page is now live!')
  expect(await publicHtml(url)).toContain('Typed without a mouse')
  await close()
})

/** What axe finds serious, each with the place it was found at. */
async function grave(page: Page, place: string) {
  // The preview is the public page, which has journeys of its own.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}

const screens = [
  ['/admin/home-editor', 'Created'],
  ['/admin/about-editor', 'Edit Root About Page'],
  ['/admin/how-it-works-editor', 'Edit Root'],
  ['/admin/home-editor/edit/root', 'Saved and live.'],
  ['/admin/about-editor/edit/root', 'Saved and live.'],
  ['/admin/how-it-works-editor/edit/root', 'Saved and live.'],
] as const

test.each([390, 1280])('axe finds nothing serious on the lists and the editors at %i pixels', async (width) => {
  const { page, close } = await sitAt('/admin/home-editor', admin, { ...desk, viewport: { width, height: 860 } })
  for (const [path, sign] of screens) {
    await page.goto(path)
    await page.getByText(sign).first().waitFor()
    expect(await grave(page, path)).toEqual([])
    // Narrow or wide, the fields of the other tabs are the same ones.
    const others = width > 1000 ? (await page.getByRole('tab').all()).slice(1) : []
    for (const tab of others) {
      await tab.click()
      expect(await grave(page, `${path} ${await tab.innerText()}`)).toEqual([])
    }
  }
  await close()
})

test('axe finds nothing serious on the questions that the lists and the editors ask', async () => {
  const { url } = await publishedPage()
  const { page, close } = await sitAt('/admin/home-editor')
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
