import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { leadsOf, manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'
import { countTaps } from './testing/taps.ts'

const { openSignedIn } = useStaffPages()

/** A browser without a phone would wait for a program that calls. */
function leaveCallsToPhone(): void {
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault()
  })
}

test('a manager calls a lead and logs it with a follow-up in six presses at most, among six rows of a phone', async () => {
  // New leads have most to show in a row: their status, and when their answer is due.
  for (let earlier = 0; earlier < 6; earlier += 1) await leadOfNewQuote(uniqueEmail())
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const { page, context, close } = await openSignedIn('/manager', manager, phone)
  const counted = await countTaps(context)
  await context.addInitScript(leaveCallsToPhone)
  await page.goto('/manager')
  const call = page.getByRole('link', { name: 'Call Aoife Byrne' }).first()
  await call.waitFor()
  const figures = await page.getByText('Total Leads').boundingBox()
  expect((await call.boundingBox())?.y).toBeLessThan(figures?.y ?? 0)

  await page.goto('/manager/leads')
  const rows = page.getByRole('list', { name: 'Leads' }).getByRole('listitem')
  await rows.first().waitFor()
  const wholeRows = (all: Element[]) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length
  expect(await rows.evaluateAll(wholeRows)).toBeGreaterThanOrEqual(6)

  await page.goto(`/manager/leads?q=${email}`)
  await page.getByText('1 lead match, newest first').waitFor()
  await page.getByRole('link', { name: 'Call Aoife Byrne' }).tap()
  // As the phone does when the person is back in the app.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  const sheet = page.getByRole('dialog', { name: 'How did it go?' })
  await sheet.getByRole('button', { name: 'Reached' }).tap()
  await sheet.getByRole('button', { name: 'Tomorrow' }).tap()
  expect(await seriousFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Log the call' }).tap()
  await page.getByText('Call to Aoife Byrne logged: reached').waitFor()
  expect(counted.taps).toBeLessThanOrEqual(6)
  expect(counted.scrollsBack).toBe(0)
  console.log(`A logged call with a follow-up: ${counted.taps} presses`)
  expect(await leadsOf(email)).toMatchObject([{ id: lead.id, status: 'contacted' }])

  await page.goto(`/manager/leads/${lead.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Called: reached').waitFor()
  await timeline.getByText(/^Follow-up set for/).waitFor()
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Converted' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.getByText('Status is Contacted again').waitFor()
  expect(await leadsOf(email)).toMatchObject([{ status: 'contacted' }])
  await close()
})
