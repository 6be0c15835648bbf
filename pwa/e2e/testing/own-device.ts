import type { Page } from 'playwright-core'
import { readyForOffline } from './site.ts'
import { manager } from './staff-api.ts'
import { signInByForm } from './staff-screens.ts'

/** Signs the demo manager in on an own device, and waits until its app opens without a network. */
export async function signInOnOwnDevice(page: Page, site = ''): Promise<void> {
  await readyForOffline(page)
  await page.goto(`${site}/login`)
  await page.getByRole('checkbox', { name: 'This is my own device' }).check()
  await signInByForm(page, manager)
  await page.evaluate(async () => {
    const isKept = async () => (await caches.has('staff-copies')) && caches.match('/login')
    while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/** What this origin keeps of staff: the paths in its caches, and the answers in the staff database as text. */
export function keptOfStaff(page: Page): Promise<{ paths: string[]; copies: number; text: string | null }> {
  return page.evaluate(async () => {
    // Under the product's lock, for opening a cache that was just deleted would make it again.
    const requests = await navigator.locks.request('staff-copies', async () => {
      const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
      return (await Promise.all(caching)).flat()
    })
    const paths = requests
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => /^\/(login|assets\/staff)/.test(path))
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'kerbside-staff')
    if (!isThere) return { paths, copies: 0, text: null }
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
      })
    const opening = indexedDB.open('kerbside-staff')
    // Deleted since it was listed, or not made yet: looking must not make an empty one.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const database = await answer(opening).catch(() => null)
    if (!database?.objectStoreNames.contains('answers')) {
      database?.close()
      return { paths, copies: 0, text: null }
    }
    const rows: { text: string }[] = await answer(database.transaction('answers').objectStore('answers').getAll())
    database.close()
    return { paths, copies: rows.length, text: rows.map(({ text }) => text).join('\n') }
  })
}

/** What `keptOfStaff` says where nothing is kept. */
export const nothingKept = { paths: [], copies: 0, text: null }
