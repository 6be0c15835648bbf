import { readFileSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import type { Lane } from '../../../tools/testing/e2e-system.ts'

const variable = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with npm test`)
  return value
}

/** The system that the journeys of this process have to themselves; see tools/testing/e2e-system.ts. */
export function lane(): Lane {
  const lanes = JSON.parse(variable('KERBSIDE_LANES')) as Lane[]
  const own = lanes[Number(variable('VITEST_POOL_ID')) - 1]
  if (!own) throw new Error('more processes than lanes')
  return own
}

export const siteUrl = () => lane().url
export const inboxUrl = () => lane().inboxUrl
export const mongoUri = () => lane().mongoUri

/** Ends the api as a crash would. What runs it starts it again half a second later; the test ends once it is ready. */
export function killApi(): void {
  const isReady = async () => (await fetch(`${siteUrl()}/readyz`).catch(() => null))?.ok === true
  onTestFinished(async () => {
    await expect.poll(isReady).toBe(true)
  })
  const { pid } = JSON.parse(readFileSync(lane().apiPidFile, 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
}

export const desktop = { viewport: { width: 1280, height: 860 }, hasTouch: false, isMobile: false } as const
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const launching = (program: string) => ({
  executablePath: program,
  args: [...args, '--disable-component-update', '--disable-sync'],
})

/** Milliseconds. Below the time of a test, so that a failure says which step did not come to its end. */
const longestStep = 45_000

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

/** Collects uncaught errors, console errors and violations of the content security policy, which Chromium reports there too. */
function watch(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(longestStep)
  context.on('weberror', (error) => reported.push(`Uncaught ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') reported.push(`${message.text()} (${message.location().url})`)
  })
  return context
}

/** What a failed test left on its screens, as a screen reader finds it. */
async function printPages(contexts: BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error))
    process.stdout.write(`On the screen, ${page.url()}:\n${shown.slice(0, 4_000)}\n`)
  }
}

function failOnErrors(): void {
  const unexpected = reported.filter((text) => !expected.some((pattern) => pattern.test(text)))
  reported = []
  expected = []
  expect(unexpected, 'errors that a browser reported').toEqual([])
}

export type Visit = { page: Page; context: BrowserContext; close: () => Promise<void> }

/** By their programs, for all files of the process, whose end is theirs. */
const browsers = new Map<string, Browser>()

async function launch(program: string): Promise<Browser> {
  const browser = browsers.get(program) ?? (await chromium.launch(launching(program)))
  browsers.set(program, browser)
  return browser
}

/**
 * Each visit is a device of its own, with an empty phone and its own storage, in Chromium's quick form for tests.
 * `offline`: the service worker is installed, which takes a third of the time of a visit. `whole`: in the browser with a
 * window, as people have it.
 */
export function useBrowser({ offline = false, whole = false } = {}) {
  let browser: Browser | null = null
  beforeAll(async () => void (browser = await launch(variable(whole ? 'CHROMIUM' : 'CHROMIUM_QUICK'))))
  afterAll(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []))
  const opened = new Set<BrowserContext>()
  beforeEach(() => opened.clear())
  // What a failed test left open would go on reporting errors, and the next test would be blamed for them.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await printPages([...opened])
      await Promise.all([...opened].map((context) => context.close()))
    }
    failOnErrors()
  })
  const quick = { reducedMotion: 'reduce', serviceWorkers: offline ? 'allow' : 'block' } as const
  return {
    async visit(path = '/', options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
      if (!browser) throw new Error('the browser is not running yet')
      const context = watch(await browser.newContext({ ...phone, ...quick, baseURL: siteUrl(), ...options }))
      opened.add(context)
      await context.addInitScript(openForLong)
      const page = await context.newPage()
      await page.goto(path)
      return { page, context, close: () => context.close() }
    },
  }
}

/** A phone that can be switched off and on again: its storage stays in `folder`. */
export async function switchOn(folder: string, { whole = false } = {}): Promise<Visit> {
  const program = variable(whole ? 'CHROMIUM' : 'CHROMIUM_QUICK')
  const options = { ...launching(program), ...phone, baseURL: siteUrl() }
  const context = watch(await chromium.launchPersistentContext(folder, options))
  await context.addInitScript(openForLong)
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, context, close: () => context.close() }
}

/** Sent earlier than three seconds after the form was shown, a quote counts as spam (docs/specification.md, 4). */
export function openForLong(): void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + 10_000
}

/** Ends `setOffline`, and waits until requests arrive: the browser says it is online a moment before that is so. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.waitForFunction(() =>
    fetch('/readyz')
      .then(({ ok }) => ok)
      .catch(() => false),
  )
}

/** Waits until React has taken the server's document over: at a touch, a key or a focus, or once the form is near. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))

/** Waits until the service worker has cached what the site needs without a network, and has taken over. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    // "Ready" is when it begins to take over: until that is done, it deletes the page caches that others have made.
    while (active?.state === 'activating') await new Promise((resolve) => setTimeout(resolve, 50))
    // The worker is active before the first page is cached.
    while (!(await caches.match(location.origin + '/'))) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}
