import { seed } from '@kerbside/schema/testing/drill'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cutOff, failing, openGateway, type Passing } from './testing/gateway.ts'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, readyForOffline, useBrowser } from './testing/site.ts'
import { storedQuotes } from './testing/stored-quotes.ts'
import { leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })
const phones = 6
const atOnce = 3

/** What the server does with quotes. `silent`: it takes them, and its answer never comes. */
const servers: Record<string, ((passing: Passing) => unknown) | null> = {
  'server well': null,
  'server fails': failing(500),
  'server silent': async ({ forward }) => void (await forward()),
  'answer cut off': async (passing) => {
    await passing.forward()
    cutOff(passing)
  },
}
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('submit') },
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(servers)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('go offline', 'come back', 'type', 'close', 'reload', 'second tab', 'update'),
  },
)
const schedule = fc.array(step, { minLength: 5, maxLength: 12 })

/** Nobody waits for what a phone without a network, or a page that was closed, cannot do any more. */
const ifItCan = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

/** A phone, its homeowner and the server that it reaches. */
async function openPhone() {
  const gateway = await openGateway()
  let build = 0
  gateway.onRequest = async ({ path, request, response, forward }) => {
    if (path !== '/service-worker.js') return false
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete request.headers[name]
    const { status, headers, body } = await forward()
    delete headers['content-length']
    response.writeHead(status, headers).end(`${body.toString()}\n// release ${build}`)
    return true
  }
  const { page: first, context, close } = await visit(gateway.url)
  context.setDefaultTimeout(5_000)
  await readyForOffline(first)
  await first.reload()
  const settled: string[] = []
  const pressed: string[] = []
  let pages = [first]

  async function open(): Promise<Page> {
    const page = await context.newPage()
    pages.push(page)
    await ifItCan(page.goto(gateway.url))
    return page
  }
  async function submit(page: Page): Promise<void> {
    if (new URL(page.url()).pathname !== '/') await ifItCan(page.goto(gateway.url))
    const email = uniqueEmail()
    const form = quoteForm(page)
    await form.fillIn(email)
    pressed.push(email)
    await form.button.click()
    const told = page.getByRole('heading', { name: /^(Saved on this phone — not sent yet|We have your request)$/ })
    await told.waitFor({ timeout: 2_000 })
    settled.push(email)
  }
  async function act(what: string): Promise<void> {
    if (what in servers) return void (gateway.onQuote = servers[what] ?? null)
    if (what === 'go offline' || what === 'come back') return context.setOffline(what === 'go offline')
    if (what === 'second tab') return void (await open())
    const page = pages.at(-1) ?? (await open())
    if (what === 'submit') return void (await ifItCan(submit(page)))
    if (what === 'type') return void (await ifItCan(quoteForm(page).field('email').fill(uniqueEmail())))
    if (what === 'reload') return void (await ifItCan(page.reload()))
    if (what === 'close') {
      pages = pages.filter((each) => each !== page)
      return page.close()
    }
    build += 1
    await ifItCan(page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update())))
    await ifItCan(page.getByRole('button', { name: 'Update' }).click({ timeout: 1_000 }))
  }

  return {
    act,
    pressed,
    settled,
    /** Nobody is told more than is so: where there is no network, the list shows all that is stored on the phone. */
    async expectListed(): Promise<void> {
      await context.setOffline(true)
      const page = await open()
      await page.goto(`${gateway.url}/thank-you`)
      const waiting = await storedQuotes(page)
      await expect.poll(() => page.locator('.queue__entry').count()).toBe(waiting)
    },
    async expectAllStored(): Promise<void> {
      gateway.onQuote = null
      await context.setOffline(false)
      const page = await open()
      await page.goto(`${gateway.url}/thank-you`)
      await expect.poll(() => storedQuotes(page)).toBe(0)
      for (const email of settled) expect([email, (await leadsOf(email)).length]).toEqual([email, 1])
      for (const email of pressed) expect((await leadsOf(email)).length).toBeLessThanOrEqual(1)
      await close()
    },
  }
}

async function live(steps: readonly string[]): Promise<number> {
  const phone = await openPhone()
  try {
    for (const what of steps) await phone.act(what)
    await phone.expectListed()
    await phone.expectAllStored()
  } catch (error) {
    throw new Error(`After ${steps.join(', ')}`, { cause: error })
  }
  return phone.settled.length
}

test('in Chromium, too, each quote that was submitted is stored once, whatever happens in between', async () => {
  expectErrors(/Failed to load resource/, /service-worker\.js/)
  const schedules = fc.sample(schedule, { seed, numRuns: phones })
  const submitted: number[] = []
  const inTurn = async () => {
    for (let next = schedules.pop(); next; next = schedules.pop()) submitted.push(await live(next))
  }
  await Promise.all(Array.from({ length: atOnce }, inTurn))
  expect(submitted.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(phones / 2)
})
