import { expect, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, offlineErrors, readyForOffline, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })
const notSent = 'Saved on this phone — not sent yet'
const received = 'We have your request'

test('while a quote waits, every page says so under its header and leads to it', async () => {
  expectErrors(offlineErrors)
  const { page, context, close } = await visit()
  await readyForOffline(page)
  await context.setOffline(true)
  const form = quoteForm(page)
  await form.fillIn(uniqueEmail())
  await form.send()
  await page.getByRole('heading', { name: notSent }).waitFor()
  const bar = page.getByRole('link', { name: 'A request is on this phone — not sent yet' })
  expect(await bar.count()).toBe(0)
  for (const path of ['/', '/how-it-works']) {
    await page.goto(path)
    await bar.waitFor()
  }
  await bar.click()
  await page.getByRole('heading', { name: notSent }).waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: received }).waitFor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await bar.count()).toBe(0)
  await close()
})

test('without Web Locks and Background Sync two tabs make one lead of a waiting quote', async () => {
  expectErrors(offlineErrors)
  const email = uniqueEmail()
  const { page, context, close } = await visit('/thank-you', { serviceWorkers: 'block' })
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks')
    Reflect.deleteProperty(window, 'SyncManager')
  })
  const second = await context.newPage()
  await Promise.all([page.goto('/'), second.goto('/thank-you')])
  expect(await page.evaluate(() => 'locks' in navigator)).toBe(false)
  const form = quoteForm(page)
  await form.fillIn(email)
  await context.setOffline(true)
  await form.send()
  const tabs = [page, second]
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: notSent }).waitFor()))
  await context.setOffline(false)
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: received }).waitFor()))
  expect(await leadsOf(email)).toHaveLength(1)
  await close()
})

test('after one visit the home page opens without a network, and so do the pages that come with the app', async () => {
  expectErrors(offlineErrors)
  const { page, context, close } = await visit('/about')
  await readyForOffline(page)
  await page.reload()
  await context.setOffline(true)
  for (const [path, name] of [
    ['/', /driveway/],
    ['/about', /./],
    ['/how-it-works', /^How it works$/],
    ['/materials', /surfaces/],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await close()
})

test('signing in and the staff area are never cached on the phone', async () => {
  const { page, close } = await visit()
  await readyForOffline(page)
  await page.goto('/login')
  await page.goto('/about')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
  })
  expect(kept).toContain('/about')
  expect(kept.filter((path) => /^\/(login|admin|manager|api\/(quote|auth)|graphql|assets\/staff)/.test(path))).toEqual(
    [],
  )
  await close()
})

test('where the browser keeps nothing, the page says to stay open and still sends', async () => {
  expectErrors(offlineErrors)
  const email = uniqueEmail()
  const { page, context, close } = await visit('/thank-you', { serviceWorkers: 'block' })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not allowed here', 'SecurityError')
    }
  })
  await context.route('**/api/quote', (route) => route.abort())
  await page.goto('/')
  // Before the script runs, the form posts itself.
  await page.getByText('This browser does not save what you type').waitFor()
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByText('This phone could not save your request. Keep this page open until it is sent.').waitFor()
  await context.unroute('**/api/quote')
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('heading', { name: received }).waitFor()
  expect(await leadsOf(email)).toHaveLength(1)
  await close()
})
