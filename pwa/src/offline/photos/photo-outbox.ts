import { nextTry } from '../outbox/connection.ts'
import { isTooOld, type Outbox } from '../outbox/outbox.ts'
import { memoryTable } from '../outbox/quote-store.ts'
import { sendWaiting, type When } from '../outbox/sender.ts'
import type { PhotoResult, QueuedPhoto, SendPhoto } from './queued-photo.ts'

type Deps = {
  outbox: Outbox
  now: () => number
  newId: () => string
  /** Called after every change. */
  changed: () => void
}

const day = 24 * 60 * 60_000
/** A form that was not written down within this time will not be. */
const draftIsWritten = 60_000

/** Photos on this phone. They are sent once the server has their request, and only while no request waits. */
export function createPhotoOutbox({ outbox, now, newId, changed }: Deps) {
  const { store } = outbox
  const { all, put, remove, addTo, keepInPage, isUnwritten } = createPhotoTables(store, changed)

  async function add(
    { quoteId, page, bytes }: Pick<QueuedPhoto, 'quoteId' | 'page' | 'bytes'>,
    isShared: boolean,
  ): Promise<void> {
    const fresh = { addedAt: now(), state: 'waiting', isDue: false, notBefore: 0, attempts: 0, message: null } as const
    const photo = { id: newId(), quoteId, page, bytes, ...fresh }
    await addTo(isShared ? 'page' : 'device', photo)
  }

  /** On a device that others use: what a form had written down is in this page only from now on. */
  async function keepNone(quoteId: string): Promise<void> {
    for (const photo of await store.photos.all()) {
      if (photo.quoteId !== quoteId || photo.isDue || (await store.quotes.get(quoteId))) continue
      await keepInPage(photo)
    }
    changed()
  }

  /** Marks those whose request the server has, and forgets those that were told about for a day. */
  async function tidy(): Promise<void> {
    const photos = await all()
    for (const photo of photos) {
      if (!photo.isDue && (await outbox.receipt(photo.quoteId))) await put({ ...photo, isDue: true })
    }
    await remove(photos.filter(({ state, notBefore }) => state !== 'waiting' && notBefore <= now()))
  }

  /** Forgets those of forms that are given up, and of requests that were discarded. `draftOf`: the form of a page. */
  async function removeForgotten(draftOf: (page: string) => Promise<{ submissionId: string } | null>): Promise<void> {
    for (const photo of await store.photos.all()) {
      const { quoteId, isDue, addedAt, page } = photo
      if (isDue || now() - addedAt < draftIsWritten || (await outbox.find(quoteId))) continue
      if (await outbox.receipt(quoteId)) continue
      const draft = await draftOf(page)
      if (draft?.submissionId === quoteId) continue
      // The form goes on under another id, because the server knows other answers under this one.
      if (draft) await put({ ...photo, quoteId: draft.submissionId })
      else await remove([photo])
    }
  }

  const { flush, nextTryAt, isQuoteWaiting } = createPhotoSender({ outbox, all, put, tidy, now, changed })

  return {
    all,
    add,
    remove,
    keepNone,
    removeForgotten,
    flush,
    nextTryAt,
    isQuoteWaiting,
    isUnwritten,
  }
}

/** Where photos are: in the browser's storage, or only in this page on a device that others use. */
function createPhotoTables(store: Outbox['store'], changed: () => void) {
  const unwritten = new Map<string, QueuedPhoto>()
  const inPage = memoryTable(unwritten)
  const tableOf = (id: string) => (unwritten.has(id) ? inPage : store.photos)
  return {
    all: async () => [...(await store.photos.all()), ...(await inPage.all())].sort((a, b) => a.addedAt - b.addedAt),
    put: async (photo: QueuedPhoto) => tableOf(photo.id).put(photo),
    async addTo(place: 'page' | 'device', photo: QueuedPhoto): Promise<void> {
      await (place === 'page' ? inPage : store.photos).put(photo)
      changed()
    },
    async keepInPage(photo: QueuedPhoto): Promise<void> {
      unwritten.set(photo.id, photo)
      await store.photos.remove(photo.id)
    },
    async remove(photos: readonly QueuedPhoto[]): Promise<void> {
      for (const { id } of photos) await tableOf(id).remove(id)
      if (photos.length > 0) changed()
    },
    isUnwritten: () => unwritten.size > 0,
  }
}

type SenderDeps = Pick<Deps, 'outbox' | 'now' | 'changed'> & {
  all: () => Promise<QueuedPhoto[]>
  put: (photo: QueuedPhoto) => Promise<unknown>
  /** Makes those due whose request the server has. */
  tidy: () => Promise<void>
}

function createPhotoSender({ outbox, all, put, tidy, now, changed }: SenderDeps) {
  const { connection } = outbox

  /** A request that could be sent now. */
  async function isQuoteWaiting(): Promise<boolean> {
    return (await outbox.all()).some(
      (quote) => quote.state === 'waiting' && connection.isOver(quote) && !isTooOld(quote, now()),
    )
  }

  const due = async () => (await all()).filter(({ state, isDue }) => state === 'waiting' && isDue)

  /** Oldest first, and none while a request waits. */
  async function waiting(): Promise<QueuedPhoto[]> {
    await tidy()
    return (await isQuoteWaiting()) ? [] : due()
  }

  const flush = (send: SendPhoto, when: When) => sendWaiting({ waiting, send, settle, connection }, when)

  async function settle({ id }: QueuedPhoto, result: PhotoResult): Promise<void> {
    const current = (await all()).find((photo) => photo.id === id)
    // Removed while it was being sent.
    if (!current || result.kind === 'away' || result.kind === 'stopped') return
    await put({ ...current, ...whatIsLeft(current, result, now()) })
    changed()
  }

  /** When the clock tries again; null while nothing is due. */
  async function nextTryAt(): Promise<number | null> {
    return connection.nextTryAt(await due())
  }

  return { flush, nextTryAt, isQuoteWaiting }
}

type Answered = Exclude<PhotoResult, { kind: 'away' | 'stopped' }>

/** What becomes of a photo that the server has answered. Its bytes go; for a day its form says what became of it. */
function whatIsLeft({ attempts: before }: QueuedPhoto, result: Answered, now: number): Partial<QueuedPhoto> {
  const over = { bytes: new ArrayBuffer(0), notBefore: now + day }
  if (result.kind === 'sent') return { ...over, state: 'sent' }
  if (result.kind === 'rejected') return { ...over, state: 'rejected', message: result.message }
  const attempts = before + 1
  return { attempts, ...nextTry(attempts, now) }
}
