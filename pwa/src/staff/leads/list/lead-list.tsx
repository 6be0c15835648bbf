import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import { LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { DeleteLeadsDialog } from '../delete-leads-dialog.tsx'
import { nameOf } from '../lead-labels.ts'
import { leadList, type LeadRow } from '../leads.queries.ts'
import { useDeleteLeads } from '../use-delete-leads.ts'
import { LeadCards } from './lead-cards.tsx'
import { LeadListEmpty } from './lead-list-empty.tsx'
import { LeadListPaging } from './lead-list-paging.tsx'
import { LeadListSkeleton } from './lead-list-skeleton.tsx'
import { LeadListBar, LeadListFilters } from './lead-list-toolbar.tsx'
import { LeadTable } from './lead-table.tsx'
import { useLeadListState } from './use-lead-list-state.ts'
import { useSelection } from './use-selection.ts'

type LeadListProps = { path: string; mayDelete: boolean; mayDecide: boolean }

export function LeadList({ path, mayDelete, mayDecide }: LeadListProps) {
  const list = useLeadListState()
  const leads = useQuery(leadList(list.state))
  const { ref, isNarrow } = useNarrow(760)
  const rows = leads.data?.nodes ?? []
  const selection = useSelection(rows.map(({ id }) => id))
  const deletion = useDeleteLeads(selection.clear)

  const Rows = isNarrow ? LeadCards : LeadTable
  const askToDelete = (lead: LeadRow) => deletion.ask({ ids: [lead.id], name: `${lead.reference}, ${nameOf(lead)}` })
  const searching = leads.isPlaceholderData

  return (
    <>
      {leads.data && leads.isRefetchError && <StaleNotice since={leads.dataUpdatedAt} />}
      <Paper ref={ref} variant="outlined" component="section" aria-label="Leads" sx={{ position: 'relative' }}>
        <LeadListFilters list={list} mayDecide={mayDecide} />
        <LeadListBar
          list={list}
          total={searching ? null : (leads.data?.totalCount ?? null)}
          failed={leads.isError && !leads.data}
          selection={mayDelete ? selection : null}
          onDeleteSelected={() => deletion.ask({ ids: selection.selected, name: null })}
        />
        <Box sx={{ height: 2 }}>{searching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
        {leads.isPending && <LeadListSkeleton asCards={isNarrow} />}
        {leads.isError && !leads.data && (
          <Box sx={{ p: 2 }}>
            <LoadFailure error={leads.error} retry={() => void leads.refetch()} retrying={leads.isFetching} />
          </Box>
        )}
        {leads.data && rows.length === 0 && <LeadListEmpty list={list} />}
        {rows.length > 0 && (
          <Box aria-busy={searching} sx={{ opacity: searching ? 0.55 : 1, transition: 'opacity 150ms' }}>
            <Rows
              rows={rows}
              path={path}
              selection={mayDelete ? selection : null}
              onDelete={mayDelete ? askToDelete : null}
            />
          </Box>
        )}
        {leads.data && <LeadListPaging list={list} page={leads.data} busy={searching} />}
      </Paper>
      <DeleteLeadsDialog deletion={deletion} />
    </>
  )
}
