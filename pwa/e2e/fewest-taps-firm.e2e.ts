import { expect, test } from 'vitest'
import { offersOf } from './testing/accepted-job.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { useBrowser } from './testing/site.ts'
import { countTaps } from './testing/taps.ts'

const { visit } = useBrowser()

test('a firm calls the homeowner three presses after it has opened the email with the offer', async () => {
  const [offer] = await offersOf(await postQuote({ email: uniqueEmail(), postcode: 'M1 1AE' }))
  const { page, context } = await visit('about:blank')
  const counted = await countTaps(context)
  await context.route('**/mail-program', (route) =>
    route.fulfill({ contentType: 'text/html', body: offer?.html ?? '' }),
  )
  await page.goto('/mail-program')
  await page.getByRole('link', { name: 'Accept this job' }).tap()
  await page.getByRole('button', { name: 'Accept this job' }).tap()
  const call = page.getByRole('link', { name: 'Call' })
  expect(await call.getAttribute('href')).toMatch(/^tel:\+44\d+$/)
  await call.tap()
  await expect.poll(() => counted).toEqual({ taps: 3, scrollsBack: 0 })
})
