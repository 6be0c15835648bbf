import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { tabTo } from './testing/keyboard.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'
import { leadsOf, manager } from './testing/staff-api.ts'

const browser = useBrowser()

test('on a phone’s width and by keyboard alone, a manager works a lead from new to converted', async () => {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const { page, close } = await browser.visit('/login')
  const { keyboard } = page
  const press = async (wanted: Locator) => {
    await tabTo(page, wanted)
    await keyboard.press('Enter')
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const timeline = page.getByRole('region', { name: 'Timeline' })

  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(manager.email)
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await keyboard.type(manager.password)
  await keyboard.press('Enter')
  await page.waitForURL('**/manager')

  await press(page.getByRole('link', { name: /^New Leads/ }))
  await page.waitForURL('**/manager/leads?status=new')
  await tabTo(page, page.getByLabel('Search name, email, mobile, pickup or dropoff'))
  await keyboard.type(email)
  await press(page.getByRole('link', { name: lead.reference, exact: true }))
  await page.waitForURL(`**/manager/leads/${lead.id}`)

  await press(button('Contact Customer'))
  const call = page.getByRole('menuitem', { name: 'Call' })
  // This browser has no phone: the link is followed no further than its click.
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await keyboard.press('Enter') // the first item has the focus
  await press(button('How did the call go?'))
  const sheet = page.getByRole('dialog', { name: 'How did it go?' })
  await press(sheet.getByRole('button', { name: 'Reached' }))
  await press(sheet.getByRole('button', { name: 'Log the call' }))
  await timeline.getByText('New → Contacted').waitFor()

  await press(button('Add Notes'))
  await page.getByRole('dialog', { name: 'Add Notes' }).waitFor()
  await keyboard.type('Wants block paving.')
  await press(button('Add note'))
  await timeline.getByText('“Wants block paving.”').waitFor()

  await press(button('Send Quote'))
  const dialog = page.getByRole('dialog', { name: 'Send Quote' })
  await tabTo(page, dialog.getByLabel('Amount'))
  await keyboard.type('1980')
  await tabTo(page, dialog.getByLabel('Message'))
  await keyboard.type('Three days of work.')
  await press(dialog.getByRole('button', { name: 'Send quote' }))
  await timeline.getByText('Contacted → Quoted').waitFor()

  await press(page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Converted' }))
  await timeline.getByText('Quoted → Converted').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await leadsOf(email)).toMatchObject([{ status: 'converted' }])
  expect(
    await emailsWhere((message) => sentTo(email)(message) && message.subject.startsWith('Your quote')),
  ).toHaveLength(1)
  await close()
})
