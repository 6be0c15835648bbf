/** The list with the entry at `from` standing at `to`; unchanged when either is outside. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  if (from < 0 || from >= next.length || to < 0 || to >= next.length) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export function removedAt<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_item, place) => place !== index)
}

/** The list with `item` at `index`, or at the end when the list is shorter. */
export function insertedAt<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  const place = Math.min(Math.max(index, 0), items.length)
  return [...items.slice(0, place), item, ...items.slice(place)]
}
