import { useSearchParams } from 'react-router-dom'
import { statusNames } from '../lead-labels.ts'
import type { LeadListState, LeadPage } from '../leads.queries.ts'

/** Filter and page are stored in the address: they survive a reload, can be shared, and are there on going back. */
export function useLeadListState() {
  const [parameters, setParameters] = useSearchParams()
  const state = readListState(parameters)
  const pageNumber = Math.max(1, Math.trunc(Number(parameters.get('page') ?? 1)) || 1)

  // The address is ahead of what is rendered: a search and a choice made in quick succession must not undo each other.
  const current = () => readListState(new URLSearchParams(window.location.search))

  const filter = (change: Partial<Pick<LeadListState, 'search' | 'status'>>) =>
    setParameters(writeListState({ ...current(), ...change, after: null, before: null }, 1), {
      replace: true,
      preventScrollReset: true,
    })

  const turn = (change: Pick<LeadListState, 'after' | 'before'>, number: number) =>
    setParameters(writeListState({ ...current(), ...change }, number))

  return {
    state,
    pageNumber,
    isFiltered: state.search !== '' || state.status !== null,
    filter,
    clear: () => filter({ search: '', status: null }),
    next: ({ pageInfo }: LeadPage) => turn({ after: pageInfo.endCursor, before: null }, pageNumber + 1),
    // The first page is the newest leads, whatever arrived meanwhile.
    previous: ({ pageInfo }: LeadPage) =>
      pageNumber <= 2
        ? turn({ after: null, before: null }, 1)
        : turn({ after: null, before: pageInfo.startCursor }, pageNumber - 1),
    first: () => turn({ after: null, before: null }, 1),
  }
}

export function readListState(parameters: URLSearchParams): LeadListState {
  const status = parameters.get('status')?.toUpperCase()
  const before = parameters.get('before')
  return {
    search: parameters.get('q')?.trim() ?? '',
    status: statusNames.find((name) => name === status) ?? null,
    before,
    after: before === null ? parameters.get('after') : null,
  }
}

export function writeListState({ search, status, after, before }: LeadListState, page: number): URLSearchParams {
  const parameters = new URLSearchParams()
  if (search) parameters.set('q', search)
  if (status) parameters.set('status', status.toLowerCase())
  if (after) parameters.set('after', after)
  if (before) parameters.set('before', before)
  if (page > 1) parameters.set('page', String(page))
  return parameters
}
