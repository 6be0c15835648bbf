import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('a lead leads to the homeowner’s other ones, and back to the list it was opened from', async () => {
  const email = uniqueEmail()
  const first = await leadOfNewQuote(email)
  await leadOfNewQuote(email)
  const second = (await leadsOf(email)).find(({ id }) => id !== first.id)
  await changeLead(first.id, { status: 'contacted' })

  const { page, close } = await openSignedIn(`/admin/leads?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: `View ${second?.reference}, Aoife Byrne` }).click()
  const others = page.getByRole('region', { name: 'Other leads of this homeowner' })
  await others.getByRole('listitem').filter({ hasText: first.reference }).getByText('Contacted').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await others.getByRole('link', { name: first.reference }).click()
  await page.waitForURL(`**/admin/leads/${first.id}`)
  await others.getByRole('link', { name: second?.reference ?? '' }).waitFor()
  await page.getByRole('link', { name: 'Back to Leads' }).click()
  await page.waitForURL((url) => url.search.includes('q='))
  await close()
})
