import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { tabTo } from './testing/keyboard.ts'
import { leadOfNewQuote } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { manager } from './testing/staff-api.ts'
import { loaded, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone a manager makes a report: period in the address, its figures as a file, on paper black on white', async () => {
  await leadOfNewQuote()
  const { page, close } = await openSignedIn('/manager/leads', manager, phone)
  await page.getByRole('link', { name: 'Generate Report' }).click()
  await page.waitForURL('**/manager/report')
  await page.getByRole('link', { name: /^Leads: \d/ }).waitFor()
  await loaded(page)
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

  await tabTo(page, page.getByRole('combobox', { name: 'Period' }))
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Last 7 days' }).click()
  await page.waitForURL('**/manager/report?period=7-days')
  await page.getByLabel('From').fill('2026-01-01')
  await page.waitForURL(/\?from=2026-01-01&to=20\d\d-\d\d-\d\d$/)
  await page.goto('/manager/report?from=2026-02-02&to=2026-02-01')
  await page.getByText('The last day must not be before the first.').waitFor()

  await page.goto('/manager/report?period=7-days')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^kerbside-report-[\d-]+-to-[\d-]+\.csv$/)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    document.documentElement.dataset['colourScheme'] = 'dark'
    dispatchEvent(new Event('beforeprint'))
  })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  const paper = () =>
    page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return { color, backgroundColor }
    })
  // With reduced motion too, colours change with the next picture.
  await expect.poll(paper).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
  await close()
})
