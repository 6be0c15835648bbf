import { expect, test } from 'vitest'
import { button, editorOf, field, messageShown, openTab } from './testing/page-editor.ts'
import { pageRecord, publicHtml, publishedPage } from './testing/page-records.ts'
import { useStaffPages } from './testing/staff-screens.ts'

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
