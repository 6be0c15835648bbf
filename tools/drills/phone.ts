import 'fake-indexeddb/auto'
import { createDrafts } from '../../pwa/src/site/quotes/draft.ts'
import { createOutbox } from '../../pwa/src/offline/outbox/outbox.ts'
import { createQuoteQueue } from '../../pwa/src/offline/outbox/quote-queue.ts'
import type { Table } from '../../pwa/src/offline/open-database.ts'
import { databaseStore, withMemory, type QuoteStore } from '../../pwa/src/offline/outbox/quote-store.ts'
import { submitQuote } from '../../pwa/src/offline/outbox/submit-quote.ts'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'

/**
 * What becomes of a request on its way. `lost`: it never arrives. `unheard`: the server takes it and its answer never
 * arrives. `fails`: the server answers 500. `taken, then fails`: it answers 500 after it has taken it. `portal`: the
 * sign-in page of a café's network answers instead.
 */
export const weathers = ['fine', 'offline', 'lost', 'unheard', 'fails', 'taken, then fails', 'busy', 'portal'] as const
export type Weather = (typeof weathers)[number]

export const formPage = '/'
const never = new Promise<never>(() => {})

/** A tab that was closed hears of nothing any more: its code stands still wherever it was. */
function createLife() {
  let isOpen = true
  let end = () => {}
  const ended = new Promise<undefined>((resolve) => (end = () => resolve(undefined)))
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) return never
    try {
      const result = await work()
      return isOpen ? result : never
    } catch (error) {
      if (!isOpen) return never
      throw error
    }
  }
  const close = () => {
    isOpen = false
    end()
  }
  return { whileOpen, ended, close }
}
type Life = ReturnType<typeof createLife>

/** A phone with the outbox as the app has it, before a server that is reached by `reach`. */
export function createPhone(reach: (path: string, init: RequestInit) => Promise<Response>) {
  const name = `phone-${crypto.randomUUID()}`
  const state = { weather: 'fine' as Weather, clockMs: 0, version: 1 }
  const tabs: Tab[] = []
  const now = () => Date.now() + state.clockMs
  const locks = createLocks()

  function fetchingFor({ whileOpen }: Life): typeof fetch {
    const answer = (status: number, type: string, body: string) =>
      new Response(body, { status, headers: { 'content-type': type } })
    return (path, { signal: _signal, ...init } = {}) =>
      whileOpen(async () => {
        const { weather } = state
        if (weather === 'offline' || weather === 'lost') throw new TypeError('Failed to fetch')
        if (weather === 'portal') return answer(200, 'text/html', '<h1>Welcome to our café</h1>')
        if (weather === 'busy') return answer(503, 'application/json', '{"message":"Please try again."}')
        const failed = answer(500, 'application/json', '{"message":"Something went wrong."}')
        if (weather === 'fails') return failed
        const response = await reach(String(path), init)
        if (weather === 'unheard') throw new DOMException('The operation timed out.', 'TimeoutError')
        return weather === 'taken, then fails' ? failed : response
      })
  }

  function openOutbox(life: Life, changed: () => void) {
    const store = onlyWhileOpen(withMemory(databaseStore(name, state.version)), life)
    return createOutbox({ store, now, changed })
  }

  /** A tab with the form. It behaves as `main.ts` and `use-quote-form.ts` have it. */
  function openTab() {
    const life = createLife()
    const outbox = openOutbox(life, () => void Promise.all(tabs.map((tab) => tab.queue.refresh())))
    const drafts = createDrafts({ name: `${name}-drafts`, session: emptyStorage, now })
    const queue = createQuoteQueue({
      outbox,
      send: (quote) => submitQuote(quote, fetchingFor(life)),
      flushOnce: underLock(name, locks(life)),
      now,
      askForBackgroundSync: () => {},
      foundPhotos: () => {},
    })
    const world = { addEventListener: () => {} }
    const close = () => {
      life.close()
      tabs.splice(tabs.indexOf(tab), 1)
    }
    const tab = { queue, drafts, close, whileOpen: life.whileOpen }
    tabs.push(tab)
    queue.start({ window: world as never, document: world as never })
    return tab
  }
  type Tab = {
    queue: ReturnType<typeof createQuoteQueue>
    drafts: ReturnType<typeof createDrafts>
    close: () => void
    whileOpen: Life['whileOpen']
  }

  /** What the service worker does when the browser wakes it. */
  async function backgroundSync(): Promise<void> {
    const life = createLife()
    const outbox = openOutbox(life, () => void Promise.all(tabs.map((tab) => tab.queue.refresh())))
    await locks(life).request(name, () =>
      outbox.flush((quote) => submitQuote(quote, fetchingFor(life)), { evenEarly: true }),
    )
  }
  return { state, tabs, openTab, backgroundSync }
}

export type Phone = ReturnType<typeof createPhone>

/** The browser's locks: one work at a time, and the lock of a tab that is closed is free. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return (life: Life) =>
    ({
      request: async (_name: string, work: () => Promise<unknown>) => {
        const mine = last.then(() => Promise.race([life.whileOpen(work), life.ended]))
        last = mine.catch(() => {})
        return await life.whileOpen(() => mine)
      },
    }) as unknown as LockManager
}

function onlyWhileOpen(store: QuoteStore, { whileOpen }: Life): QuoteStore {
  const guarded = <Entry>(table: Table<Entry>): Table<Entry> => ({
    all: () => whileOpen(() => table.all()),
    get: (id) => whileOpen(() => table.get(id)),
    put: (...entries) => whileOpen(() => table.put(...entries)),
    remove: (id) => whileOpen(() => table.remove(id)),
    change: (id, next) => whileOpen(() => table.change(id, next)),
  })
  const { quotes, receipts, connection, photos, durable } = store
  return {
    quotes: guarded(quotes),
    receipts: guarded(receipts),
    connection: guarded(connection),
    photos: guarded(photos),
    durable,
  }
}

const emptyStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
} as never
