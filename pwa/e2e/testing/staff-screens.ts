import type { Page } from 'playwright-core'
import { admin } from './staff-api.ts'

export const manager = { email: 'manager@kerbside.example', password: 'kerbside-manager' }

/** Signs a demo user in on the sign-in screen, and waits until it has gone. */
export async function signIn(page: Page, { email, password } = admin): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
