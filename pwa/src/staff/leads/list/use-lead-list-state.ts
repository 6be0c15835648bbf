import { useSearchParams } from 'react-router-dom'
import {
  isFiltered,
  leadSorts,
  me,
  momentOf,
  nobody,
  noFilter,
  type LeadFilterState,
  type LeadSortName,
} from '../lead-filter.ts'
import { statusNames } from '../lead-labels.ts'
import type { LeadListState, LeadPage } from '../leads.queries.ts'

/** Without filters, newest first, from its start. */
export const wholeList: LeadListState = { ...noFilter, sort: null, after: null, before: null }

export type ListState = ReturnType<typeof useLeadListState>

/** Filters, sort and page are stored in the address: they survive a reload, can be shared, and are there on going back. */
export function useLeadListState() {
  const [parameters, setParameters] = useSearchParams()
  const state = readListState(parameters)
  const pageNumber = Math.max(1, Math.trunc(Number(parameters.get('page') ?? 1)) || 1)

  // The address is ahead of what is rendered: a search and a choice made in quick succession must not undo each other.
  const current = () => readListState(new URLSearchParams(window.location.search))

  const show = (change: Partial<LeadFilterState> & Partial<Pick<LeadListState, 'sort'>>) =>
    setParameters(writeListState({ ...current(), ...change, after: null, before: null }, 1), {
      replace: true,
      preventScrollReset: true,
    })

  const turn = (change: Pick<LeadListState, 'after' | 'before'>, number: number) =>
    setParameters(writeListState({ ...current(), ...change }, number))

  return {
    state,
    /** Filters and sort as the address has them, without the place in the list. */
    query: writeListState({ ...state, after: null, before: null }, 1).toString(),
    /** Shows the list with other filters and another sort. */
    open: (query: string) => setParameters(writeListState(readListState(new URLSearchParams(query)), 1)),
    pageNumber,
    isFiltered: isFiltered(state),
    /** Changes filters or the sort, and shows the first page. */
    show,
    clear: () => show(noFilter),
    next: ({ pageInfo }: LeadPage) => turn({ after: pageInfo.endCursor, before: null }, pageNumber + 1),
    // The first page is the start of the list, whatever arrived meanwhile.
    previous: ({ pageInfo }: LeadPage) =>
      pageNumber <= 2
        ? turn({ after: null, before: null }, 1)
        : turn({ after: null, before: pageInfo.startCursor }, pageNumber - 1),
    first: () => turn({ after: null, before: null }, 1),
  }
}

/** What the address holds; a value that cannot be filters nothing. */
export function readListState(parameters: URLSearchParams): LeadListState {
  const valid = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name)?.trim() ?? ''
    return text !== '' && isValid(text) ? text : null
  }
  const status = parameters.get('status')?.toUpperCase()
  const sort = parameters.get('sort')
  const before = parameters.get('before')
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
    area: valid('area', (area) => /^[a-z]{1,2}$/i.test(area)) ?? '',
    sort: (Object.keys(leadSorts) as LeadSortName[]).find((name) => name === sort) ?? null,
    before,
    after: before === null ? parameters.get('after') : null,
  }
}

export function writeListState(state: LeadListState, page: number): URLSearchParams {
  const { search, status, assignedTo, from, to, source, followUp, pending, waiting, area, sort, after, before } = state
  const entries = {
    q: search,
    status: status?.toLowerCase(),
    assigned_to: assignedTo,
    from,
    to,
    source,
    area,
    filter: (followUp && 'followup') || (pending && 'pending') || (waiting && 'waiting'),
    sort,
    after,
    before,
    page: page > 1 && String(page),
  }
  return new URLSearchParams(
    Object.entries(entries).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  )
}
