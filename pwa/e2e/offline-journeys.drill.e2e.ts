import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { cutOff, failing, openGateway, reply, type Passing } from './testing/gateway.ts'
import { submitQuote } from './testing/quote-form.ts'
import { apiAwayErrors, expectErrors, readyForOffline, switchOn, useBrowser } from './testing/site.ts'
import { expectOneLeadEach, storedQuotes, storeQuotes } from './testing/stored-quotes.ts'

const { visit } = useBrowser({ offline: true })
const notSent = 'Saved on this phone — not sent yet'
const received = 'We have your request'
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Ends the browser as a phone's system ends one that it wants the memory of. */
async function kill(page: Page, context: BrowserContext): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Browser.crash').catch(() => {}) // nobody is left to answer
  await closed
}

test('the browser is killed while a quote waits: the next start sends it, once', async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  gateway.onQuote = failing(503)
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const before = await switchOn(folder)
  await before.page.goto(gateway.url)
  await readyForOffline(before.page)
  const email = await submitQuote(before.page)
  await heading(before.page, notSent).waitFor()
  await kill(before.page, before.context)

  gateway.onQuote = null
  gateway.quotes.length = 0
  const after = await switchOn(folder)
  await after.page.goto(`${gateway.url}/thank-you`)
  await heading(after.page, received).waitFor()
  expect(gateway.triesOf([email])).toEqual([1])
  await expectOneLeadEach([email])
  await after.close()
})

test('Background Sync sends what waits with no page open', async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  gateway.onQuote = failing(503)
  const { page, context, close } = await visit(gateway.url)
  await readyForOffline(page)
  const email = await submitQuote(page)
  await heading(page, notSent).waitFor()
  const other = await context.newPage()
  const devtools = await context.newCDPSession(other)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(gateway.url))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await page.close()

  gateway.onQuote = null
  gateway.quotes.length = 0
  const sync = { origin: gateway.url, registrationId, tag: 'kerbside-outbox', lastChance: false }
  await devtools.send('ServiceWorker.dispatchSyncEvent', sync)
  await expect.poll(() => gateway.triesOf([email])).toEqual([1])
  await other.goto(`${gateway.url}/thank-you`)
  await heading(other, received).waitFor()
  await expectOneLeadEach([email])
  await close()
})

test('leaving the page in the middle of sending makes one lead', async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  gateway.onQuote = async (passing) => {
    const answer = await passing.forward()
    await held
    reply(passing, answer)
  }
  const { page, close } = await visit(gateway.url)
  const sending = submitQuote(page)
  await expect.poll(() => gateway.quotes.length).toBe(1)
  const email = await sending
  await page.goto(`${gateway.url}/thank-you`)
  release()
  await heading(page, received).waitFor()
  expect(new Set(gateway.quotes.map((quote) => quote.submission_id)).size).toBe(1)
  await expectOneLeadEach([email])
  await close()
})

test('an answer that comes after the phone has given up is asked for again, and makes one lead', async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  let isLate = true
  gateway.onQuote = async (passing) => {
    const answer = await passing.forward()
    if (isLate) await new Promise((resolve) => passing.response.on('close', resolve))
    else reply(passing, answer)
  }
  const { page, context, close } = await visit(`${gateway.url}/robots.txt`)
  // The half minute that a request may take is three seconds here.
  await context.addInitScript(() => {
    const after = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => after(milliseconds / 10)
  })
  await page.goto(gateway.url)
  const email = await submitQuote(page)
  await heading(page, notSent).waitFor()
  await expectOneLeadEach([email])
  isLate = false
  await heading(page, received).waitFor({ timeout: 120_000 })
  expect(gateway.triesOf([email])[0]).toBeGreaterThan(1)
  await expectOneLeadEach([email])
  await close()
})

const manyQuotes = 20
test(`${manyQuotes} quotes and a server that comes and goes every second: none lost, none doubled`, async () => {
  expectErrors(apiAwayErrors)
  const gateway = await openGateway()
  const started = Date.now()
  const isAway = () => Math.floor((Date.now() - started) / 1_000) % 2 === 0
  let sent = 0
  gateway.onQuote = async (passing: Passing) => {
    if (isAway()) return cutOff(passing)
    const answer = await passing.forward()
    // Every fifth answer is lost after the lead was made.
    sent += 1
    if (sent % 5 === 0) cutOff(passing)
    else reply(passing, answer)
  }
  const { page, close } = await visit(`${gateway.url}/thank-you`)
  await readyForOffline(page)
  const emails = await storeQuotes(page, manyQuotes)
  await page.reload()
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        return storedQuotes(page)
      },
      { interval: 300, timeout: 120_000 },
    )
    .toBe(0)
  await heading(page, received).waitFor()
  await expectOneLeadEach(emails)
  await close()
})
