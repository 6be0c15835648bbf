import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { useStaffPages } from './testing/staff-screens.ts'
import { desktop } from './testing/site.ts'
import { admin, leadsOf } from './testing/staff-api.ts'

const { openSignedIn } = useStaffPages()

/** A quote that looks like a machine's; its sender is thanked like everybody else. */
const hold = (email: string) =>
  postQuote({ email, first_name: 'Sinéad', last_name: 'Held', website_url: 'https://spam.example' })

test('an admin finds what is held by the badge of the lead list, releases one and discards another', async () => {
  const [real, spam] = [uniqueEmail(), uniqueEmail()]
  const [realReference, spamReference] = [await hold(real), await hold(spam)]
  const { page, close } = await openSignedIn('/admin/leads')
  await page.getByRole('link', { name: /^Held quotes \d+$/ }).click()
  await page.waitForURL('**/admin/held')

  const entry = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await entry(real).getByText('Hidden field filled in').waitFor()
  await entry(real)
    .getByRole('button', { name: `Release ${realReference}, Sinéad Held` })
    .click()
  await entry(real).waitFor({ state: 'detached' })
  await page.getByText(`Released: ${realReference} is a lead now`).waitFor()
  await expect.poll(() => leadsOf(real)).toMatchObject([{ reference: realReference }])
  expect((await emailsWhere(sentTo(real)))[0]?.text).toContain(realReference)

  await entry(spam)
    .getByRole('button', { name: `Discard ${spamReference}, Sinéad Held` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Discard ${spamReference}, Sinéad Held` })
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await entry(spam).waitFor({ state: 'detached' })
  expect(await leadsOf(spam)).toEqual([])
  await close()
})

test.each([390, 1280])('axe finds nothing serious on the held quotes at %i pixels', async (width) => {
  const email = uniqueEmail()
  await hold(email)
  const { page, close } = await openSignedIn('/admin/held', admin, { ...desktop, viewport: { width, height: 844 } })
  await page.waitForURL('**/admin/held')
  await page.getByRole('listitem').filter({ hasText: email }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await close()
})
