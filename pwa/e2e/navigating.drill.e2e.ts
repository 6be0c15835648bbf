import { expect, test } from 'vitest'
import { answered, desktop, expectErrors, useBrowser } from './testing/site.ts'

const { visit } = useBrowser({ offline: true })
test('links between pages load no document, set title and focus, and Back returns', async () => {
  const { page, close } = await visit('/', desktop)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  await page.getByRole('heading', { level: 1, name: 'Fair quotes start with a fair question' }).waitFor()
  expect(await page.title()).toContain('Fair quotes')
  expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['content', 0])
  await page.getByRole('link', { name: 'Get FREE Quote' }).first().click()
  await page.waitForURL('**/#quote-form')
  await page.locator('#answer-first_name').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Fair quotes start with a fair question' }).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await close()
})

test('a path that nobody has is answered by the server: 404 and the not-found page', async () => {
  expectErrors(answered(404, '/no-such-page'))
  const { page, close } = await visit('/', desktop)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.locator('#quote-form').waitFor()
  await close()
})

test('the menu of a phone opens, leads on and closes, with script and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await visit('/', { javaScriptEnabled })
    const menu = page.locator('.site-header__menu')
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'How It Works' }).click()
    await page.getByRole('heading', { level: 1, name: 'How it works' }).waitFor()
    expect(await menu.evaluate((details: HTMLDetailsElement) => details.open)).toBe(false)
    await close()
  }
})

test('a menu that was opened before the scripts came stays open when they take the page over', async () => {
  const { page, close } = await visit('/thank-you')
  let letThrough = () => {}
  const wait = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await wait
    await route.continue()
  })
  await page.goto('/')
  const menu = page.locator('.site-header__menu')
  await menu.locator('summary').click()
  letThrough()
  await page.locator('.portfolio').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => document.querySelector('.portfolio__buttons:not(.portfolio__buttons--none)'))
  expect(await menu.evaluate((details: HTMLDetailsElement) => details.open)).toBe(true)
  await close()
})

test('the portfolio moves by button and by key', async () => {
  const { page, close } = await visit('/', desktop)
  const strip = page.locator('.portfolio__strip')
  const offset = () => strip.evaluate((list) => list.scrollLeft)
  await strip.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'More jobs' }).click()
  await expect.poll(offset).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Previous jobs' }).click()
  await expect.poll(offset).toBe(0)
  await strip.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(offset).toBeGreaterThan(0)
  await close()
})

test('a new version waits until Update is pressed, and what was typed is still there', async () => {
  const { page, context, close } = await visit('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload({ waitUntil: 'networkidle' })
  await page.locator('#answer-first_name').fill('Aoife')
  // The same worker under another address is a new version to the browser.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'))
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting)
  expect(await page.locator('#answer-first_name').inputValue()).toBe('Aoife')
  const other = await context.newPage()
  await other.goto('/about')
  await other.getByText('A new version is ready').waitFor()
  await other.getByRole('button', { name: 'Update' }).click()
  await other.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.waiting)
  // A page behind another is not painted, and its scripts wait for that.
  await page.bringToFront()
  await page.reload()
  await expect.poll(() => page.locator('#answer-first_name').inputValue()).toBe('Aoife')
  await close()
})
