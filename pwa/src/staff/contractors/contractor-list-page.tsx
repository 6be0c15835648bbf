import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAskedFor } from '../ui/asked-action.ts'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { ListFrame, ListHead, NoMatch } from '../ui/lists/list-frame.tsx'
import { EmptyState } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { useFilter } from '../ui/lists/use-filter.tsx'
import { useContractorDialog } from './use-contractor-dialog.tsx'
import { filterContractors, contractorStates, contractorDeletionText, contractorState } from './contractor-labels.ts'
import { ContractorRows } from './contractor-rows.tsx'
import { contractorList, deleteContractor, type ListedContractor } from './contractors.queries.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import { ImportContractors } from './import-contractors.tsx'

const choices = { state: { label: 'State', all: 'All states', labels: contractorStates } }

export function ContractorListPage() {
  usePageTitle('Contractors')
  const firms = useQuery(contractorList())
  const { filter, fields, clear, isFiltered } = useFilter('Search name or email', choices)
  const found = firms.data && filterContractors(firms.data, filter)
  const [isTrying, setTrying] = useState(false)
  const editing = useContractorDialog()
  useAskedFor('add-contractor', () => editing.open(null))
  const deletion = useDeletion()
  return (
    <>
      <StatCards label="Contractor figures" stats={statsOf(firms.data, firms.isPending)} />
      <ListFrame
        label="Contractors"
        query={firms}
        skeletonRows={6}
        loading="Loading contractors…"
        rows={found}
        head={
          <ListHead
            summary={found && firms.data ? `${found.length} of ${firms.data.length} contractors` : ' '}
            filters={fields}
            actions={
              <>
                <ImportContractors />
                <Button variant="outlined" onClick={() => setTrying(true)}>
                  Who would get a lead?
                </Button>
                <Button variant="contained" startIcon={<AddIcon />} onClick={() => editing.open(null)}>
                  Add Contractor
                </Button>
              </>
            }
          />
        }
        empty={
          isFiltered ? (
            <NoMatch title="No contractors match" clear={clear}>
              Check the spelling, or choose another state.
            </NoMatch>
          ) : (
            <EmptyState title="No contractors yet">
              Add the firms that leads are offered to. Until then every lead waits for somebody to call.
            </EmptyState>
          )
        }
      >
        {(rows) => <ContractorRows rows={rows} onEdit={editing.open} onDelete={deletion.ask} />}
      </ListFrame>
      {editing.dialog}
      {deletion.dialog}
      <DryRunDialog open={isTrying} onClose={() => setTrying(false)} />
    </>
  )
}

const useDeletion = () =>
  useConfirmed({
    mutationFn: deleteContractor,
    question: (firm: ListedContractor) => ({
      title: `Delete ${firm.name}`,
      text: contractorDeletionText(firm),
      confirm: 'Delete Contractor',
      busyText: 'Deleting…',
    }),
    done: 'Contractor deleted successfully',
    // The reason stands in the dialog.
    failed: 'Failed to delete contractor',
    refreshes: contractorList(),
  })

function statsOf(firms: readonly ListedContractor[] | undefined, isPending: boolean) {
  const count = (counts: (firm: ListedContractor) => boolean) =>
    firms?.filter(counts).length ?? (isPending ? null : undefined)
  return [
    { label: 'Total Contractors', value: count(() => true) },
    { label: 'Active', value: count((firm) => contractorState(firm) === 'active') },
    { label: 'Paused', value: count((firm) => contractorState(firm) === 'paused') },
    { label: 'Unverified', value: count((firm) => contractorState(firm) === 'unverified') },
  ]
}
