import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptOfStaff, nothingKept, signInOnOwnDevice } from './testing/own-device.ts'
import { answered, expectErrors, offlineErrors, readyForOffline, useBrowser } from './testing/site.ts'
import { manager } from './testing/staff-api.ts'
import { signIn } from './testing/staff-screens.ts'

const { visit } = useBrowser({ offline: true })
/** Opens the newest lead from the list; its name and path. */
async function openFirstLead(page: Page): Promise<{ name: string; path: string }> {
  await page.goto('/manager/leads')
  const link = page.getByRole('region', { name: 'Leads' }).getByRole('link', { name: /^KB-/ }).first()
  await link.click()
  await page.waitForURL(/\/manager\/leads\/\d+$/)
  const name = await page.getByRole('region', { name: 'Contact' }).getByRole('heading', { level: 2 }).innerText()
  return { name, path: new URL(page.url()).pathname }
}

test('on an own device the list and an opened lead open without a network, marked with their age', async () => {
  expectErrors(offlineErrors)
  const { page, context, close } = await visit()
  await signInOnOwnDevice(page)
  const dashboard = () => page.getByRole('main').innerText()
  await expect.poll(dashboard).toMatch(/Total Leads\s+\d/)
  // The figures, the tasks and the weeks: an answer is shown before it is kept.
  await expect.poll(async () => (await keptOfStaff(page)).copies).toBeGreaterThanOrEqual(3)
  const { name, path } = await openFirstLead(page)
  // What the list and the lead showed is kept too.
  await expect.poll(async () => (await keptOfStaff(page)).copies).toBeGreaterThanOrEqual(7)
  await context.setOffline(true)
  for (const each of ['/manager/leads', path]) {
    await page.goto(each)
    await page.getByText(name).first().waitFor()
    await page
      .getByText(/^Offline — as of \d\d:\d\d$/)
      .first()
      .waitFor()
  }
  // Nobody has opened this one.
  await page.goto('/manager/leads')
  const others = page.getByRole('region', { name: 'Leads' }).getByRole('link', { name: /^KB-/ })
  await others.nth(1).click()
  await page.getByText('This is what the list knows. The rest of the lead needs a connection.').waitFor()
  await page.getByText('This needs a connection: it is not kept on this device.').waitFor()
  await page.reload()
  await page.getByText('This is what the list knows. The rest of the lead needs a connection.').waitFor()
  await page.goto('/manager')
  await expect.poll(dashboard).toMatch(/Total Leads\s+\d/)
  const reports = page.getByRole('region', { name: 'Reports' })
  await reports.getByText('This needs a connection: it is not kept on this device.').waitFor()
  await close()
})

test('what an own device keeps goes with the log-out', async () => {
  const { page, close } = await visit()
  await signInOnOwnDevice(page)
  const { name } = await openFirstLead(page)
  await expect.poll(async () => (await keptOfStaff(page)).text?.length).toBeGreaterThan(3_000)
  const kept = await keptOfStaff(page)
  expect(kept.paths).toContain('/login')
  expect(kept.text).toContain(name)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => keptOfStaff(page)).toEqual(nothingKept)
  await close()
})

test('a session that the server has ended takes what the device keeps with it, but not the queue of quotes', async () => {
  expectErrors(answered(401, '/'))
  const { page, context, close } = await visit()
  await signInOnOwnDevice(page)
  await openFirstLead(page)
  await expect.poll(async () => (await keptOfStaff(page)).text?.length).toBeGreaterThan(3_000)
  await context.clearCookies()
  // The next start of the app comes to storing its screens only after the session has ended.
  await page.addInitScript(() => {
    window.requestIdleCallback = (callback) => {
      addEventListener('idle-now', () => callback({ didTimeout: true, timeRemaining: () => 0 }))
      return 0
    }
  })
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('unauth') ?? '{}') as object
    localStorage.setItem('unauth', JSON.stringify({ ...session, token: 'ended' }))
  })
  await page.reload()
  await page.waitForURL('**/login')
  await page.getByText('Your session has ended. Please sign in again.').waitFor()
  await expect.poll(() => keptOfStaff(page)).toEqual(nothingKept)
  await page.evaluate(() => dispatchEvent(new Event('idle-now')))
  await page.waitForTimeout(1_500)
  expect(await keptOfStaff(page)).toEqual(nothingKept)
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases).toContain('kerbside-outbox')
  await close()
})

test('without the tick nothing of staff is kept, and a page says that it needs a connection', async () => {
  expectErrors(offlineErrors)
  const { page, context, close } = await visit()
  await readyForOffline(page)
  await page.goto('/login')
  await signIn(page, manager)
  await openFirstLead(page)
  expect(await keptOfStaff(page)).toEqual(nothingKept)
  await context.setOffline(true)
  expectErrors(answered(503, '/manager'))
  await page.goto('/manager/leads')
  await page.getByRole('heading', { name: 'This page needs a connection' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Leads' }).waitFor()
  await close()
})
