import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { mobileOf, uniqueEmail } from './quote-form.ts'
import { leadsOf } from './staff-api.ts'

/** Puts quotes into the outbox of this browser. Gives their emails. */
export async function storeQuotes(page: Page, amount: number): Promise<string[]> {
  const emails = Array.from({ length: amount }, uniqueEmail)
  const now = Date.now()
  const quotes = emails.map((email, index) => {
    const id = crypto.randomUUID()
    return {
      id,
      body: {
        submission_id: id,
        first_name: 'Aoife',
        last_name: 'Byrne',
        email,
        mobile: mobileOf(email),
        postcode: 'SW1A 1AA',
        property_type: 'Detached house',
        driveway_material: 'Block paving',
        driveway_size: '20–40m²',
        current_condition: 'Grass or soil',
        drainage_needed: 'Yes',
        timeframe: 'ASAP',
        budget: '£5,000 – £8,000',
      },
      answers: [{ name: 'email', label: 'Email', value: email }],
      page: '/',
      savedAt: now - 60_000 + index,
      state: 'waiting',
      attempts: 0,
      notBefore: 0,
      message: null,
      errors: {},
    }
  })
  await page.evaluate(
    (entries) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('kerbside-outbox')
        opening.onerror = () => reject(opening.error)
        const stores = ['quotes', 'receipts', 'connection', 'photos']
        opening.onupgradeneeded = () => stores.forEach((name) => opening.result.createObjectStore(name))
        opening.onsuccess = () => {
          const writing = opening.result.transaction('quotes', 'readwrite')
          for (const entry of entries) writing.objectStore('quotes').put(entry, entry.id)
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    quotes,
  )
  return emails
}

/** How many quotes this browser has stored. */
export const storedQuotes = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('kerbside-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('quotes').objectStore('quotes').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** Nothing lost and nothing doubled. */
export async function expectOneLeadEach(emails: readonly string[]): Promise<void> {
  for (const email of emails) expect([email, (await leadsOf(email)).length]).toEqual([email, 1])
}
