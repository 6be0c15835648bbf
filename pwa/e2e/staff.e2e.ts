import { expect, test } from 'vitest'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { signIn } from './testing/staff-screens.ts'
import { desktop, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const browser = useBrowser()
const { visit } = browser
test('an admin signs in, finds the lead that a homeowner sent, and deletes it', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(browser, email)

  const { page, close } = await visit('/login', desktop)
  await signIn(page)
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
  await signIn(page)
  await page.waitForURL('**/admin/leads')
  await page.getByLabel('Search name, email or mobile').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/leads')
  await close()
})
