import { contractorState, type ContractorState } from './contractor-labels.ts'
import type { ListedContractor } from './contractors.queries.ts'

export type ContractorFilter = { search: string; state: ContractorState | null }

/** A substring of name or email in any case (docs/specification.md, 9.7). */
export function filterContractors(
  firms: readonly ListedContractor[],
  { search, state }: ContractorFilter,
): ListedContractor[] {
  const wanted = search.toLowerCase()
  return firms.filter(
    (firm) =>
      (state === null || contractorState(firm) === state) &&
      [firm.name, firm.email].some((text) => text.toLowerCase().includes(wanted)),
  )
}
