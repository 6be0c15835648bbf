import type { FieldErrors } from '@kerbside/schema/errors'
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import { tabStore } from '../../offline/browser.ts'
import { reopening } from '../../offline/open-database.ts'
import type { Receipt } from '../../offline/outbox/queued-quote.ts'

/** A form half filled in, stored so that it outlives a reload. */
export type Draft = {
  submissionId: string
  /** Milliseconds that the form had been shown for when it was saved; null when nobody measured them. */
  shownMs: number | null
  savedAt: number
  answers: Record<string, string>
  /** A queued quote that is being edited: sending replaces it, and what was wrong with it is shown. */
  editing?: { message: string | null; errors: FieldErrors }
}

interface DraftDatabase extends DBSchema {
  /** By the public path of the page. */
  drafts: { key: string; value: Draft }
}

export type DraftsWorld = {
  name: string
  session: Pick<typeof tabStore, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

const notKept = 'drafts-not-kept'
const week = 7 * 24 * 3600 * 1000

/**
 * Drafts by page, in a small database of their own, or in the tab's storage where that fails.
 * Calls are carried out in the order in which they were made.
 */
export function createDrafts({ name, session, now }: DraftsWorld) {
  const oldest = () => now() - week
  const run = reopening<DraftDatabase>(async (callbacks) => {
    const upgrade = (database: IDBPDatabase<DraftDatabase>) => void database.createObjectStore('drafts')
    const database = await openDB<DraftDatabase>(name, 1, { ...callbacks, upgrade })
    // What is too old to be shown.
    await deleteWhere(database, ({ savedAt }) => savedAt <= oldest())
    return database
  })
  /** Null when the database is blocked, full or silent. */
  const use = <T>(work: (database: IDBPDatabase<DraftDatabase>) => Promise<T>) => run(work).catch(() => null)
  // Then this tab's storage keeps the draft, as far as it keeps anything: it outlives a reload at least.
  const inTab = (page: string) => `draft ${page}`
  /** Pages whose form this tab has written down. */
  const begun = new Set<string>()

  const drafts = {
    async read(page: string): Promise<Draft | null> {
      const stored = session.getItem(inTab(page))
      const draft =
        stored === null ? await use((database) => database.get('drafts', page)) : (JSON.parse(stored) as Draft)
      if (!draft || draft.savedAt > oldest()) return draft ?? null
      await drafts.erase(page)
      return null
    },
    async write(page: string, draft: Omit<Draft, 'savedAt'>): Promise<void> {
      begun.add(page)
      if (!drafts.areKept() && !draft.editing) return
      const stored = { ...draft, savedAt: now() }
      const written = await use((database) => writeNow(database, (store) => store.put(stored, page)))
      if (written === null) session.setItem(inTab(page), JSON.stringify(stored))
      else session.removeItem(inTab(page))
    },
    async erase(page: string): Promise<void> {
      begun.delete(page)
      session.removeItem(inTab(page))
      await use((database) => writeNow(database, (store) => store.delete(page)))
    },
    /** The server has this request: what the form held when it was sent is needed no more. What was typed since is. */
    async eraseSent({ id, acknowledgedAt }: Pick<Receipt, 'id' | 'acknowledgedAt'>): Promise<void> {
      const isSent = ({ submissionId, savedAt, editing }: Draft) =>
        submissionId === id && savedAt <= acknowledgedAt && !editing
      await use((database) => deleteWhere(database, isSent))
    },
    /** Whether the visitor has begun to fill in this page's form, in this tab, another, or before a reload. */
    isBegun: async (page: string): Promise<boolean> => (await drafts.read(page)) !== null || begun.has(page),
    /** On a device that others use: nothing is stored from now on, until the browser's tab is closed, and what was goes. */
    async keepNone(page: string): Promise<void> {
      session.setItem(notKept, 'yes')
      await drafts.erase(page)
    },
    areKept: (): boolean => session.getItem(notKept) === null,
    /** Whether this browser stores what is typed and sent beyond the tab. */
    canKeep: async (): Promise<boolean> => (await use(async () => true)) === true,
    /** Deletes what is older than a week; for pages without a form, too. */
    tidy: async (): Promise<void> => void (await use(async () => null)),
  }
  return drafts
}

/** This browser's. */
export const drafts = createDrafts({
  name: 'kerbside-drafts',
  session: tabStore,
  now: () => Date.now(),
})

type Store = IDBPObjectStore<DraftDatabase, ['drafts'], 'drafts', 'readwrite'>

/** Asks for the commit at once: a page that is being left does not wait until its requests are answered. */
async function writeNow(
  database: IDBPDatabase<DraftDatabase>,
  work: (store: Store) => Promise<unknown>,
): Promise<true> {
  const transaction = database.transaction('drafts', 'readwrite')
  const worked = work(transaction.store)
  transaction.commit?.()
  await Promise.all([worked, transaction.done])
  return true
}

async function deleteWhere(database: IDBPDatabase<DraftDatabase>, isMatch: (draft: Draft) => boolean) {
  const { store, done } = database.transaction('drafts', 'readwrite')
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (isMatch(cursor.value)) await cursor.delete()
  }
  await done
}

/** Puts saved answers into controls that are still untouched: what was typed while the page loaded wins. */
export function restoreAnswers(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked ||= value !== ''
    else if (control && 'value' in control && control.value === '') control.value = value
  }
}
