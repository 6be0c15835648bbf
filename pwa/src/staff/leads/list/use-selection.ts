import { useState } from 'react'

/** Which of the leads on screen are ticked. What leaves the screen is no longer selected, so it cannot be deleted unseen. */
export function useSelection(visibleIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = visibleIds.filter((id) => ticked.has(id))
  return {
    selected,
    isSelected: (id: string) => ticked.has(id),
    all: visibleIds.length > 0 && selected.length === visibleIds.length,
    some: selected.length > 0 && selected.length < visibleIds.length,
    toggle: (id: string) =>
      setTicked(new Set(ticked.has(id) ? selected.filter((other) => other !== id) : [...selected, id])),
    toggleAll: () => setTicked(new Set(selected.length === visibleIds.length ? [] : visibleIds)),
    clear: () => setTicked(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
