import { expect, test } from 'vitest'
import { button, editorOf, field, messageShown, openTab, storedOnDevice } from './testing/page-editor.ts'
import { publicHtml, publishedPage } from './testing/page-records.ts'
import { answered, expectErrors, offlineErrors } from './testing/site.ts'
import { sendSignIn, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('leaving by link or by the back button asks first, and a reload brings unsaved changes back', async () => {
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn('/admin/home-editor')
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
  await storedOnDevice(page, 'Not to be lost')
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
  expectErrors(answered(401, '/'))
  const { url } = await publishedPage()
  const { page, close } = await openSignedIn(editorOf(url))
  await field(page, 'Tagline').fill('Written for an hour')
  await storedOnDevice(page, 'Written for an hour')
  await page.context().clearCookies()
  await page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('unauth') ?? '{}') as object
    localStorage.setItem('unauth', JSON.stringify({ ...entry, token: 'expired' }))
  })
  await button(page, 'Save Changes').click()
  await page.waitForURL('**/login')
  await sendSignIn(page)
  await button(page, 'Bring them back').click()
  expect(await field(page, 'Tagline').inputValue()).toBe('Written for an hour')
  await close()
})

test('a save that fails says so and keeps everything', async () => {
  expectErrors(offlineErrors)
  const { url } = await publishedPage()
  const { page, context, close } = await openSignedIn(editorOf(url))
  await openTab(page, 'CTA')
  await field(page, 'Section background').fill('no colour at all')
  await openTab(page, 'Header')
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Save failed: Please check the highlighted fields.')
  await page.getByRole('tab', { name: /^CTA.*1 problem$/, selected: true }).waitFor()
  await field(page, 'Section background').fill('#16a34a')
  await page.getByRole('tab', { name: 'CTA', exact: true }).waitFor()
  await context.setOffline(true)
  await openTab(page, 'Header')
  await field(page, 'Tagline').fill('Still here')
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Save failed: We could not reach the server.')
  expect(await field(page, 'Tagline').inputValue()).toBe('Still here')
  await context.setOffline(false)
  await button(page, 'Save Changes').click()
  await messageShown(page, 'Saved: Home content updated.')
  await close()
})
