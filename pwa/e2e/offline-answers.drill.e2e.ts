import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { failing, openGateway, type Passing } from './testing/gateway.ts'
import { submitQuote } from './testing/quote-form.ts'
import {
  answered,
  apiAwayErrors,
  expectErrors,
  offlineErrors,
  openForLong,
  readyForOffline,
  useBrowser,
} from './testing/site.ts'
import { expectOneLeadEach, storedQuotes, storeQuotes } from './testing/stored-quotes.ts'

const { visit } = useBrowser({ offline: true })
const notSent = 'Saved on this phone — not sent yet'
const received = 'We have your request'
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** The sign-in page of a café's network, in the place of every answer. */
const portal = ({ response }: Passing) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Free Wi-Fi</title>Sign in to use our Wi-Fi')

test('a café’s sign-in page in the place of every answer is neither an acknowledgement nor kept', async () => {
  const gateway = await openGateway()
  const { page, context, close } = await visit(gateway.url)
  await readyForOffline(page)
  gateway.onRequest = async (passing) => {
    // A browser that stands on a page of ours: documents are asked for again once it has signed in.
    const isDocument = passing.request.headers['sec-fetch-mode'] === 'navigate'
    if (!isDocument) portal(passing)
    return !isDocument
  }
  const email = await submitQuote(page)
  await heading(page, notSent).waitFor()
  await page.getByRole('link', { name: 'How It Works' }).last().click()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(() => fetch('/assets/of-another-build.js'))
  const portalKept = () =>
    page.evaluate(async () => {
      const kept: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          if ((await (await cache.match(request))?.text())?.includes('Free Wi-Fi')) kept.push(`${name} ${request.url}`)
        }
      }
      return kept
    })
  expect(await portalKept()).toEqual([])
  expect(gateway.triesOf([email])[0]).toBeGreaterThan(0)

  gateway.onRequest = async () => false
  await page.goto(`${gateway.url}/thank-you`)
  await heading(page, received).waitFor()
  await expectOneLeadEach([email])
  await context.close()
  await close()
})

test('a full queue and a server that answers 401: all stay, and all are sent once it takes them', async () => {
  expectErrors(answered(401, '/api/quote'))
  const gateway = await openGateway()
  gateway.onQuote = ({ response }) => response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{}')
  const { page, close } = await visit(`${gateway.url}/thank-you`)
  const emails = await storeQuotes(page, 20)
  await page.reload()
  await heading(page, notSent).waitFor()
  await expect.poll(() => gateway.triesOf(emails).every((tries) => tries > 0)).toBe(true)
  expect(await storedQuotes(page)).toBe(20)
  gateway.onQuote = null
  gateway.quotes.length = 0
  await page.reload()
  await heading(page, received).waitFor()
  await expect.poll(() => storedQuotes(page)).toBe(0)
  expect(gateway.triesOf(emails)).toEqual(emails.map(() => 1))
  await expectOneLeadEach(emails)
  await close()
})

test('a disk without room for one more quote: the page says to stay open, and sends it from memory', async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  gateway.onQuote = failing(503)
  const { page, context, close } = await visit(gateway.url, { serviceWorkers: 'block' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.url, quotaSize: 1 })
  const email = await submitQuote(page)
  await page.getByText('This phone could not save your request. Keep this page open until it is sent.').waitFor()
  expect(await storedQuotes(page)).toBe(0)
  gateway.onQuote = null
  await page.getByRole('button', { name: 'Send now' }).click()
  await heading(page, received).waitFor()
  await expectOneLeadEach([email])
  await close()
})

test.each([
  ['a day ahead', 24],
  ['a day behind', -24],
])('a phone whose clock is %s, and is put right while a quote waits, sends it once', async (_wrong, hours) => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  gateway.onQuote = failing(503)
  const { page, close } = await visit(`${gateway.url}/robots.txt`)
  await page.clock.setSystemTime(Date.now() + hours * 3_600_000)
  await page.goto(gateway.url)
  await page.evaluate(openForLong) // the wrong clock counts from its own start
  const email = await submitQuote(page)
  await heading(page, notSent).waitFor()
  await page.clock.setSystemTime(Date.now())
  gateway.onQuote = null
  gateway.quotes.length = 0
  await page.goto(`${gateway.url}/thank-you`)
  await heading(page, received).waitFor()
  expect(gateway.triesOf([email])).toEqual([1])
  await expectOneLeadEach([email])
  await close()
})

test('what browsers store of the site is bounded, and nothing of it is an answer about leads', async () => {
  expectErrors(offlineErrors, /^Failed to load resource: the server responded with a status of 4/)
  const gateway = await openGateway()
  gateway.onRequest = async ({ path, response }) => {
    const isPicture = path.startsWith('/api/images/')
    if (isPicture) response.writeHead(200, { 'content-type': 'image/webp' }).end('picture')
    const isPage = path.startsWith('/campaign-')
    if (isPage) response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${path}</title>`)
    const isFile = path.startsWith('/assets/old-')
    if (isFile) response.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    return isPicture || isPage || isFile
  }
  const { page, close } = await visit(gateway.url)
  await readyForOffline(page)
  await page.evaluate(async () => {
    for (let at = 0; at < 120; at += 1) {
      await fetch(`/api/images/${at}/stream`)
      await fetch(`/assets/old-${at}.js`)
    }
    for (const path of ['/api/quote', '/api/auth/me', '/graphql?query={settings{version}}', '/healthz'])
      await fetch(path)
  })
  for (let at = 0; at < 40; at += 1) await page.goto(`${gateway.url}/campaign-${at}`)
  const sizes = () =>
    page.evaluate(async () => {
      const counts: Record<string, number> = {}
      for (const name of await caches.keys()) {
        const kind = name.startsWith('pages-') ? 'pages' : name
        if (!name.includes('precache')) counts[kind] = (await (await caches.open(name)).keys()).length
      }
      return counts
    })
  // Cut after it has grown, because the page is answered first; `/` stays beside the thirty.
  await expect.poll(sizes).toMatchObject({ pages: 31, pictures: 80, 'other-builds': 40 })
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caches_.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored.filter((path) => /^\/(api\/(?!images\/)|graphql|healthz)/.test(path))).toEqual([])
  await close()
})
