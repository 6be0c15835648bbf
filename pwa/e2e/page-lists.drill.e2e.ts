import { expect, test } from 'vitest'
import { button, field, messageShown } from './testing/page-editor.ts'
import { ownUrl, pageRecord, publicHtml, publishedPage } from './testing/page-records.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('duplicate and clone make drafts and leave their source as it was', async () => {
  const source = await publishedPage()
  const before = await pageRecord(source.id)
  const { page, close } = await openSignedIn('/admin/home-editor')
  await button(page, `Duplicate ${source.url}`).click()
  await messageShown(page, 'Duplicated: /homepage-')
  const copy = ownUrl()
  await button(page, `Clone ${source.url}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(source.url)
  await dialog.getByText('This URL is already in use.').waitFor()
  await dialog.getByLabel('URL').fill(`${copy}/`)
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await messageShown(page, `Cloned: ${copy}`)
  await page.getByRole('row').filter({ hasText: copy }).getByText('Draft').waitFor()
  expect(await publicHtml(copy)).toContain('Oops! Page not found')
  expect(await pageRecord(source.id)).toEqual(before)
  await close()
})

test('a page is renamed, published, taken away and deleted from the list, each time with its url', async () => {
  const { url } = await publishedPage()
  const renamed = ownUrl()
  const { page, close } = await openSignedIn('/admin/home-editor')
  await button(page, `Edit URL ${url}`).click()
  await page.getByRole('dialog').getByLabel('URL').fill(`  ${renamed}// `)
  await button(page, 'Save').click()
  await messageShown(page, `URL updated: ${renamed}`)
  await button(page, `Unpublish ${renamed}`).click()
  await messageShown(page, `Unpublished: ${renamed}`)
  await button(page, `Publish ${renamed}`).click()
  await messageShown(page, `Published: ${renamed}`)
  expect((await fetch(new URL(url, page.url()), { redirect: 'manual' })).status).toBe(301)
  await button(page, `Delete ${renamed}`).click()
  await page
    .getByRole('dialog', { name: `Delete ${renamed}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await messageShown(page, `Deleted: ${renamed}`)
  await page.getByRole('row').filter({ hasText: renamed }).waitFor({ state: 'detached' })
  await close()
})

test('a url that the server rejects shows its error at the field', async () => {
  const { url } = await publishedPage()
  const { page, context, close } = await openSignedIn('/admin/home-editor')
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
  await messageShown(page, 'Update failed: Could not update URL.')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This URL is already in use.').waitFor()
  expect(await dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
  await close()
})

test('a built-in page that nobody has made is listed, and the first save makes it a draft', async () => {
  const { page, close } = await openSignedIn('/admin/home-editor')
  await button(page, 'Delete /benefits').click()
  await page.getByText('Visitors of /benefits see the built-in page again.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await messageShown(page, 'Deleted: /benefits')
  const builtIn = page.getByRole('list', { name: 'Built-in pages' }).getByRole('listitem')
  await builtIn.filter({ hasText: '/benefits' }).getByRole('button', { name: 'Duplicate' }).click()
  await messageShown(page, 'Duplicated: /homepage-')
  await builtIn.filter({ hasText: '/benefits' }).getByRole('link', { name: 'Edit' }).click()
  await field(page, 'Tagline').fill('Made our own')
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Saved: Home content updated.')
  expect(await publicHtml('/benefits')).not.toContain('Made our own')
  await button(page, 'Publish').click()
  await messageShown(page, 'Published: Page is now live!')
  expect(await publicHtml('/benefits')).toContain('Made our own')
  await close()
})

test.each([
  ['/admin/about-editor', 'Edit Root About Page', '/about'],
  ['/admin/how-it-works-editor', 'Edit Root', '/how-it-works'],
])('%s: %s opens the main page, and Back the list', async (list, label, title) => {
  const { page, close } = await openSignedIn(list)
  const editRoot = page.getByRole('link', { name: label, exact: true })
  for (const back of ['Back', 'Back to Pages']) {
    await editRoot.click()
    await page.waitForURL(`**${list}/edit/root`)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await page.getByRole('link', { name: back, exact: true }).first().click()
    await page.waitForURL(`**${list}`)
    await expect.poll(() => editRoot.isVisible()).toBe(true)
  }
  await close()
})
