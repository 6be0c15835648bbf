import { expect, test } from 'vitest'
import { leadOfNewQuote, postQuote, uniqueEmail } from './testing/quote-form.ts'
import { signInByForm, useStaffPages } from './testing/staff-screens.ts'
import { desktop } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

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
