import { useSearchParams } from 'react-router-dom'
import { contractorStates, stateOf, type ContractorState } from './contractor-labels.ts'
import type { ListedContractor } from './contractors.queries.ts'

export type ContractorFilter = { search: string; state: ContractorState | null }
const everyFirm: ContractorFilter = { search: '', state: null }

/** A substring of name or email in any case (docs/specification.md, 9.7). */
export function filterContractors(
  firms: readonly ListedContractor[],
  { search, state }: ContractorFilter,
): ListedContractor[] {
  const wanted = search.toLowerCase()
  return firms.filter(
    (firm) =>
      (state === null || stateOf(firm) === state) &&
      [firm.name, firm.email].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** The filter is stored in the address, like that of the users. */
export function useContractorFilter() {
  const [parameters, setParameters] = useSearchParams()
  const filter = readFilter(parameters)
  const change = (changes: Partial<ContractorFilter>) => {
    // The address is ahead of what is rendered.
    const { search, state } = { ...readFilter(new URLSearchParams(window.location.search)), ...changes }
    const entries = Object.entries({ q: search, state: state ?? '' })
    setParameters(
      entries.filter(([, value]) => value !== ''),
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    filter,
    change,
    clear: () => change(everyFirm),
    isFiltered: filter.search !== '' || filter.state !== null,
  }
}

function readFilter(parameters: URLSearchParams): ContractorFilter {
  const states = Object.keys(contractorStates) as ContractorState[]
  return {
    search: parameters.get('q')?.trim() ?? '',
    state: states.find((state) => state === parameters.get('state')) ?? null,
  }
}
