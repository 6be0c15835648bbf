import { expect, test } from 'vitest'
import { emailsWhere, type InboxEmail, sentTo } from './testing/inbox.ts'
import { leadOfNewQuote, mobileOf, uniqueEmail } from './testing/quote-form.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages()
const acceptLink = /https?:\/\/\S+\/offers\/[^/\s]+\/accept/

test('staff withdraw an offer, whose link then shows no contact data, and offer the free place by hand', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const isOffer = (email: InboxEmail) => email.text.includes(lead.reference) && acceptLink.test(email.text)
  await emailsWhere(isOffer)

  const { page, close } = await openSignedIn(`/admin/leads/${lead.id}`)
  const offers = page.getByRole('region', { name: 'Offers to firms' })
  const row = (firm: string) => offers.getByRole('listitem').filter({ hasText: firm })
  await offers.getByText('All 5 places are taken. Withdraw an open offer to free one.').waitFor()
  expect(await offers.getByRole('button', { name: 'Offer to a firm' }).count()).toBe(0)
  const first = (await offers.getByRole('listitem').first().getByRole('paragraph').first().innerText()).trim()
  const [offer] = await emailsWhere((email) => isOffer(email) && email.to[0]?.address === addressOf(first))

  await offers.getByRole('button', { name: `Withdraw the offer to ${first}` }).click()
  const asked = page.getByRole('dialog', { name: `Withdraw the offer to ${first}?` })
  await asked.getByText('Nobody is offered the job in its place automatically.').waitFor()
  await asked.getByRole('button', { name: 'Withdraw the offer' }).click()
  await row(first).getByText('Withdrawn').waitFor()
  await page.getByText(`Offer to ${first} withdrawn`).waitFor()

  const firm = await visit(acceptLink.exec(offer?.text ?? '')?.[0] ?? '')
  await firm.page.getByRole('heading', { name: 'This job is no longer available' }).waitFor()
  const told = await firm.page.locator('body').innerText()
  for (const secret of [email, 'Aoife', 'Byrne', mobileOf(email).slice(-6)]) expect(told).not.toContain(secret)
  expect(await firm.page.getByRole('button').count()).toBe(0)
  await firm.close()

  await offers.getByRole('button', { name: 'Offer to a firm' }).click()
  const dialog = page.getByRole('dialog', { name: /Offer KB-\w+ to a firm/ })
  await dialog.getByLabel('Search firms by name or email').fill('Mancunian')
  const choice = dialog.getByRole('radio', { name: /Mancunian Driveways.*Does not work in SW1A/ })
  await choice.check()
  await dialog.getByRole('button', { name: 'Offer the job' }).click()
  await row('Mancunian Driveways').getByText('Waiting for answer').waitFor()
  await emailsWhere((email) => isOffer(email) && sentTo(addressOf('Mancunian Driveways'))(email))
  await close()
})

/** Where the demo firm of that name gets its emails. */
const addressOf = (firm: string) => `jobs@${firm.toLowerCase().replaceAll(' ', '-')}.example`
