import { expect, test } from 'vitest'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { quoteForm, reference, uniqueEmail } from './testing/quote-form.ts'
import { answered, expectErrors, takenOver, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser()

test('a homeowner on a phone sends the form: a reference, one lead, one confirmation', async () => {
  const email = uniqueEmail()
  const { page, close } = await visit('/?utm_source=leaflet')
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  const shown = reference.exec(await page.locator('.thank-you__reference').innerText())?.[0]
  expect(new URL(page.url()).pathname).toBe('/thank-you')
  const leads = await leadsOf(email)
  expect(leads).toMatchObject([{ reference: shown, additional_info: 'The gate is narrow.' }])
  const [confirmation, ...more] = await emailsWhere(sentTo(email))
  expect(confirmation?.text).toContain(shown)
  expect(more).toEqual([])
  await page.goto('/')
  expect(await form.field('first_name').inputValue()).toBe('')
  await close()
})

test('missing answers are named, linked and announced, and nothing is sent', async () => {
  const email = uniqueEmail()
  const { page, close } = await visit()
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.field('first_name').fill('')
  await form.field('mobile').fill('12')
  await form.send()
  await form.summary.waitFor()
  expect(await form.summary.innerText()).toContain('Please fill in: First name')
  expect(await page.locator('.toast').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('error-summary')
  await form.summary.getByRole('link', { name: 'Enter your first name' }).click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer-first_name')
  expect(await leadsOf(email)).toEqual([])
  await close()
})

test('what is typed and chosen before the scripts have come is kept', async () => {
  const { page, context, close } = await visit('/thank-you')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await context.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const form = quoteForm(page)
  await form.field('first_name').fill('Aoife')
  await form.choose('budget', 1)
  await form.choose('drivewayMaterial', 1)
  release()
  await takenOver(page)
  expect(await form.field('first_name').inputValue()).toBe('Aoife')
  expect(await form.chosen('budget')).toEqual([1])
  expect(await form.field('drivewayMaterial').evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(2)
  await close()
})

test('a double click sends once', async () => {
  const email = uniqueEmail()
  const { page, close } = await visit()
  const posts: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/quote') && posts.push(request.method()))
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.button.dblclick()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  expect(posts).toEqual(['POST'])
  expect(await leadsOf(email)).toHaveLength(1)
  await close()
})

test('without JavaScript: wrong answers come back with what was typed, right ones end on the thank-you page', async () => {
  expectErrors(answered(422, '/'))
  const email = uniqueEmail()
  const { page, close } = await visit('/', { javaScriptEnabled: false })
  const form = quoteForm(page)
  await form.fillIn(email, 'QX1 1AA')
  await new Promise((resolve) => setTimeout(resolve, 3_200))
  await form.button.click()
  await form.summary.waitFor()
  expect(await form.summary.innerText()).toContain('There is a problem')
  expect(await page.locator('#answer-postcode-error').innerText()).toContain('No UK postcode starts with QX')
  expect(await form.field('first_name').inputValue()).toBe('Aoife')
  expect(await form.chosen('budget')).toEqual([0])
  await form.field('postcode').fill('SW1A 1AA')
  await form.button.click()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  const [lead] = await leadsOf(email)
  expect(await page.locator('.thank-you__reference').innerText()).toContain(lead?.reference)
  await close()
})
