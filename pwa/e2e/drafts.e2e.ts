import { expect, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { answered, expectErrors, useBrowser } from './testing/site.ts'
import { signIn } from './testing/staff-screens.ts'

const { visit } = useBrowser()

test('a form half filled in is there again after a reload right after the last key, and in a second tab', async () => {
  const email = uniqueEmail()
  const { page, context, close } = await visit()
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.field('additionalInfo').pressSequentially(' And the wall too.')
  await page.reload()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#answer-email')?.value !== '')
  expect(await form.field('email').inputValue()).toBe(email)
  expect(await form.field('additionalInfo').inputValue()).toBe('The gate is narrow. And the wall too.')
  const second = await context.newPage()
  await second.goto('/')
  await second.waitForFunction(() => document.querySelector<HTMLInputElement>('#answer-email')?.value !== '')
  expect(await quoteForm(second).field('email').inputValue()).toBe(email)
  await close()
})

test('a 401 clears local storage and leads to sign-in; the form half filled in before is still there', async () => {
  expectErrors(answered(401, '/'))
  const email = uniqueEmail()
  const { page, context, close } = await visit()
  await quoteForm(page).fillIn(email)
  await page.goto('/login')
  await signIn(page)
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.setItem('another', 'entry')
    const entry = JSON.parse(localStorage.getItem('unauth') ?? '{}') as object
    localStorage.setItem('unauth', JSON.stringify({ ...entry, token: 'expired' }))
  })
  await page.goto('/admin/leads')
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto('/')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#answer-email')?.value !== '')
  expect(await quoteForm(page).field('email').inputValue()).toBe(email)
  await close()
})

test('signing out takes the session away and nothing else', async () => {
  // What the dashboard asked for may be answered after the session has ended.
  expectErrors(answered(401, '/'))
  const { page, close } = await visit('/login', {
    viewport: { width: 1280, height: 860 },
    hasTouch: false,
    isMobile: false,
  })
  await signIn(page)
  await page.evaluate(() => localStorage.setItem('another', 'entry'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  const left = await page.evaluate(() => [localStorage.getItem('unauth'), localStorage.getItem('another')])
  expect(left).toEqual([null, 'entry'])
  await close()
})
