import { useSearchParams } from 'react-router-dom'
import { readPlace, readValid, toAddress, useListState } from '../../ui/lists/filter-fields.tsx'
import { momentOf } from '../../ui/times.ts'
import { isFiltered, leadSorts, me, nobody, noFilter, type LeadSortName } from '../lead-filter.ts'
import { statusNames } from '../lead-labels.ts'
import type { LeadListState } from '../leads.queries.ts'

/** Without filters, newest first, from its start. */
export const wholeList: LeadListState = { ...noFilter, sort: null, after: null, before: null, view: null }

export type ListState = ReturnType<typeof useLeadListState>

/** Filters, sort and place of the list, as the address has them. */
export function useLeadListState() {
  const [, setParameters] = useSearchParams()
  const list = useListState(readListState, writeListState)
  const { state, show } = list
  return {
    ...list,
    /** Filters and sort as the address has them, without the place in the list and how it is looked at. */
    query: writeListState({ ...state, after: null, before: null, view: null }, 1).toString(),
    /** Shows the list with other filters and another sort. */
    open: (query: string) =>
      setParameters(writeListState({ ...readListState(new URLSearchParams(query)), view: state.view }, 1)),
    isFiltered: isFiltered(state),
    clear: () => show(noFilter),
  }
}

/** What the address holds; a value that cannot be filters nothing. */
export function readListState(parameters: URLSearchParams): LeadListState {
  const valid = (name: string, isValid: (text: string) => boolean) => readValid(parameters, name, isValid)
  const status = parameters.get('status')?.toUpperCase()
  const sort = parameters.get('sort')
  return {
    search: parameters.get('q')?.trim() ?? '',
    status: statusNames.find((name) => name === status) ?? null,
    assignedTo: valid('assigned_to', (id) => id === me || id === nobody || /^[\da-f]{24}$/i.test(id)),
    from: valid('from', (text) => momentOf(text, 'from') !== null),
    to: valid('to', (text) => momentOf(text, 'to') !== null),
    source: parameters.get('source')?.trim() ?? '',
    followUp: parameters.get('filter') === 'followup',
    pending: parameters.get('filter') === 'pending',
    waiting: parameters.get('filter') === 'waiting',
    awaitingPrice: parameters.get('filter') === 'awaiting-price',
    awaitingConfirmation: parameters.get('filter') === 'awaiting-confirmation',
    area: valid('area', (area) => /^[a-z]{1,2}$/i.test(area)) ?? '',
    sort: (Object.keys(leadSorts) as LeadSortName[]).find((name) => name === sort) ?? null,
    view: parameters.get('view') === 'board' ? 'board' : null,
    ...readPlace(parameters),
  }
}

export function writeListState(state: LeadListState, page: number): URLSearchParams {
  const { search, status, assignedTo, from, to, source, followUp, pending, waiting, area, sort, view } = state
  const { awaitingPrice, awaitingConfirmation } = state
  const entries = {
    q: search,
    status: status?.toLowerCase(),
    assigned_to: assignedTo,
    from,
    to,
    source,
    area,
    filter:
      (followUp && 'followup') ||
      (pending && 'pending') ||
      (waiting && 'waiting') ||
      (awaitingPrice && 'awaiting-price') ||
      (awaitingConfirmation && 'awaiting-confirmation'),
    sort,
    view,
  }
  return toAddress(entries, state, page)
}
