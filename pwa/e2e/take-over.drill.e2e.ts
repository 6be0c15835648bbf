import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, offlineErrors, takenOver, useBrowser } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser()
const received = 'We have your request'
const react = /\/assets\/(react|render)-[\w-]+\.js$/
const cut = /^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** A page whose first script runs, and that has not asked for React yet. Its ten seconds are never over. */
async function visitBeforeReact() {
  const visited = await visit('/robots.txt', { viewport: { width: 390, height: 500 } })
  await visited.page.addInitScript(() => {
    const later = globalThis.setTimeout
    const setTimeout = (work: () => void, ms?: number) => (ms === 10_000 ? 0 : later(work, ms))
    Object.assign(globalThis, { setTimeout })
  })
  await visited.page.goto('/')
  await visited.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/index-[\w-]+\.js$/.test(name)),
  )
  await visited.page.waitForLoadState('networkidle')
  expect(await askedForReact(visited.page)).toEqual([])
  return visited
}

const askedForReact = (page: Page) =>
  page.evaluate(
    (pattern) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new RegExp(pattern).test(name)),
    react.source,
  )

function postsOf(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  return posts
}

test.each([
  ['touch', (page: Page) => page.locator('h1').tap()],
  ['key', (page: Page) => page.keyboard.press('Tab')],
  ['look at the form', (page: Page) => page.locator('#quote-form').scrollIntoViewIfNeeded()],
  ['focus', (page: Page) => page.locator('.site-header a').first().focus()],
])('React takes a page over at the first %s', async (_sign, give) => {
  const { page, close } = await visitBeforeReact()
  await give(page)
  await takenOver(page)
  expect((await askedForReact(page)).length).toBeGreaterThan(0)
  await close()
})

test('who was in the form before React came is asked for photos without leaving the field', async () => {
  const { page, close } = await visitBeforeReact()
  await page.locator('#answer-first_name').focus()
  await expect.poll(() => page.locator('.photos input[type=file]').count()).toBe(1)
  await close()
})

test('a press before React has come waits for it, and sends once', async () => {
  const email = uniqueEmail()
  const { page, context, close } = await visitBeforeReact()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await context.route(react, async (route) => {
    await held
    await route.continue()
  })
  const posts = postsOf(page)
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await form.send()
  await page.getByText('Not sent yet').waitFor()
  expect(posts).toEqual([])
  release()
  await page.getByRole('heading', { name: received }).waitFor()
  expect(posts).toEqual(['/api/quote'])
  expect(await leadsOf(email)).toHaveLength(1)
  expect(await page.getByText('Not sent yet').count()).toBe(0)
  await close()
})

test.each([
  ['without a network', (context: BrowserContext, isAway: boolean) => context.setOffline(isAway)],
  [
    'in a network through which nothing comes',
    (context: BrowserContext, isAway: boolean) =>
      isAway ? context.route('**', (route) => route.abort()) : context.unroute('**'),
  ],
])(
  'a press %s, before React has come, says that nothing is sent, and sends once when it is back',
  async (_where, away) => {
    expectErrors(offlineErrors, cut)
    const email = uniqueEmail()
    const { page, context, close } = await visitBeforeReact()
    await away(context, true)
    const form = quoteForm(page)
    await form.fillIn(email)
    await form.send()
    await page.getByText('Not sent yet').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(received)
    expect(await form.field('email').inputValue()).toBe(email)
    expect(await leadsOf(email)).toEqual([])
    const posts = postsOf(page)
    await page.waitForTimeout(3_200) // The server measures by its own clock how long the form was open.
    await away(context, false)
    await page.getByRole('heading', { name: received }).waitFor()
    // As without script in browsers that remember that React could not be had.
    expect(posts).toHaveLength(1)
    expect(await leadsOf(email)).toHaveLength(1)
    await close()
  },
)

test('in a network that answers everything with its sign-in page, a press before React is not posted there', async () => {
  const { page, context, close } = await visitBeforeReact()
  const portal = { contentType: 'text/html', body: '<title>Free Wi-Fi</title>Sign in to use our Wi-Fi' }
  expectErrors(/^Failed to load module script: .*"text\/html"/)
  await context.route('**', (route) => route.fulfill(portal))
  const posts = postsOf(page)
  const email = uniqueEmail()
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByText('Not sent yet').waitFor()
  expect([posts, await form.field('email').inputValue()]).toEqual([[], email])
  await close()
})

test('where React cannot be had and the server answers, the form is posted as without script', async () => {
  expectErrors(cut)
  const email = uniqueEmail()
  const { page, context, close } = await visitBeforeReact()
  await context.route(react, (route) => route.abort())
  const form = quoteForm(page)
  await form.fillIn(email)
  const posts = postsOf(page)
  await page.waitForTimeout(3_200) // The server measures by its own clock how long the form was open.
  await form.send()
  await page.getByRole('heading', { name: received }).waitFor()
  expect(posts).toEqual(['/'])
  expect(await leadsOf(email)).toHaveLength(1)
  await close()
})

test('what was typed before React is there again after a reload, and goes on as one request', async () => {
  expectErrors(cut)
  const email = uniqueEmail()
  const { page, context, close } = await visitBeforeReact()
  await context.route(react, (route) => route.abort())
  const form = quoteForm(page)
  await form.fillIn(email)
  await expect.poll(() => storedAnswer(page, 'additionalInfo')).toBe('The gate is narrow.')
  await context.unroute(react)
  await page.reload()
  await expect.poll(() => form.field('email').inputValue()).toBe(email)
  await form.send()
  await page.getByRole('heading', { name: received }).waitFor()
  expect(await leadsOf(email)).toHaveLength(1)
  await close()
})

test('a quote that waits is sent without React', async () => {
  expectErrors(offlineErrors, cut)
  const email = uniqueEmail()
  const { page, context, close } = await visit()
  await context.route('**/api/quote', (route) => route.abort())
  const form = quoteForm(page)
  await form.fillIn(email)
  await form.send()
  await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
  await context.route(react, (route) => route.abort())
  await context.unroute('**/api/quote')
  await page.goto('/about')
  await expect.poll(() => leadsOf(email)).toHaveLength(1)
  expect(await page.evaluate(() => Object.keys(document.getElementById('root') ?? {}))).toEqual([])
  await close()
})

const storedAnswer = (page: Page, name: string) =>
  page.evaluate(
    (field) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('kerbside-drafts')
        opening.onerror = reject
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').get('/')
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as { answers: Record<string, string> } | undefined)?.answers[field])
          }
        }
      }),
    name,
  )
