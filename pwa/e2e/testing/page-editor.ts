import { grave as graveOf } from './axe.ts'
import type { Page } from 'playwright-core'
import { admin } from './staff-api.ts'
import { useBrowser, type Visit } from './site.ts'

export const desk = { viewport: { width: 1280, height: 860 }, hasTouch: false, isMobile: false } as const

/** One browser for the file; each desk in it has one admin signed in. */
export function useDesks() {
  const { visit } = useBrowser()
  return {
    async sitAt(path: string, account = admin, options: object = desk): Promise<Visit> {
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
/** Waits for a message, minding its case: 'Published: /x' is not said by 'Unpublished: /x'. */
export const told = (page: Page, text: string) =>
  page
    .getByText(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
    .first()
    .waitFor()

/** Waits until this device has kept unsaved edits with this text. */
export const keptOnDevice = (page: Page, text: string) =>
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
export const grave = (page: Page, place: string) => graveOf(page, place, ['iframe'])
