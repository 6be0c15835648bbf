import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { choices, mobileOf, quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'
import { countTaps } from './testing/taps.ts'

const { visit } = useBrowser()

test('a homeowner on a phone gets from the landing page to a sent request in 14 taps and scrolls back nowhere', async () => {
  const { page, context, close } = await visit('/robots.txt')
  const counted = await countTaps(context)
  await page.goto('/')
  const form = quoteForm(page)
  const email = uniqueEmail()
  const write = async (field: Locator, text: string) => {
    if (!(await field.evaluate((element) => element === document.activeElement))) await field.tap()
    await page.keyboard.type(text)
  }
  await page.locator('.sticky-quote a').tap()
  await write(form.field('first_name'), 'Aoife')
  await write(form.field('last_name'), 'Byrne')
  await write(form.field('email'), email)
  await write(form.field('mobile'), mobileOf(email))
  for (const name of choices) {
    const field = form.field(name)
    await field.tap()
    if ((await field.evaluate((element) => element.tagName)) !== 'SELECT') continue
    // The browser's own list, in which one is pressed, is no part of the page.
    await field.selectOption({ index: 1 })
    counted.taps += 1
  }
  // The thank-you page begins at its top: what counts is the way there.
  const { scrollsBack } = counted
  await form.button.tap()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  expect(scrollsBack).toBe(0)
  expect(counted.taps).toBeLessThanOrEqual(14)
  await close()
})
