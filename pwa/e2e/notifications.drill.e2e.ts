import type { BrowserContext, Page } from 'playwright-core'
import {
  claimsOf,
  newBrowser,
  startPushService,
  usePushServices,
  type ReceivedPush,
} from '@kerbside/schema/testing/push-service'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { postQuote, uniqueEmail } from './testing/quote-form.ts'
import { desktop, readyForOffline, siteUrl, useBrowser } from './testing/site.ts'
import { leadsOf, manager } from './testing/staff-api.ts'
import { signInByForm } from './testing/staff-screens.ts'

// The push services of browsers cannot be reached from here. The page gets a subscription at one of the test's own, whose
// keys the test has; permission, service worker and notification are the browser's.

const { visit } = useBrowser({ offline: true, whole: true })
usePushServices()

type Subscription = ReturnType<typeof newBrowser>['subscription']

/** Replaces `PushManager.subscribe` and `getSubscription` alone. */
const stubPushManager = ({ endpoint, p256dh, auth }: Subscription) => {
  const storage = 'e2e-subscribed'
  const made = (key: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(key), (char) => char.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem(storage)
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    subscribe: async (options: { applicationServerKey: Uint8Array }) => {
      const key = btoa(String.fromCharCode(...options.applicationServerKey))
      localStorage.setItem(storage, key)
      return made(key)
    },
    getSubscription: async () => {
      const key = localStorage.getItem(storage)
      return key === null ? null : made(key)
    },
  })
}

async function staffPage({ permitted }: { permitted: boolean }, options: object = {}) {
  const service = await startPushService()
  const browser = newBrowser(service.origin)
  const { page, context, close } = await visit('/', options)
  await readyForOffline(page)
  await context.addInitScript(stubPushManager, browser.subscription)
  if (permitted) await context.grantPermissions(['notifications'], { origin: siteUrl() })
  await page.goto('/login')
  await signInByForm(page, manager)
  return { service, browser, page, context, close }
}

async function openSection(page: Page) {
  await page.getByRole('button', { name: 'Your sessions' }).click()
  const section = page.getByRole('region', { name: 'Notifications on this device' })
  await section.waitFor()
  return section
}

async function onlyPush({ pushes }: { pushes: ReceivedPush[] }): Promise<ReceivedPush> {
  await expect.poll(() => pushes.length).toBe(1)
  return pushes[0] as ReceivedPush
}

async function turnOff(page: Page): Promise<void> {
  const section = await openSection(page)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByText('Off', { exact: true }).waitFor()
}

/** Has the real service worker get a push, as the browser's push service would deliver it. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first) resolve(first.registrationId)
    })
    void devtools.send('ServiceWorker.enable')
  })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: siteUrl(), registrationId, data })
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })

test('a manager turns notifications on; a new lead is pushed within seconds, shown, and a press opens it', async () => {
  const { service, browser, page, context, close } = await staffPage({ permitted: true })
  const section = await openSection(page)
  await section.getByText('Off', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('On', { exact: true }).waitFor()
  await section.getByRole('checkbox', { name: 'Quiet hours' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  const email = uniqueEmail()
  const sentAt = Date.now()
  await postQuote({ email })
  const push = await onlyPush(service)
  // Three seconds are promised on a machine that does nothing else.
  const seconds = (push.at.getTime() - sentAt) / 1_000
  expect(seconds).toBeLessThan(30)
  const [lead] = await leadsOf(email)
  const message = browser.read(push)
  expect(message).toMatchObject({ title: 'New lead', url: `/manager/leads/${lead?.id}` })
  const key = await page.evaluate(() => localStorage.getItem('e2e-subscribed'))
  expect(claimsOf(push, Buffer.from(key ?? '', 'base64').toString('base64url'))).toMatchObject({ aud: service.origin })

  await deliver(context, page, JSON.stringify(message))
  await expect
    .poll(() => notifications(page))
    .toEqual([{ title: 'New lead', body: message['body'], tag: message['tag'], data: { url: message['url'] } }])
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent: (event: Event) => void
    }
    const [notification] = await scope.registration.getNotifications()
    const event = new Event('notificationclick')
    scope.dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }))
  })
  await page.waitForURL(`**/manager/leads/${lead?.id}`)
  await expect.poll(() => notifications(page)).toEqual([])
  await turnOff(page)
  await close()
})

test('what is chosen is kept, other devices are listed and removed, and turning off ends it', async () => {
  const { page, close } = await staffPage({ permitted: true }, desktop)
  const other = await staffPage({ permitted: true })
  const theirs = await openSection(other.page)
  await theirs.getByRole('button', { name: 'Turn on' }).click()
  await theirs.getByText('On', { exact: true }).waitFor()

  const section = await openSection(page)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('checkbox', { name: 'A new lead has come in' }).uncheck()
  await section.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await section.getByLabel('From', { exact: true }).fill('21:30')
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notifications saved').waitFor()
  await page.reload()
  const again = await openSection(page)
  expect(await again.getByRole('checkbox', { name: 'A new lead has come in' }).isChecked()).toBe(false)
  expect(await again.getByLabel('From', { exact: true }).inputValue()).toBe('21:30')

  await again.getByRole('button', { name: /^Remove notifications on / }).click()
  await again.getByText('Your other devices').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close' }).click()
  await turnOff(page)
  expect(await page.evaluate(() => localStorage.getItem('e2e-subscribed'))).toBeNull()
  await other.close()
  await close()
})

test('a test reaches the device, also in its quiet hours', async () => {
  const { service, browser, page, close } = await staffPage({ permitted: true })
  const section = await openSection(page)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('checkbox', { name: 'Quiet hours' }).check()
  await section.getByLabel('From', { exact: true }).fill('00:00')
  await section.getByLabel('To', { exact: true }).fill('23:59')
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notifications saved').waitFor()
  await section.getByRole('button', { name: 'Send a test' }).click()
  expect(browser.read(await onlyPush(service))).toMatchObject({ title: 'Notifications work' })
  await page.getByRole('button', { name: 'Close' }).click()
  await turnOff(page)
  await close()
})

test('without permission nothing is asked before a press and nothing is shown; a push of nobody’s making is shown all the same', async () => {
  const { page, context, close } = await staffPage({ permitted: false })
  await page.evaluate(() => {
    Notification.requestPermission = async () => {
      document.title = 'asked'
      return 'denied'
    }
  })
  const section = await openSection(page)
  await section.getByRole('button', { name: 'Turn on' }).waitFor()
  expect(await page.title()).not.toBe('asked')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByText('Your browser was not allowed to show notifications.').waitFor()
  expect(await page.title()).toBe('asked')
  await deliver(context, page, '{}')
  expect(await notifications(page)).toEqual([])

  await context.grantPermissions(['notifications'], { origin: siteUrl() })
  await deliver(context, page, 'no json')
  await expect.poll(() => notifications(page)).toMatchObject([{ title: 'Kerbside' }])
  await close()
})
