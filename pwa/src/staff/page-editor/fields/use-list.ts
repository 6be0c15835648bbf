import { arrayMove } from '@dnd-kit/sortable'
import { useEffect, useRef, useState } from 'react'
import type { Cursor } from './cursor.ts'

type Removed<Item> = { item: Item; index: number; key: string }

export type EditableList<Item> = ReturnType<typeof useList<Item>>

/** Unique on the screen: the focus finds its entry by it. */
let lastKey = 0
const nextKey = () => `entry-${++lastKey}`

/** A list of the content with its keys, one step of undo for removals, and the focus following the entry. */
export function useList<Item>(field: Cursor<Item[]>) {
  const [keys, changeKeys] = useKeys(field.value.length)
  const [removed, setRemoved] = useState<Removed<Item> | null>(null)
  const [announcement, announce] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const focusNext = useFocusAfter()

  function insert({ index, item, key }: Removed<Item>): void {
    changeKeys((all) => all.toSpliced(index, 0, key))
    field.update((items) => items.toSpliced(index, 0, item))
    setRemoved(null)
    focusNext(`[data-entry="${key}"] :is(input, textarea, [role="combobox"], button)`)
  }
  return {
    field,
    /** One per entry, staying with it wherever it moves. */
    keys,
    /** The entry removed last, until it is put back or the list changes otherwise. */
    removed,
    /** What happened last, for screen readers. */
    announcement,
    /** The newest entry: it opens by itself. */
    added,
    add: (item: Item) => {
      const key = nextKey()
      setAdded(key)
      announce('Added')
      insert({ index: field.value.length, item, key })
    },
    remove: (index: number) => {
      const item = field.value[index]
      const key = keys[index]
      if (item === undefined || key === undefined) return
      changeKeys((all) => all.toSpliced(index, 1))
      field.update((items) => items.toSpliced(index, 1))
      setRemoved({ item, index, key })
      announce('')
      focusNext(`[data-undo="${key}"]`)
    },
    putBack: () => {
      if (!removed) return
      announce('Put back')
      insert(removed)
    },
    move: (from: number, to: number) => {
      const key = keys[from]
      if (key === undefined || to < 0 || to >= field.value.length) return
      changeKeys((all) => arrayMove([...all], from, to))
      field.update((items) => arrayMove(items, from, to))
      setRemoved(null)
      announce(`Moved to place ${to + 1} of ${field.value.length}`)
      focusNext(...moveButtons(`[data-entry="${key}"]`, to < from ? 'up' : 'down'))
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
  return [all, (update: (keys: readonly string[]) => string[]) => setKeys(() => update(all))] as const
}

/** Selectors of the button that was pressed or, at the end of the way, of its opposite. */
export function moveButtons(within: string, direction: 'up' | 'down'): [string, string] {
  const opposite = direction === 'up' ? 'down' : 'up'
  return [`${within} [data-move="${direction}"]:enabled`, `${within} [data-move="${opposite}"]`]
}

/** Focuses the first of the wanted elements that exists after the next render: what was focused may have moved. */
export function useFocusAfter() {
  const wanted = useRef<string[]>([])
  useEffect(() => {
    const selectors = wanted.current
    wanted.current = []
    selectors
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus()
  })
  return (...selectors: string[]) => void (wanted.current = selectors)
}
