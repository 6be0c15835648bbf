import { expect, test } from 'vitest'
import { useStaffPages } from './testing/staff-screens.ts'
import { phone } from './testing/site.ts'
import { admin } from './testing/staff-api.ts'

const { openSignedIn } = useStaffPages()

test('sidebar and theme stay as they were left, and Logout leads to the sign-in screen', async () => {
  const { page, close } = await openSignedIn('/admin')
  const sidebar = page.getByRole('navigation', { name: 'Admin Panel' })
  await sidebar.getByText('Lead Management').waitFor()
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await sidebar.getByText('Lead Management').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Theme: / }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()

  await page.getByRole('button', { name: 'Theme: Dark' }).waitFor()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(ground).toBe('rgb(11, 18, 32)')
  expect(await sidebar.getByText('Lead Management').count()).toBe(0)
  await sidebar.getByRole('link', { name: 'Lead Management' }).click()
  await page.waitForURL('**/admin/leads')
  await page.keyboard.press('Control+B')
  await sidebar.getByText('Lead Management').waitFor()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully').waitFor()
  await page.waitForURL('**/login')
  await page.goto('/admin')
  await page.waitForURL('**/login')
  await close()
})

test('on a phone the sidebar covers the screen until a link is chosen', async () => {
  const { page, close } = await openSignedIn('/admin', admin, phone)
  await page.getByRole('button', { name: 'Open the sidebar' }).click()
  const sidebar = page.getByRole('navigation', { name: 'Admin Panel' })
  await sidebar.getByRole('link', { name: 'User Management' }).click()
  await page.waitForURL('**/admin/users')
  await expect.poll(() => sidebar.count()).toBe(0)
  await close()
})
