import { useState } from 'react'
import type { LeadPage, LeadRow, LeadTotal } from '../leads.queries.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * The selected leads: some of the page, or all that match the filter. A lead that leaves the screen is no longer
 * selected, so that it is not changed unseen; all that match stay selected until the filter changes.
 */
export function useSelection(page: LeadPage | undefined, total: LeadTotal | null, filterKey: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string | null>(null)
  const isEverything = allOf === filterKey
  const visible: readonly LeadRow[] = page?.nodes ?? []
  const rows = visible.filter(({ id }) => isEverything || ticked.has(id))
  const ids = rows.map(({ id }) => id)
  const isPage = rows.length > 0 && rows.length === visible.length

  function tick(wanted: readonly string[]): void {
    setAllOf(null)
    setTicked(new Set(wanted))
  }
  return {
    /** Those on this page. */
    rows,
    isEverything,
    /** Whether there are more to select, now that the whole page is. */
    hasMore: isPage && !isEverything && (total?.totalCount ?? 0) > visible.length,
    /** How many leads there are; of all that match no more than is counted exactly. */
    count: isEverything ? (total?.totalCount ?? 0) : rows.length,
    isCapped: isEverything && (total?.totalIsCapped ?? false),
    isSelected: (id: string) => ids.includes(id),
    toggle: (id: string) => tick(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    clear: () => tick([]),
    selectEverything: () => setAllOf(filterKey),
    /** The checkbox that selects the page. */
    ofPage: {
      size: 'small',
      checked: isPage,
      indeterminate: rows.length > 0 && !isPage,
      onChange: () => tick(isPage ? [] : visible.map(({ id }) => id)),
    } as const,
  }
}
