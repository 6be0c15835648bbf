import type { EstimateFields } from '@kerbside/schema/estimates/estimate-fields'
import { openTables, type Table } from '../offline/open-database.ts'
import { fallingBack, memoryTable } from '../offline/outbox/quote-store.ts'

/** A price on this device that the server has not acknowledged. */
export type PriceDraft = {
  /** Of the link and kind of price; the link itself is not stored. */
  id: string
  fields: EstimateFields
  /** Milliseconds since 1970: of the last change. */
  savedAt: number
  /** `waiting`: the firm has pressed the button, so it is sent as soon as it can be. */
  state: 'typed' | 'waiting'
  /** Tries that ended without an answer to this price. */
  attempts: number
}

/** A photo or PDF on this device for a price that the server has not acknowledged. */
export type ChosenFile = {
  /** The server stores it once under it. */
  id: string
  /** The id of the draft that it belongs to. */
  draft: string
  name: string
  /** Of a photo the small JPEG that is sent. */
  bytes: ArrayBuffer
  /** Milliseconds since 1970: when the server had it last; 0 if never. */
  sentAt: number
}

/** Milliseconds after which a draft that nobody touched is forgotten: its link has run out, or nearly. */
const keptMs = 60 * 24 * 60 * 60_000

export type DraftStore = Table<PriceDraft> & {
  /** False while the draft is only in memory and would be lost with the page. */
  durable(): boolean
  files: Table<ChosenFile>
  /** With its files. */
  forget(id: string): Promise<void>
}

/** Falls back on memory where the browser stores nothing. */
export function openDraftStore(name = 'kerbside-prices'): DraftStore {
  const memory = { drafts: new Map<string, PriceDraft>(), files: new Map<string, ChosenFile>() }
  const disk = openTables<{ drafts: PriceDraft; files: ChosenFile }>(name, ['drafts', 'files'])
  const drafts = fallingBack(disk.drafts, memoryTable(memory.drafts))
  const files = fallingBack(disk.files, memoryTable(memory.files))
  return {
    ...drafts,
    files,
    durable: () => memory.drafts.size + memory.files.size === 0,
    async forget(id) {
      await drafts.remove(id)
      for (const file of await files.all()) if (file.draft === id) await files.remove(file.id)
    },
  }
}

/** Forgets drafts of long ago. */
export async function forgetOld(store: DraftStore, now: number): Promise<void> {
  for (const { id, savedAt } of await store.all()) if (now - savedAt > keptMs) await store.forget(id)
}
