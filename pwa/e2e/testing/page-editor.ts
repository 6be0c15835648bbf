import type { Page } from 'playwright-core'

export const editorOf = (url: string) => `/admin/home-editor/edit${url}`
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).first()
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
/** Waits for a message, minding its case: 'Published: /x' is the title Published above /x, and not Unpublished. */
export const messageShown = (page: Page, text: string) =>
  page
    .locator('.MuiAlert-message')
    .filter({ hasText: new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(': ', '(?:: )?')) })
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
