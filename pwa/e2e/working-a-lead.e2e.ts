import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { leadOfNewQuote, mobileOf, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, goOnline, offlineErrors, phone } from './testing/site.ts'
import { admin, changeLead } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone, staff work a lead: notes, also one that could not be sent at first, assignment, follow-up, contact and status', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)

  const { page, close } = await openSignedIn('/admin', admin, phone)
  await page.waitForURL('**/admin')
  await page.goto(`/admin/leads/${lead.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })

  await page.getByRole('button', { name: 'Add Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Notes' })
  await dialog.getByLabel('Note').fill('Rang twice, nobody at home.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.waitFor({ state: 'detached' })
  await timeline.getByText('“Rang twice, nobody at home.”').waitFor()
  await page.getByText('Note added').waitFor()

  // A note that could not be sent comes back with its text.
  expectErrors(offlineErrors)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Add Notes' }).click()
  await dialog.getByLabel('Note').fill('Wants a ramp.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText('We could not reach the server.').waitFor()
  await goOnline(page)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await timeline.getByText('“Wants a ramp.”').waitFor()

  const assigned = page.getByRole('region', { name: 'Assigned to' })
  await assigned.getByText('Nobody yet').waitFor()
  await assigned.getByRole('button', { name: 'Assign' }).click()
  expect(await page.getByRole('menuitem').first().innerText()).toBe('Assign to me')
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await assigned.getByText('Alex Morgan').waitFor()
  await timeline.getByText('Assigned to Alex Morgan').waitFor()

  const followUp = page.getByRole('region', { name: 'Follow-up' })
  await followUp.getByRole('button', { name: 'Tomorrow' }).click()
  await timeline.getByText(/^Follow-up set for/).waitFor()
  await followUp.getByRole('button', { name: 'Clear' }).click()
  await timeline.getByText('Follow-up cleared').waitFor()
  await followUp.getByLabel('Another day').fill('2036-05-06')
  await followUp.getByLabel('Another day').press('Enter')
  await timeline.getByText('Follow-up set for 6 May 2036').waitFor()

  // While this day is chosen, another client sets the follow-up and assigns the lead to nobody.
  let isSecond = false
  await page.route('**/graphql', async (route) => {
    const isChange = route.request().postData()?.includes('SetLeadFollowUp')
    if (isChange && lead && !isSecond) {
      isSecond = true
      await changeLead(lead.id, { follow_up_at: '2036-01-02T12:00:00Z', assigned_to: null })
    }
    await route.continue()
  })
  await followUp.getByRole('button', { name: 'In a week' }).click()
  await followUp.getByText('Changed meanwhile by Alex Morgan').waitFor()
  await followUp.getByText(/^The follow-up is now 2 Jan 2036\. You chose /).waitFor()
  await assigned.getByText('Nobody yet').waitFor()
  await followUp.getByRole('button', { name: 'Leave it 2 Jan 2036' }).click()
  await followUp.getByText('Changed meanwhile by Alex Morgan').waitFor({ state: 'detached' })
  await page.unroute('**/graphql')

  await page.getByRole('button', { name: 'Contact Customer' }).click()
  expect(await page.getByRole('menuitem', { name: 'Email' }).getAttribute('href')).toMatch(`mailto:${email}?subject=`)
  const call = page.getByRole('menuitem', { name: 'Call' })
  expect(await call.getAttribute('href')).toBe(`tel:${mobileOf(email).replace('0', '+44').replace(' ', '')}`)
  // This browser has no phone: the link is followed no further than its click.
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await page.getByRole('button', { name: 'How did the call go?' }).waitFor()
  // As after a call during which the phone threw the page away.
  await page.reload()
  const sheet = page.getByRole('dialog', { name: 'How did it go?' })
  await sheet.getByRole('button', { name: 'Reached' }).click()
  await sheet.getByLabel('Note for colleagues (optional)').fill('Rings back at five.')
  await sheet.getByRole('button', { name: 'Log the call' }).click()
  await timeline.getByText('Called: reached').waitFor()
  await timeline.getByText('“Rings back at five.”').waitFor()
  await timeline.getByText('New → Contacted').waitFor()

  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Converted' }).click()
  await timeline.getByText('Contacted → Converted').waitFor()

  await page.reload()
  await timeline.getByText('“Wants a ramp.”').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
