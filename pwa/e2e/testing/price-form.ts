import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** A row of the form on which a firm types its price. */
export const line = (page: Page, place: number) => ({
  text: page.locator(`[name="lines.${place}.text"]`),
  quantity: page.locator(`[name="lines.${place}.quantity"]`),
  unit: page.locator(`[name="lines.${place}.unit"]`),
  price: page.locator(`[name="lines.${place}.unitPrice"]`),
})

/** Waits until the form's script has taken over. */
export const ready = (page: Page) => page.locator('#price[data-ready="yes"]').waitFor()

/** Types a price of £4,440.00: two lines with VAT. */
export async function typePrice(page: Page): Promise<void> {
  await page.getByLabel('A fixed price').check()
  await page.getByLabel('Yes', { exact: true }).check()
  await line(page, 0).text.fill('Block paving')
  await line(page, 0).quantity.fill('42.5')
  await line(page, 0).unit.selectOption('m²')
  await line(page, 0).price.fill('80')
  await line(page, 1).text.fill('Skip')
  await line(page, 1).price.fill('300')
  await page.locator('[name="checklist.excavation"][value="included"]').check()
  await page.locator('[name="checklist.drainage"][value="not-included"]').check()
}

/**
 * Presses Send on a connection that is cut three times: before the server hears of the price, without a network, and after
 * the server has taken it. The page is loaded anew in between. Ends with the list of the firm's prices.
 */
export async function sendThroughCuts(page: Page): Promise<void> {
  let posts = 0
  const cuts: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort('failed'),
    (route) => route.abort('internetdisconnected'),
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('failed')
    },
  ]
  await page.route('**/price', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    const cut = cuts[posts - 1]
    return cut ? cut(route) : route.continue()
  })
  const waiting = page.getByText('not sent yet. We try again')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await waiting.waitFor()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect.poll(() => posts).toBe(2)
  await page.reload()
  await expect.poll(() => posts).toBe(3)
  await waiting.waitFor()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('Waiting for the homeowner’s answer').waitFor()
  expect(posts).toBe(4)
  expect(await page.getByText(/version \d/).allInnerTexts()).toHaveLength(1)
}

/** Another firm's price of this sum with VAT, sent without a browser from the page of its job. */
export async function postPrice(jobLink: string, pounds: number): Promise<void> {
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const body = new URLSearchParams({
    id: crypto.randomUUID(),
    kind: 'estimate',
    isVatRegistered: 'no',
    'lines.0.text': 'All of the work',
    'lines.0.unitPrice': String(pounds),
    'lines.0.unit': 'item',
    'checklist.drainage': 'included',
    validUntilDay: inAMonth,
  })
  const answer = await fetch(`${jobLink}/price`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
}
