import { readFileSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

const address = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with npm test`)
  return value
}

/** Where the run's own system answers; see tools/testing/e2e-system.ts. */
export const siteUrl = () => address('KERBSIDE_URL')
export const inboxUrl = () => address('KERBSIDE_INBOX_URL')
export const mongoUri = () => address('KERBSIDE_MONGODB_URI')
export const redisUrl = () => address('KERBSIDE_REDIS_URL')

/** Ends the api as a crash would. What runs it starts it again half a second later. */
export function killApi(): void {
  const { pid } = JSON.parse(readFileSync(address('KERBSIDE_API_PID_FILE'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
}

export const desktop = { viewport: { width: 1280, height: 860 }, hasTouch: false, isMobile: false } as const
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const launching = () => ({
  executablePath: address('CHROMIUM'),
  args: [...args, '--disable-component-update', '--disable-sync'],
})

/** What browsers reported since the last test, and which of it the running test means to cause. */
let reported: string[] = []
let expected: RegExp[] = []

/** Names errors that this test causes on purpose; any other one fails it. */
export function expectErrors(...patterns: RegExp[]): void {
  expected.push(...patterns)
}

/** Chromium reports every answer from 400 up as an error, whatever the page makes of it. */
export const answered = (status: number, path: string) =>
  new RegExp(`^Failed to load resource: the server responded with a status of ${status} .*${path}`)

/** Requests while the api is away or just starting, and streams that end with it. */
export const apiAwayErrors = /^Failed to load resource: (net::ERR_|the server responded with a status of 503)/

/** Requests without a network, and those that the service worker or the test itself ends. */
export const offlineErrors = /^Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED) /

/** Uncaught errors, console errors and violations of the content security policy, which Chromium reports there too. */
function watch(context: BrowserContext): BrowserContext {
  context.on('weberror', (error) => reported.push(`Uncaught ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') reported.push(`${message.text()} (${message.location().url})`)
  })
  return context
}

function failOnErrors(): void {
  const unexpected = reported.filter((text) => !expected.some((pattern) => pattern.test(text)))
  reported = []
  expected = []
  expect(unexpected, 'errors that a browser reported').toEqual([])
}

export type Visit = { page: Page; context: BrowserContext; close: () => Promise<void> }

/** One browser for the file; each visit is a device of its own, with an empty phone and its own storage. */
export function useBrowser() {
  let browser: Browser
  beforeAll(async () => void (browser = await chromium.launch(launching())))
  afterAll(() => browser.close())
  afterEach(failOnErrors)
  return {
    async visit(path = '/', options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
      const context = watch(await browser.newContext({ ...phone, baseURL: siteUrl(), ...options }))
      const page = await context.newPage()
      await page.goto(path)
      return { page, context, close: () => context.close() }
    },
  }
}

/** A phone that can be switched off and on again: its storage stays in `folder`. */
export async function switchOn(folder: string): Promise<Visit> {
  const options = { ...launching(), ...phone, baseURL: siteUrl() }
  const context = watch(await chromium.launchPersistentContext(folder, options))
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, context, close: () => context.close() }
}

/** Waits until the service worker has cached what the site needs without a network. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    // The worker is active before the first page is cached.
    while (!(await caches.match(location.origin + '/'))) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
