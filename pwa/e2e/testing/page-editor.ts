import { seriousFindings as seriousFindingsOn } from './axe.ts'
import type { Page } from 'playwright-core'
import { admin } from './staff-api.ts'
import { desktop, useBrowser, type Visit } from './site.ts'

/** One browser for the file; each page in it is opened by a signed-in admin. */
export function useStaffPages() {
  const { visit } = useBrowser()
  return {
    async openSignedIn(path: string, account = admin, options: object = desktop): Promise<Visit> {
      const visited = await visit('/login', options)
      await signInAs(visited.page, account)
      await visited.page.waitForURL((url) => url.pathname !== '/login')
      await visited.page.goto(path)
      return visited
    },
  }
}

export async function signInAs(page: Page, { email, password }: typeof admin): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const editorOf = (url: string) => `/admin/home-editor/edit${url}`
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).first()
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
/** Waits for a message, minding its case: 'Published: /x' does not match 'Unpublished: /x'. */
export const messageShown = (page: Page, text: string) =>
  page
    .getByText(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
    .first()
    .waitFor()

/** Waits until this device has stored unsaved edits with this text. */
export const storedOnDevice = (page: Page, text: string) =>
  page.waitForFunction(async (wanted) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('kerbside-editor')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
    const copies = await new Promise<unknown>((resolve, reject) => {
      const reading = database.transaction('copies').objectStore('copies').getAll()
      reading.addEventListener('success', () => resolve(reading.result))
      reading.addEventListener('error', () => reject(reading.error ?? new Error('not read')))
    })
    database.close()
    return JSON.stringify(copies).includes(wanted)
  }, text)
export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** What axe finds serious, each with the place it was found at. The preview is the public page, with journeys of its own. */
export const seriousFindings = (page: Page, place: string) => seriousFindingsOn(page, place, ['iframe'])
