import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { failing, openGateway } from './testing/gateway.ts'
import { signInOnOwnDevice } from './testing/own-device.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { useReleases } from './testing/releases.ts'
import { answered, apiAwayErrors, expectErrors, readyForOffline, siteUrl, useBrowser } from './testing/site.ts'
import { leadsOf, saveSettings } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })
const notSent = 'not sent yet'

/** Saves the setting, and waits until the api goes by it. */
async function switchServiceWorker(to: 'on' | 'off'): Promise<void> {
  await saveSettings({ serviceWorkerOff: to === 'off' })
  await expect
    .poll(async () => (await (await fetch(`${siteUrl()}/service-worker.js`)).text()).includes('unregister()'))
    .toBe(to === 'off')
}

const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

test('switched off, the service worker is removed from a browser whose waiting quotes stay and are sent once', async () => {
  expectErrors(apiAwayErrors)
  onTestFinished(() => switchServiceWorker('on'))
  const gateway = await openGateway()
  gateway.onQuote = failing(503)
  const { page, close } = await visit(gateway.url)
  await readyForOffline(page)
  const emails = [uniqueEmail(), uniqueEmail()]
  for (const email of emails) {
    await page.goto(gateway.url)
    const form = quoteForm(page)
    await form.fillIn(email)
    await form.send()
    await page.getByRole('heading', { name: notSent }).waitFor()
  }
  expect(await workers(page)).toBe(1)

  await switchServiceWorker('off')
  await page.goto(gateway.url)
  await quoteForm(page).field('first_name').fill('Half typed')
  await expect.poll(() => workers(page)).toBe(0)
  await expect.poll(() => cacheNames(page)).toEqual([])
  // The page in use was not reloaded.
  expect(await quoteForm(page).field('first_name').inputValue()).toBe('Half typed')
  let asked = 0
  gateway.onRequest = async ({ path }) => path === '/service-worker.js' && ++asked < 0
  await page.goto(`${gateway.url}/thank-you`)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
  const sendNow = page.getByRole('button', { name: 'Send now' })
  await expect.poll(() => sendNow.count()).toBe(2)

  gateway.onQuote = null
  gateway.quotes.length = 0
  await sendNow.first().click()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  await expect.poll(() => gateway.triesOf(emails)).toEqual([1, 1])
  for (const email of emails) await expect.poll(() => leadsOf(email)).toHaveLength(1)

  // Pages install none meanwhile.
  expect([asked, await workers(page)]).toEqual([0, 0])

  await switchServiceWorker('on')
  await page.goto(gateway.url)
  await readyForOffline(page)
  expect(await workers(page)).toBe(1)
  await close()
})

/** Resolves once a new version is installed, and waits to be used. */
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    for (let next = registration.installing; next; next = registration.installing) {
      await new Promise((resolve) => next?.addEventListener('statechange', resolve, { once: true }))
    }
  })
const answersOf = (page: Page, path: RegExp) => {
  const answers: number[] = []
  page.on('response', (response) => path.test(new URL(response.url()).pathname) && answers.push(response.status()))
  return answers
}

test('staff screens, private pages and public ones are asked for once each, on an own device too', async () => {
  expectErrors(answered(404, '/manage/'), answered(404, '/offers/'))
  const gateway = await openGateway()
  const asked: string[] = []
  gateway.onRequest = async ({ path }) => asked.push(path) < 0
  const { page, close } = await visit(gateway.url)
  await readyForOffline(page)
  const isPreloading = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready
      return navigator.serviceWorker.controller !== null && (await navigationPreload.getState()).enabled
    })
  await expect.poll(isPreloading).toBe(true)
  const navigate = async (path: string) => {
    asked.length = 0
    await page.goto(gateway.url + path)
    return asked.filter((each) => each === path).length
  }
  const paths = ['/login', '/manage/unknown', '/offers/unknown/accept', '/about']
  for (const path of paths) expect([path, await navigate(path)]).toEqual([path, 1])
  await page.goto(gateway.url)
  await signInOnOwnDevice(page, gateway.url)
  expect(await navigate('/manager/leads')).toBe(1)
  await close()
})

test('two releases while somebody types: nothing is reloaded, and the oldest page still finds its parts', async () => {
  const gateway = await openGateway()
  const releases = useReleases()
  gateway.target = await releases.deploy(1)
  const { page, context, close } = await visit(gateway.url)
  await readyForOffline(page)
  const firstName = quoteForm(page).field('first_name')
  await firstName.fill('Half typed')
  await page.evaluate(() => Object.assign(window, { opened: 'before the releases' }))
  const parts = answersOf(page, /^\/assets\/staff\/.*r1\.js$/)

  for (const release of [2, 3]) {
    gateway.target = await releases.deploy(release)
    await update(page)
    await page.getByText('A new version is ready').waitFor()
  }
  const other = await context.newPage()
  await other.goto(gateway.url)
  expect(await other.content()).toMatch(/assets\/index-[\w-]{6}r3\.js/)
  await other.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => other.getByText('A new version is ready').count()).toBe(0)
  await other.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

  expect(await firstName.inputValue()).toBe('Half typed')
  await page.getByRole('link', { name: 'Staff sign-in' }).click()
  await page.getByLabel('Email').waitFor()
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.filter((status) => status !== 200)).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toBe('before the releases')
  await page.goto(gateway.url)
  await expect.poll(() => firstName.inputValue()).toBe('Half typed')
  await close()
})

test('of the pages that a former release kept, a new one fetches the latest thirty', async () => {
  const gateway = await openGateway()
  const { page, close } = await visit(gateway.url)
  await readyForOffline(page)
  await page.evaluate(async () => {
    const former = await caches.open('pages-former')
    for (let at = 0; at < 60; at += 1) await former.put(`/former-${at}`, new Response('', { status: 200 }))
  })
  const asked: string[] = []
  gateway.onRequest = async ({ path, request, response, forward }) => {
    if (path === '/service-worker.js') {
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete request.headers[name]
      const { status, headers, body } = await forward()
      delete headers['content-length']
      response.writeHead(status, headers).end(`${body.toString()}\n// another release`)
      return true
    }
    const isFormer = path.startsWith('/former-')
    if (isFormer) {
      asked.push(path)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Former</title>')
    }
    return isFormer
  }
  await update(page)
  expect(asked.toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `/former-${at + 30}`))
  await close()
})

test('a part that cannot be loaded leaves a way on, and what was typed', async () => {
  expectErrors(answered(404, '/assets/staff/'), /Failed to fetch dynamically imported module/)
  const gateway = await openGateway()
  const { page, close } = await visit(gateway.url)
  await quoteForm(page).field('first_name').fill('Half typed')
  gateway.onRequest = async ({ path, response }) => {
    const isGone = path.startsWith('/assets/staff/')
    if (isGone) response.writeHead(404).end()
    return isGone
  }
  await page.getByRole('link', { name: 'Staff sign-in' }).click()
  const again = page.getByRole('button', { name: 'Load the page again' })
  await again.waitFor()
  gateway.onRequest = async () => false
  await again.click()
  await page.getByLabel('Email').waitFor()
  await page.goto(gateway.url)
  await expect.poll(() => quoteForm(page).field('first_name').inputValue()).toBe('Half typed')
  await close()
})
