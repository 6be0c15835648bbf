import type { Page } from 'playwright-core'
import { admin } from './staff-api.ts'

/** Signs the demo admin in on the sign-in screen, and waits until it has gone. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
