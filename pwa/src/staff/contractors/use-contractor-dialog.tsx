import { usePartDialog } from '../ui/dialogs/fresh-dialog.tsx'
import type { ListedContractor } from './contractors.queries.ts'

/** Opened with a firm it changes that one, with null it adds one. */
export const useContractorDialog = () =>
  usePartDialog(
    () => import('./contractor-dialog.tsx'),
    ({ ContractorDialog }, firm: ListedContractor | null, state) => <ContractorDialog firm={firm} {...state} />,
  )
