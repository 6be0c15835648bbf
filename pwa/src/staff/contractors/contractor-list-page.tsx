import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Paper } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmed } from '../ui/confirm-dialog.tsx'
import { ChoiceField, SearchField } from '../ui/filter-fields.tsx'
import { ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted } from '../ui/section.tsx'
import { StatCards } from '../ui/stat-cards.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useContractorDialog } from './contractor-dialog.tsx'
import { filterContractors, useContractorFilter } from './contractor-filter.ts'
import { contractorStates, deletionText, stateOf } from './contractor-labels.ts'
import { ContractorRows } from './contractor-rows.tsx'
import { contractorList, deleteContractor, type ListedContractor } from './contractors.queries.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import { ImportContractors } from './import-contractors.tsx'

export function ContractorListPage() {
  usePageTitle('Contractors')
  const firms = useQuery(contractorList())
  const { filter, change, clear, isFiltered } = useContractorFilter()
  const found = firms.data && filterContractors(firms.data, filter)
  const [isTrying, setTrying] = useState(false)
  const editing = useContractorDialog()
  const deletion = useDeletion()
  return (
    <>
      <StatCards label="Contractor figures" stats={statsOf(firms.data, firms.isPending)} />
      <StaleNotice query={firms} />
      <Paper variant="outlined" component="section" aria-label="Contractors">
        <Box sx={{ p: 2, pb: 1.5 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <SearchField label="Search name or email" value={filter.search} onSearch={(search) => change({ search })} />
            <ChoiceField
              label="State"
              all="All states"
              value={filter.state}
              labels={contractorStates}
              onChoose={(state) => change({ state })}
            />
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
            <Muted role="status" sx={{ flexGrow: 1 }}>
              {found && firms.data ? `${found.length} of ${firms.data.length} contractors` : ' '}
            </Muted>
            <ImportContractors />
            <Button variant="outlined" onClick={() => setTrying(true)}>
              Who would get a lead?
            </Button>
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => editing.open(null)}>
              Add Contractor
            </Button>
          </Box>
        </Box>
        {firms.isPending && <ListSkeleton rows={6} label="Loading contractors…" />}
        {firms.isLoadingError && <LoadFailure query={firms} sx={{ m: 2, mt: 0 }} />}
        {found?.length === 0 && (
          <EmptyState
            title={isFiltered ? 'No contractors match' : 'No contractors yet'}
            action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
          >
            {isFiltered
              ? 'Check the spelling, or choose another state.'
              : 'Add the firms that leads are offered to. Until then every lead waits for somebody to call.'}
          </EmptyState>
        )}
        {found && found.length > 0 && <ContractorRows rows={found} onEdit={editing.open} onDelete={deletion.ask} />}
      </Paper>
      {editing.dialog}
      {deletion.dialog}
      <DryRunDialog open={isTrying} onClose={() => setTrying(false)} />
    </>
  )
}

function useDeletion() {
  const client = useQueryClient()
  const toast = useToast()
  return useConfirmed({
    mutationFn: deleteContractor,
    question: (firm: ListedContractor) => ({
      title: `Delete ${firm.name}`,
      text: deletionText(firm),
      confirm: 'Delete Contractor',
      busyText: 'Deleting…',
    }),
    onSuccess: () => toast.success('Contractor deleted successfully'),
    onSettled: (_answer, error) => {
      // The reason stands in the dialog.
      if (error) toast.error('Failed to delete contractor')
      void client.invalidateQueries(contractorList())
    },
  })
}

function statsOf(firms: readonly ListedContractor[] | undefined, isPending: boolean) {
  const count = (counts: (firm: ListedContractor) => boolean) =>
    firms?.filter(counts).length ?? (isPending ? null : undefined)
  return [
    { label: 'Total Contractors', value: count(() => true) },
    { label: 'Active', value: count((firm) => stateOf(firm) === 'active') },
    { label: 'Paused', value: count((firm) => stateOf(firm) === 'paused') },
    { label: 'Unverified', value: count((firm) => stateOf(firm) === 'unverified') },
  ]
}
