import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { changeLead, manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

const number = (text: string | null) => Number((text ?? '').replace(/^[^:]*:/, '').replace(/\D/g, ''))

/** Follows a number into its list, compares the list's total, and comes back. */
async function follow(page: Page, label: RegExp): Promise<void> {
  const link = page.getByRole('link', { name: label })
  await link.waitFor()
  const figure = number(await link.getAttribute('aria-label'))
  await link.click()
  const total = page.getByRole('region', { name: 'Leads', exact: true }).getByText(/^[\d,]+\+? leads?\b/)
  await total.waitFor()
  expect([label, number(/^[\d,]+/.exec((await total.textContent()) ?? '')?.[0] ?? '')]).toEqual([label, figure])
  await page.goBack()
  await link.waitFor()
}

test('an admin’s dashboard: numbers open their lists, reports are reached, and what a colleague did is shown', async () => {
  const lead = await leadOfNewQuote()
  const { page, close } = await openSignedIn('/admin')
  await page.waitForURL('**/admin')
  for (const label of [/^Total Leads: \d/, /^New This Week: \d/]) await follow(page, label)
  expect(await page.getByText('Conversion Rate').isVisible()).toBe(true)

  const chart = page.getByRole('region', { name: 'Leads per day' })
  await chart.getByText('Leads per day as a table').waitFor()
  expect(await chart.evaluate((part) => part.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  expect(await page.getByText('Answer time', { exact: true }).count()).toBe(1)
  await page.getByText('Leads per day as a table').click()
  expect(await page.getByRole('table', { name: 'Leads per day' }).getByRole('row').count()).toBe(31)
  await page.getByRole('list', { name: 'Leads by status' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: /^Generate Reports/ }).click()
  await page.waitForURL('**/admin/report')
  await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor()
  await page.goBack()

  await changeLead(lead.id, { status: 'contacted' })
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  // Well before the dashboard would load by itself, which it does every 30 seconds.
  await activity.getByText(lead.reference).first().waitFor({ timeout: 15_000 })
  await activity.getByText('Alex Morgan changed a lead').first().waitFor()
  await activity.getByText('Status new → contacted').first().waitFor()
  await page.getByRole('link', { name: /^Active Users: \d/ }).click()
  await page.waitForURL('**/admin/users?status=active')
  await close()
})

test('on a phone, a manager’s dashboard: the next lead to work, numbers that open their lists, the follow-up queue', async () => {
  const lead = await leadOfNewQuote()
  const { page, close } = await openSignedIn('/manager', manager, phone)
  await page.waitForURL('**/manager')
  for (const label of [/^Pending: \d/, /^Converted: \d/, /^This Week: \d/, /^Received, this week: \d/])
    await follow(page, label)
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

  const next = page.getByRole('region', { name: 'Next leads to work' })
  await next.getByRole('link').first().waitFor()
  await page.getByRole('link', { name: /^Follow-up Queue/ }).click()
  await page.waitForURL('**/manager/leads?filter=followup')
  await changeLead(lead.id, { status: 'lost' })
  await close()
})
