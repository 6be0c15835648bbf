import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { signInByForm } from './testing/staff-screens.ts'
import { siteUrl, takenOver, useBrowser } from './testing/site.ts'

const { visit } = useBrowser()
const pages = [
  ['/privacy', 'Privacy notice'],
  ['/cookies', 'Cookies'],
  ['/terms', 'Terms of use'],
] as const

test.each(pages)('%s reads the same without script and with it, and axe finds nothing serious', async (path, title) => {
  const open = async (javaScriptEnabled: boolean) => {
    const visited = await visit(path, { javaScriptEnabled })
    await visited.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await visited.page.title()).toContain(title)
    return visited
  }
  const plain = await open(false)
  const text = await plain.page.locator('main').innerText()
  await plain.close()
  expect(text.length).toBeGreaterThan(1_000)

  const { page, close } = await open(true)
  await page.waitForLoadState('networkidle')
  expect(await page.locator('main').innerText()).toBe(text)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})

test('from the form to the privacy notice and back: what was typed is still there', async () => {
  const { page, close } = await visit('/')
  await page.waitForLoadState('networkidle')
  await page.locator('#answer-first_name').fill('Aoife')
  await page.locator('.quote__notice').getByRole('link', { name: 'privacy notice' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy notice' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.locator('#answer-first_name').inputValue()).toBe('Aoife')
  await close()
})

test('a legal page leads on to the other pages without loading a document, and Back returns to its text', async () => {
  const { page, close } = await visit('/privacy', { viewport: { width: 1280, height: 860 }, isMobile: false })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fair quotes start' }).waitFor()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await page.goBack()
  await page.getByRole('heading', { name: 'Who we are' }).waitFor()
  await close()
})

test('no script holds the legal texts', async () => {
  const { page, close } = await visit('/privacy')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Shift')
  await takenOver(page)
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = await Promise.all(
    addresses.filter((address) => address.endsWith('.js')).map(async (address) => (await fetch(address)).text()),
  )
  expect(await page.locator('main').innerText()).toContain('Information Commissioner')
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((script) => script.includes('Information Commissioner'))).toEqual([])
  await close()
})

test('the cookies page names all that a visitor and a signed-in admin find in their browser', async () => {
  const { page, context, close } = await visit('/', { viewport: { width: 1280, height: 860 }, isMobile: false })
  await page.waitForLoadState('networkidle')
  const form = quoteForm(page)
  await form.fillIn(uniqueEmail())
  const keys = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const found = new Set(await keys())
  await form.send()
  await page.waitForURL('**/thank-you')
  for (const key of await keys()) found.add(key)
  for (const { name } of await page.evaluate(() => indexedDB.databases())) found.add(name ?? '')
  await page.goto(`${siteUrl()}/login`)
  await signInByForm(page)
  for (const key of await keys()) found.add(key)
  for (const { name } of await context.cookies()) found.add(name)
  await page.goto(`${siteUrl()}/cookies`)
  const text = await page.locator('main').innerText()
  expect([...found]).toEqual(
    expect.arrayContaining(['home_content_v1', 'kerbside-outbox', 'kerbside_refresh', 'unauth']),
  )
  expect([...found].filter((name) => !text.includes(name.replace(/:.*/, '')))).toEqual([])
  await close()
})
