import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, offlineErrors, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'
import { signIn } from './testing/staff-screens.ts'

const { visit } = useBrowser()

test('on a phone, staff add notes to a lead, also when one could not be sent at first', async () => {
  const email = uniqueEmail()
  const homeowner = await visit()
  const form = quoteForm(homeowner.page)
  await form.fillIn(email)
  await form.send()
  await homeowner.page.getByRole('heading', { name: 'We have your request' }).waitFor()
  await homeowner.close()
  const [lead] = await leadsOf(email)

  const { page, close } = await visit('/login')
  await signIn(page)
  await page.waitForURL('**/admin')
  await page.goto(`/admin/leads/${lead?.id}`)
  const history = page.getByRole('region', { name: 'History' })

  await page.getByRole('button', { name: 'Add Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Notes' })
  await dialog.getByLabel('Note').fill('Rang twice, nobody at home.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.waitFor({ state: 'detached' })
  await history.getByText('“Rang twice, nobody at home.”').waitFor()
  await page.getByText('Note added').waitFor()

  // A note that could not be sent comes back with its text.
  expectErrors(offlineErrors)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await dialog.getByLabel('Note').fill('Wants a ramp.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText('We could not reach the server.').waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await history.getByText('“Wants a ramp.”').waitFor()

  await page.reload()
  await history.getByText('“Wants a ramp.”').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
