import { maximumSelected } from '@kerbside/schema/bulk-changes/bulk-change'
import type { LeadFilterState } from '../lead-filter.ts'
import type { LeadRow, LeadStatusName } from '../leads.queries.ts'

export type BulkAction =
  | { kind: 'assign'; to: { id: string; name: string } | null }
  | { kind: 'status'; to: LeadStatusName; note: string | null }
  | { kind: 'message'; text: string }
  | { kind: 'follow-up'; at: string | null }
  | { kind: 'delete' }

/** What a dialog was opened for: it does not change with the list behind it. */
export type BulkTarget = {
  kind: BulkAction['kind']
  count: number
  isCapped: boolean
  /** The selected leads; null for all that match the filter. */
  leads: readonly LeadRow[] | null
  filter: LeadFilterState
}

/** So few leads that the dialog waits for the end. */
export const isSoonOver = ({ count, isCapped }: BulkTarget) => count <= maximumSelected && !isCapped
