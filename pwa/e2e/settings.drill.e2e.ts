import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { desktop, phone } from './testing/site.ts'
import { useStaffPages } from './testing/staff-screens.ts'
import { admin } from './testing/staff-api.ts'

const browser = useStaffPages()
const { openSignedIn, visit } = browser

test('System Settings: an admin names who runs the site, and visitors read it seconds later', async () => {
  const { page, close } = await openSignedIn('/admin', admin, phone)
  await page.getByRole('link', { name: /^System Settings/ }).click()
  await page.waitForURL('**/admin/settings')
  const name = page.getByRole('textbox', { name: 'Legal name' })
  await name.fill('Drives of the Browser Tests Ltd')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Settings saved').waitFor()

  const reader = await visit('/privacy', desktop)
  await expect
    .poll(async () => {
      await reader.page.reload()
      return reader.page.getByText('Drives of the Browser Tests Ltd').count()
    })
    .toBe(1)
  await reader.close()

  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('Legal name: empty → Drives of the Browser Tests Ltd').waitFor()
  await name.fill('')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await changes.getByText('Legal name: Drives of the Browser Tests Ltd → empty').waitFor()
  await close()
})

test('API Explorer opens GraphiQL, which asks as the admin who is signed in', async () => {
  const { page, close } = await openSignedIn('/admin')
  const link = page.getByRole('link', { name: /^API Explorer/ })
  const [explorer] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await explorer.getByRole('button', { name: /^Execute query/ }).click()
  await expect.poll(() => explorer.locator('.result-window').textContent()).toContain('totalCount')
  await close()
})
