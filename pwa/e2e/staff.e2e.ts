import { expect, test } from 'vitest'
import { leadOfNewQuote, postQuote, uniqueEmail } from './testing/quote-form.ts'
import { signInByForm, useStaffPages } from './testing/staff-screens.ts'
import { desktop, phone } from './testing/site.ts'
import { admin, leadsOf } from './testing/staff-api.ts'

const { openSignedIn, visit } = useStaffPages()

test('an admin signs in, finds the lead that a homeowner sent, and deletes it', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)

  const { page, close } = await visit('/login', desktop)
  await signInByForm(page)
  await page.getByRole('link', { name: 'Lead Management' }).click()
  await page.getByLabel('Search name, email or mobile').fill(email)
  const row = page.getByRole('row').filter({ hasText: lead.reference })
  await row.waitFor()
  await row.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Delete this lead? This action cannot be undone.').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  await expect.poll(() => leadsOf(email)).toEqual([])
  await close()
})

test('a visitor who asks for a staff screen signs in first and comes back to it', async () => {
  const { page, close } = await visit('/admin/leads', desktop)
  await page.waitForURL('**/login')
  await signInByForm(page)
  await page.waitForURL('**/admin/leads')
  await page.getByLabel('Search name, email or mobile').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/leads')
  await close()
})

test('Manage Leads leads to a lead, which is deleted from its own page and not found from then on', async () => {
  const email = uniqueEmail()
  const reference = await postQuote({ email })
  const { page, close } = await openSignedIn('/admin')
  await page.getByRole('link', { name: /^Manage Leads/ }).click()
  await page.waitForURL('**/admin/leads')
  await page.getByLabel('Search name, email or mobile').fill(email)
  await page.waitForURL((url) => url.searchParams.get('q') === email)
  await page.getByRole('link', { name: reference, exact: true }).click()
  await page.getByRole('button', { name: 'Delete Lead' }).click()
  const lead = page.url()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/admin/leads')
  await page.getByText('Lead deleted').waitFor()
  await page.goto(lead)
  await page.getByText('The requested lead could not be found.').waitFor()
  await page.getByRole('link', { name: 'Back to Leads' }).click()
  await page.waitForURL('**/admin/leads')
  expect(await leadsOf(email)).toEqual([])
  await close()
})

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
