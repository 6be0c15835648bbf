import type { Page } from 'playwright-core'
import { desktop, siteUrl, useBrowser, type Visit } from './site.ts'
import { admin, sessionOf } from './staff-api.ts'

/** `openSignedIn`: a visit that is signed in before the first page loads, so that the app starts once. */
export function useStaffPages(options?: Parameters<typeof useBrowser>[0]) {
  const { visit } = useBrowser(options)
  return {
    visit,
    async openSignedIn(path: string, account = admin, device: object = desktop): Promise<Visit> {
      const localStorage = [{ name: 'unauth', value: (await sessionOf(account)).text }]
      return visit(path, { ...device, storageState: { cookies: [], origins: [{ origin: siteUrl(), localStorage }] } })
    },
  }
}

/** Signs in a page that shows the sign-in screen, as another tab would, and waits until the screen has gone. */
export async function signIn(page: Page, account = admin): Promise<void> {
  await page.evaluate(
    (text) => {
      localStorage.setItem('unauth', text)
      dispatchEvent(new StorageEvent('storage', { key: 'unauth' }))
    },
    (await sessionOf(account)).text,
  )
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Fills in the sign-in screen and sends it. What comes of it is for the test to say. */
export async function sendSignIn(page: Page, { email, password } = admin): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in on the sign-in screen, with a session of its own, and waits until the screen has gone. */
export async function signInByForm(page: Page, account = admin): Promise<void> {
  await sendSignIn(page, account)
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Leads to a screen within the app, whose heading has the focus then, and waits until it has loaded what it shows. */
export async function show(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== path) {
    await page.evaluate((to) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  }
  await loaded(page)
}

/** Waits until nothing on the screen is still on its way. */
export const loaded = (page: Page) =>
  page.waitForFunction(() => {
    const states = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
    return !document.querySelector('.MuiSkeleton-root') && !states.some((text) => /^(Loading|One moment)/.test(text))
  })
