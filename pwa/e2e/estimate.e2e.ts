import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { acceptedJob, linkIn } from './testing/accepted-job.ts'
import { seriousFindings } from './testing/axe.ts'
import { line, ready, typePrice } from './testing/price-form.ts'
import { uniqueEmail } from './testing/quote-form.ts'
import { answered, desktop, expectErrors, phone, useBrowser } from './testing/site.ts'

const { visit } = useBrowser()

/** Where screenshots are kept, for whoever wants to look at them. */
const pictures = process.env['KERBSIDE_PICTURES']
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

test('a price typed on a phone is added up, kept when the page is loaded anew, filled from a spreadsheet, mended and sent', async () => {
  expectErrors(answered(422, '/price'))
  const details = await acceptedJob(visit, uniqueEmail())
  const { page, context } = await visit(linkIn(details, '/leads/\\S+'))
  await page.getByRole('link', { name: 'Send your price' }).click()
  await ready(page)
  await picture(page, 'price-empty-390')
  await typePrice(page)
  expect(await page.locator('.total').innerText()).toBe('£4,440.00')
  await page.getByLabel('Deposit in pounds').fill('800')
  await page.locator('#deposit-warning').waitFor()
  expect(await seriousFindings(page, 'the form of a price')).toEqual([])

  await page.reload()
  await ready(page)
  expect(await line(page, 0).text.inputValue()).toBe('Block paving')
  expect(await page.locator('.total').innerText()).toBe('£4,440.00')
  await picture(page, 'price-typed-390')

  const paste = 'Edging\t12\tm\t9.50\nSand\t2\ttonnes\t45'
  await line(page, 2).text.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, paste)
  expect(await page.locator('.total').innerText()).toBe('£4,684.80')
  await line(page, 3).price.fill('a lot')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await page.getByRole('link', { name: 'Line 4: Enter an amount' }).waitFor()
  await picture(page, 'price-wrong-390')
  await line(page, 3).price.fill('45')

  await page.getByRole('button', { name: 'Send this price' }).click()
  await page.getByText('Waiting for the homeowner’s answer').waitFor()
  expect(await page.locator('.total').innerText()).toBe('£4,684.80')
  expect(await seriousFindings(page, 'the firm’s prices')).toEqual([])
  await picture(page, 'price-list-390')
  await page.setViewportSize(desktop.viewport)
  await picture(page, 'price-list-1280')
  await page.goto(`${page.url()}/new`)
  await ready(page)
  expect(await line(page, 0).text.inputValue()).toBe('Block paving')
  await picture(page, 'price-new-1280')
  await context.close()
})

test('without a script the same price is typed, added up, mended, sent and withdrawn; another version has to wait a minute', async () => {
  expectErrors(answered(422, '/price'), answered(429, '/price'))
  const details = await acceptedJob(visit, uniqueEmail())
  const { page } = await visit(linkIn(details, '/leads/\\S+'), { ...phone, javaScriptEnabled: false })
  await page.getByRole('link', { name: 'Send your price' }).click()
  await typePrice(page)
  await line(page, 4).text.fill('Edging')
  await page.getByRole('button', { name: 'More lines' }).click()
  expect(await page.locator('[data-line]').count()).toBe(10)
  expect(await page.locator('.total').innerText()).toBe('£4,440.00')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await page.getByRole('link', { name: 'Line 3: Enter an amount' }).click()
  await line(page, 2).price.fill('60')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await page.getByText('Waiting for the homeowner’s answer').waitFor()
  expect(await page.locator('.total').innerText()).toBe('£4,512.00')

  await page.getByRole('link', { name: 'Send a new version' }).click()
  await page.getByText('Lines from your earlier prices').click()
  await page.getByRole('button', { name: /^Skip/ }).click()
  expect(await line(page, 3).text.inputValue()).toBe('Skip')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await page.getByText('You can send another one in').waitFor()
  expect(await line(page, 3).text.inputValue()).toBe('Skip')
  await page.getByRole('link', { name: 'Back without sending' }).click()
  await page.getByRole('link', { name: 'Withdraw this price' }).click()
  await page.getByLabel('Why?').fill('No stone left')
  await page.getByRole('button', { name: 'Withdraw this price' }).click()
  await page.getByText('No stone left').waitFor()
})
