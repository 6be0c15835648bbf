import { expect, test } from 'vitest'
import { acceptLink, linkIn, offersOf } from './testing/accepted-job.ts'
import { seriousFindings } from './testing/axe.ts'
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

test('a firm declines with a reason in one press and takes it back in another, by keyboard and without a script', async () => {
  const [offer] = await offersOf(await postQuote({ email: uniqueEmail(), postcode: 'M1 1AE' }))
  const link = linkIn(offer, acceptLink).replace(/accept$/, 'decline')
  const checked = await visit(link)
  expect(await seriousFindings(checked.page, 'declining')).toEqual([])
  const { page } = await visit(link, { javaScriptEnabled: false })
  await page.getByRole('button', { name: 'Too busy' }).press('Enter')
  await page.getByText('too busy.').waitFor()
  await checked.page.reload()
  expect(await seriousFindings(checked.page, 'a job that was declined')).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('button', { name: 'Accept this job' }).waitFor()
})
