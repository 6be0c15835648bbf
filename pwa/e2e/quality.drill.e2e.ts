import { seriousFindings } from './testing/axe.ts'
import { faintWords } from './testing/contrast.ts'
import { get } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answered, desktop, expectErrors, phone, siteUrl, takenOver } from './testing/site.ts'
import { show, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages()

/** One for the tests that look at pages as they are, whoever has been on which before. */
let shared: Promise<Page> | undefined
const sharedPage = () => (shared ??= visit('/robots.txt').then(({ page }) => page))

test.each(['/', '/about', '/how-it-works', '/materials', '/benefits', '/thank-you', '/nowhere'])(
  'axe finds nothing serious on %s, and no words are too faint for their size, on a phone and a desk',
  async (path) => {
    expectErrors(answered(404, '/nowhere'))
    const page = await sharedPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await seriousFindings(page)).toEqual([])
    for (const { viewport } of [phone, desktop]) {
      await page.setViewportSize(viewport)
      await page.waitForFunction((wanted) => screen.width === wanted, viewport.width)
      expect(await faintWords(page)).toEqual([])
    }
  },
)

test('axe finds nothing serious on a form full of errors', async () => {
  const page = await sharedPage()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('#quote-form button[type=submit]').click()
  await page.locator('.error-summary').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

/** Scripts that the page asked for, with their bytes as they come over the line: fetch would unpack them. */
async function scriptsOf(page: Page): Promise<{ path: string; bytes: number }[]> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = addresses.filter((address) => new URL(address).pathname.endsWith('.js'))
  return Promise.all(scripts.map(async (url) => ({ path: new URL(url).pathname, bytes: await packedBytes(url) })))
}

const kibibytesOf = (scripts: readonly { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

/** Waits until scripts have come, which begin once the page has painted, and no more have for half a second. */
const scriptsLoaded = (page: Page) =>
  page.evaluate(async () => {
    const count = () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length
    for (let last = 0; last === 0 || last !== count(); await new Promise((resolve) => setTimeout(resolve, 500)))
      last = count()
  })

function packedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => void (bytes += part.length))
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

test('the document of the home page transfers at most 20 KiB', async () => {
  const kibibytes = (await packedBytes(siteUrl())) / 1024
  expect(kibibytes).toBeGreaterThan(5)
  expect(kibibytes).toBeLessThanOrEqual(20)
})

test('the home page transfers at most 12 KiB of JavaScript before the first touch, 98 with React, and nothing of the staff area', async () => {
  const { page, close } = await visit('/', { serviceWorkers: 'block' })
  await scriptsLoaded(page)
  const first = kibibytesOf(await scriptsOf(page))
  expect(first).toBeGreaterThan(5)
  expect(first).toBeLessThanOrEqual(12)
  await page.keyboard.press('Shift')
  await takenOver(page)
  await scriptsLoaded(page)
  const scripts = await scriptsOf(page)
  expect(scripts.filter(({ path }) => path.includes('/staff/'))).toEqual([])
  const all = kibibytesOf(scripts)
  expect(all).toBeGreaterThan(30)
  expect(all).toBeLessThanOrEqual(98)
  console.log(`Scripts of the home page: ${first.toFixed(1)} KiB first, ${all.toFixed(1)} with React`)
  await close()
})

test('the first load of the staff area transfers at most 260 KiB of JavaScript, and a list opened later 35', async () => {
  const { page, close } = await openSignedIn('/admin/leads')
  await page.getByRole('row').nth(1).waitFor()
  await scriptsLoaded(page)
  const first = await scriptsOf(page)
  expect(kibibytesOf(first)).toBeGreaterThan(100)
  expect(kibibytesOf(first)).toBeLessThanOrEqual(260)
  await show(page, '/admin/contractors')
  const later = (await scriptsOf(page)).filter(({ path }) => first.every((each) => each.path !== path))
  expect(kibibytesOf(later)).toBeGreaterThan(1)
  expect(kibibytesOf(later)).toBeLessThanOrEqual(35)
  console.log(
    `Staff scripts: ${kibibytesOf(first).toFixed(1)} KiB first, ${kibibytesOf(later).toFixed(1)} for a list later`,
  )
  await close()
})

test.each(['/', '/about'])('the first screen of %s waits for nothing but its document', async (path) => {
  const { page, close } = await visit('/thank-you')
  await page.addInitScript(() => {
    const largest: string[] = []
    Object.assign(globalThis, { largest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { url: string })[]) largest.push(entry.url)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const found = await page.evaluate(() => ({
    blocking: (performance.getEntriesByType('resource') as (PerformanceEntry & { renderBlockingStatus: string })[])
      .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
      .map(({ name }) => name),
    largest: (globalThis as unknown as { largest: string[] }).largest,
  }))
  expect(found.blocking).toEqual([])
  // Words have no address; a picture would have that of its file.
  expect(found.largest.at(-1)).toBe('')
  await close()
})

test('a first visit asks for nothing but the document before it has painted', async () => {
  const { page, close } = await visit('/', { serviceWorkers: 'block' })
  await page.waitForLoadState('networkidle')
  const early = await page.evaluate(() => {
    // The ground may be painted before the words. A device too busy to paint within two seconds asks for the scripts then.
    const until = Math.min(2_000, ...performance.getEntriesByType('paint').map(({ startTime }) => startTime))
    const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < until)
    // The browser fetches a page's icon when it likes.
    return asked.map(({ name }) => name).filter((name) => !/^data:|\/favicon\.svg$/.test(name))
  })
  expect(early).toEqual([])
  await close()
})

test('no link of the public pages is dead, and every picture is there', async () => {
  const page = await sharedPage()
  const found = new Set<string>()
  for (const path of ['/', '/about', '/how-it-works', '/materials', '/benefits']) {
    await page.goto(path)
    const addresses = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], img[src]')].map((each) =>
        each instanceof HTMLAnchorElement ? each.href : (each as HTMLImageElement).src,
      ),
    )
    for (const address of addresses) if (address.startsWith(siteUrl())) found.add(address.replace(/#.*/, ''))
  }
  const dead: string[] = []
  for (const address of found) if (!(await fetch(address)).ok) dead.push(address)
  expect(found.size).toBeGreaterThan(15)
  expect(dead).toEqual([])
})

// At 412 a line breaks elsewhere in the typeface than in what stands in for it.
test.each([360, 412, 1280])(
  'nothing jumps on a screen of %d pixels while the home page loads, its typeface comes late, and it is scrolled through',
  async (width) => {
    const { page, context, close } = await visit('/robots.txt', { viewport: { width, height: 823 } })
    await page.addInitScript(() => {
      const shifts = { total: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) shifts.total += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let sendTypeface = () => {}
    const painted = new Promise<void>((resolve) => (sendTypeface = resolve))
    await context.route(/figtree/, async (route) => {
      await painted
      await route.continue()
    })
    await page.goto('/')
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await page.waitForTimeout(600) // For half a second after a document has its size, Chromium calls no move unexpected.
    sendTypeface()
    await page.waitForLoadState('networkidle')
    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, 700)
      await page.waitForTimeout(80)
    }
    // What moves sideways within its line, as the header's links do, is this little.
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: { total: number } }).shifts.total),
    ).toBeLessThan(0.003)
    await close()
  },
)

test('the sticky button is on a phone’s first screen and gone once the form is reached', async () => {
  const { page, close } = await visit()
  const sticky = page.locator('.sticky-quote a')
  const bottom = await sticky.evaluate((link) => link.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(844)
  await sticky.click()
  await page.waitForFunction(() => {
    const first = document.querySelector('#answer-first_name')?.getBoundingClientRect()
    return first && first.top > 0 && first.bottom < innerHeight
  })
  await expect.poll(() => sticky.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThan(0)
  await close()
})

test('every size of screen shows the pages without a sideways scroll', async () => {
  const { page, close } = await visit('/robots.txt')
  for (const path of ['/', '/about', '/how-it-works', '/materials', '/thank-you']) {
    await page.goto(path)
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForFunction((wanted) => screen.width === wanted, width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
  }
  await close()
})
