import { useState } from 'react'
import type { Cursor } from './cursor.ts'
import { insertedAt, moved, removedAt } from './list-operations.ts'
import { useFocusAfter } from './use-focus-after.ts'

type Removed<Item> = { item: Item; index: number; key: string }

export type EditableList<Item> = {
  field: Cursor<Item[]>
  /** One per entry, staying with it wherever it moves. */
  keys: readonly string[]
  /** The entry taken out last, until it is put back or the list changes otherwise. */
  removed: Removed<Item> | null
  /** What happened last, for screen readers. */
  said: string
  /** The newest entry: it opens by itself. */
  added: string | null
  add: (item: Item) => void
  remove: (index: number) => void
  putBack: () => void
  move: (from: number, to: number) => void
}

/** Unique on the screen: the focus finds its entry by it. */
let lastKey = 0
const nextKey = () => `entry-${++lastKey}`

/** A list of the content with its keys, one step of undo for removals, and the focus kept where the person works. */
export function useList<Item>(field: Cursor<Item[]>): EditableList<Item> {
  const keys = useKeys(field.value.length)
  const [removed, setRemoved] = useState<Removed<Item> | null>(null)
  const [said, setSaid] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const focusNext = useFocusAfter()

  function put(index: number, item: Item, key: string): void {
    keys.change((all) => insertedAt(all, index, key))
    field.update((items) => insertedAt(items, index, item))
    setRemoved(null)
    focusNext(`[data-entry="${key}"] :is(input, textarea, [role="combobox"], button)`)
  }
  return {
    field,
    keys: keys.all,
    removed,
    said,
    added,
    add: (item) => {
      const key = nextKey()
      setAdded(key)
      setSaid('Added')
      put(field.value.length, item, key)
    },
    remove: (index) => {
      const item = field.value[index]
      const key = keys.all[index]
      if (item === undefined || key === undefined) return
      keys.change((all) => removedAt(all, index))
      field.update((items) => removedAt(items, index))
      setRemoved({ item, index, key })
      setSaid('')
      focusNext(`[data-undo="${key}"]`)
    },
    putBack: () => {
      if (!removed) return
      setSaid('Put back')
      put(removed.index, removed.item, removed.key)
    },
    move: (from, to) => {
      const key = keys.all[from]
      if (key === undefined || to < 0 || to >= field.value.length) return
      keys.change((all) => moved(all, from, to))
      field.update((items) => moved(items, from, to))
      setRemoved(null)
      setSaid(`Moved to place ${to + 1} of ${field.value.length}`)
      const [first, second] = to < from ? ['up', 'down'] : ['down', 'up']
      focusNext(`[data-entry="${key}"] [data-move="${first}"]:enabled`, `[data-entry="${key}"] [data-move="${second}"]`)
    },
  }
}

/** Keys beside the entries. When the list changed elsewhere, as by a reset, they follow its length. */
function useKeys(length: number) {
  const [keys, setKeys] = useState<readonly string[]>([])
  let all = keys
  if (keys.length !== length) {
    all = Array.from({ length }, (_nothing, index) => keys[index] ?? nextKey())
    setKeys(all)
  }
  return { all, change: (update: (keys: readonly string[]) => string[]) => setKeys(() => update(all)) }
}
