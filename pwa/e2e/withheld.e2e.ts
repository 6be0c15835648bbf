import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mobileOf, quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { desktop, expectErrors, switchOn, takenOver, useBrowser } from './testing/site.ts'
import { sendSignIn } from './testing/staff-screens.ts'
import { admin, leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })
const received = 'We have your request'
/** Milliseconds from the press to the answer, at most. */
const soon = 5_000

const blocked = "throw Object.assign(new Error('Blocked'), { name: 'SecurityError' })"
const getterThrows = (owner: string, name: string) =>
  `Object.defineProperty(${owner}, '${name}', { configurable: true, get() { ${blocked} } })`
const missing = (owner: string, name: string) =>
  `Object.defineProperty(${owner}, '${name}', { configurable: true, value: undefined })`
/** Every method of a class answers with this. */
const answers = (type: string, answer: string) =>
  `for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(${type}.prototype)))
    if (typeof value === 'function' && !['constructor', 'startMessages'].includes(name)) ${type}.prototype[name] = () => ${answer}`
const rejected = "Promise.reject(new DOMException('No', 'NotAllowedError'))"
const silence = 'new Promise(() => {})'

/** How a browser withholds each facility, as a script that runs before the page's own. */
const facilities: Record<string, Record<string, string>> = {
  'local storage': {
    throws: getterThrows('globalThis', 'localStorage'),
    missing: missing('globalThis', 'localStorage'),
    'throws when full': "Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }",
  },
  'session storage': {
    throws: getterThrows('globalThis', 'sessionStorage'),
    missing: missing('globalThis', 'sessionStorage'),
  },
  IndexedDB: {
    throws: `IDBFactory.prototype.open = () => { ${blocked} }`,
    missing: missing('globalThis', 'indexedDB'),
    rejects: `{ const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (name) {
        const request = open.call(this, 'broken ' + name, 1)
        request.addEventListener('upgradeneeded', (event) => {
          event.stopImmediatePropagation()
          request.transaction.abort()
        })
        return request
      } }`,
    'is silent when opened': `{ const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given)
        request.addEventListener = () => {}
        return request
      } }`,
    'is silent when written': `{ const { transaction } = IDBDatabase.prototype
      IDBDatabase.prototype.transaction = function (...given) {
        const made = transaction.apply(this, given)
        made.addEventListener = () => {}
        return made
      } }`,
  },
  caches: {
    throws: getterThrows('globalThis', 'caches'),
    missing: missing('globalThis', 'caches'),
    rejects: answers('CacheStorage', rejected),
    'is silent': answers('CacheStorage', silence),
  },
  locks: {
    throws: getterThrows('Navigator.prototype', 'locks'),
    missing: missing('Navigator.prototype', 'locks'),
    rejects: answers('LockManager', rejected),
    'is silent': answers('LockManager', silence),
  },
  'service worker': {
    throws: getterThrows('Navigator.prototype', 'serviceWorker'),
    missing: missing('Navigator.prototype', 'serviceWorker'),
    rejects: answers('ServiceWorkerContainer', rejected),
    'is silent': answers('ServiceWorkerContainer', silence),
  },
  channel: {
    throws: `globalThis.BroadcastChannel = class { constructor() { ${blocked} } }`,
    missing: missing('globalThis', 'BroadcastChannel'),
  },
  notifications: {
    throws: getterThrows('globalThis', 'Notification'),
    missing: missing('globalThis', 'Notification'),
  },
  'random ids': { missing: missing('Crypto.prototype', 'randomUUID') },
  'storage manager': {
    throws: getterThrows('Navigator.prototype', 'storage'),
    missing: missing('Navigator.prototype', 'storage'),
    rejects: answers('StorageManager', rejected),
    'is silent': answers('StorageManager', silence),
  },
}

const longest = Math.max(...Object.values(facilities).map((ways) => Object.keys(ways).length))

/** Browsers that withhold every facility, each in another way: together they have each way of each. */
const browsers = Array.from({ length: longest }, (_, number) => {
  const chosen = Object.entries(facilities).map(([facility, ways], place) => {
    const all = Object.entries(ways)
    const [way = '', script = ''] = all[(place + number) % all.length] ?? []
    return { text: `${facility} ${way}`, script }
  })
  return [chosen.map(({ text }) => text).join(', '), chosen.map(({ script }) => script).join(';\n')] as const
})

const typed = { first_name: 'Aoife', last_name: 'Byrne', postcode: 'SW1A 1AA' }

/** What other journeys type is not what this is about. */
const fillInAtOnce = (page: Page, email: string) =>
  page.evaluate(
    (answers) => {
      const form = document.querySelector<HTMLFormElement>('form.quote__form')
      for (const control of form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? []) {
        const answer = answers[control.name as keyof typeof answers]
        if (control instanceof HTMLSelectElement) control.selectedIndex = 1
        else if (control.type === 'radio') control.checked = true
        else if (answer !== undefined) control.value = answer
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },
    { ...typed, email, mobile: mobileOf(email) },
  )

/** Sends the form once: received within five seconds, by one request, as one lead. */
async function expectSentOnce(page: Page, context: BrowserContext): Promise<void> {
  const email = uniqueEmail()
  const posts: string[] = []
  context.on('request', (request) => request.url().endsWith('/api/quote') && posts.push(request.method()))
  await page.locator('#quote-form').scrollIntoViewIfNeeded()
  await takenOver(page)
  await fillInAtOnce(page, email)
  await quoteForm(page).send()
  await page.getByRole('heading', { name: received }).waitFor({ timeout: soon })
  expect(posts).toEqual(['POST'])
  expect(await leadsOf(email)).toHaveLength(1)
}

test.each(browsers)('where %s: a quote is sent once, and staff sign in and work', async (_ways, script) => {
  const { page, context, close } = await visit('/robots.txt', desktop)
  await context.addInitScript({ content: script })
  await page.goto('/')
  await expectSentOnce(page, context)
  await page.goto('/login')
  await sendSignIn(page, admin)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('link', { name: 'Lead Management' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await close()
})

test('in a browser that blocks site data a quote is sent, and the form says before that nothing is saved', async () => {
  expectErrors(/Access to storage is not allowed/)
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-blocked-'))
  await mkdir(join(folder, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const { page, context, close } = await switchOn(folder, { whole: true })
  await page.goto('/')
  await page.locator('#quote-form').scrollIntoViewIfNeeded()
  await page.getByText('This browser does not save what you type').waitFor()
  await expectSentOnce(page, context)
  await page.goto('/login')
  await page.getByLabel('Email').waitFor()
  await close()
  await rm(folder, { recursive: true, force: true })
})

test('in a page that was translated before React came, what is typed goes on, with its focus', async () => {
  expectErrors(/Minified React error #418/)
  const { page, context, close } = await visit('/robots.txt')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await context.route('**/assets/render-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('script, style')) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
  })
  const field = quoteForm(page).field('first_name')
  await field.focus()
  await page.keyboard.type('Al')
  release()
  for (const letter of 'exandraZoe') await page.keyboard.type(letter, { delay: 60 })
  await takenOver(page)
  expect(await field.inputValue()).toBe('AlexandraZoe')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer-first_name')
  await expectSentOnce(page, context)
  await close()
})
