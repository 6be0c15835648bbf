import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { quoteForm, uniqueEmail } from './testing/quote-form.ts'
import { readyForOffline, siteUrl, switchOn } from './testing/site.ts'
import { admin, manager } from './testing/staff-api.ts'
import { signIn, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages({ offline: true, whole: true })

/** A phone of its own: Chromium installs nothing from a private window. */
async function aPhone(): Promise<Page> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-install-'))
  const { page, close } = await switchOn(folder, { whole: true })
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return page
}

/** What Chromium itself makes of the page as an app. */
async function asApp(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, data = '{}' } = await devtools.send('Page.getAppManifest')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  await devtools.detach()
  const reasons = installabilityErrors.map(({ errorId }) => errorId)
  return { path: url && new URL(url).pathname, errors, reasons, manifest: JSON.parse(data) as Manifest }
}
type Icon = { src: string; sizes: string }
type Manifest = {
  id: string
  start_url: string
  icons: Icon[]
  shortcuts?: { url: string; icons: Icon[] }[]
  share_target?: { action: string }
}

test('Chromium can install the site', async () => {
  const page = await aPhone()
  await page.goto('/')
  await readyForOffline(page)
  await expect.poll(async () => (await asApp(page)).path).toBe('/manifest.webmanifest')
  expect(await asApp(page)).toMatchObject({ errors: [], reasons: [], manifest: { id: '/', start_url: '/' } })
})

test.each([
  ['manager', manager],
  ['admin', admin],
] as const)(
  'Chromium can install the %s area, whose manifest takes shared photos, and each of its shortcuts opens a screen',
  async (area, user) => {
    const page = await aPhone()
    await page.goto('/login')
    await expect.poll(async () => (await asApp(page)).path).toBe('/manifest.webmanifest')
    await signIn(page, user)
    await expect.poll(async () => (await asApp(page)).path).toBe(`/${area}.webmanifest`)
    await page.goto(`/${area}`)
    await readyForOffline(page)
    await expect.poll(async () => (await asApp(page)).path).toBe(`/${area}.webmanifest`)
    const { errors, reasons, manifest } = await asApp(page)
    expect({ errors, reasons, id: manifest.id, start: manifest.start_url }).toEqual({
      errors: [],
      reasons: [],
      id: `/${area}`,
      start: `/${area}`,
    })
    expect(manifest.share_target).toEqual({
      action: `/${area}/share`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photos', accept: ['image/*'] }] },
    })
    const shortcuts = manifest.shortcuts ?? []
    expect(shortcuts.length).toBeGreaterThan(0)
    const urls = [...manifest.icons, ...shortcuts.flatMap(({ icons }) => icons)].map(({ src }) => src)
    for (const url of [...urls, ...shortcuts.map((shortcut) => shortcut.url)]) {
      expect([url, (await fetch(siteUrl() + url)).status]).toEqual([url, 200])
    }
  },
)

/** What a browser does when it finds a site worth installing; `asked` counts how often a person was asked. */
const wantToInstall = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => void Object.assign(window, { asked: 'yes' })
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
const asked = (page: Page) => page.evaluate(() => Reflect.get(window, 'asked'))

test('homeowners are offered to install the app once they have a request with us, and never before', async () => {
  const { page, close } = await visit()
  const offer = page.getByRole('button', { name: 'Install Kerbside' })
  expect(await wantToInstall(page)).toBe(true)
  const form = quoteForm(page)
  await form.fillIn(uniqueEmail())
  expect(await offer.count()).toBe(0)
  await form.send()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  await offer.click()
  expect(await asked(page)).toBe('yes')
  await expect.poll(() => offer.count()).toBe(0)
  await close()
})

test('on an iPhone, which cannot ask, the page says how to add the app to the Home Screen', async () => {
  const { page, context, close } = await visit('/thank-you')
  await context.addInitScript(() => Object.assign(Navigator.prototype, { standalone: false }))
  await page.goto('/')
  const form = quoteForm(page)
  await form.fillIn(uniqueEmail())
  await form.send()
  await page.getByText('Add to Home Screen').waitFor()
  expect(await page.getByRole('button', { name: 'Install Kerbside' }).count()).toBe(0)
  await close()
})

test('staff find the version that runs in the sidebar, and install their area there', async () => {
  const { page, close } = await openSignedIn('/manager', manager)
  await readyForOffline(page)
  const version = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
    ;(await navigator.serviceWorker.ready).active?.postMessage({ type: 'VERSION' }, [port2])
    return answer
  })
  await page.getByText(`Version ${String(version)}`, { exact: true }).waitFor()
  const offer = page.getByRole('button', { name: 'Install this app' })
  expect(await offer.count()).toBe(0)
  await wantToInstall(page)
  await offer.click()
  expect(await asked(page)).toBe('yes')
  await close()
})
