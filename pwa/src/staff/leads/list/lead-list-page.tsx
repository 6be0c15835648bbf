import { useQuery } from '@tanstack/react-query'
import { Box, Button, LinearProgress, Paper } from '@mui/material'
import { useCan } from '../../../api/session.ts'
import { ListSkeleton, Paging } from '../../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { StatCards } from '../../ui/stat-cards.tsx'
import { titleOf } from '../lead-labels.ts'
import {
  leadList,
  leadsPerPage,
  managerFigures,
  useDeleteLeads,
  useLeadFigures,
  type LeadRow,
} from '../leads.queries.ts'
import { LeadListBar, LeadListFilters, type ListState } from './lead-list-toolbar.tsx'
import { LeadRows, useSelection } from './lead-rows.tsx'
import { useLeadListState } from './use-lead-list-state.ts'

type LeadListPageProps = {
  /** The path of the list; a lead is one segment below it. */
  path: '/admin/leads' | '/manager/leads'
  title: string
}

export function LeadListPage({ path, title }: LeadListPageProps) {
  usePageTitle(title)
  const figure = useLeadFigures()
  const adminFigures = [
    { label: 'Total Leads', value: figure('total') },
    { label: 'New Leads', value: figure('new') },
    { label: 'Converted', value: figure('converted') },
    { label: 'Conversion Rate', value: figure('conversionRate'), percent: true },
  ]
  return (
    <>
      <StatCards label="Lead figures" stats={path === '/admin/leads' ? adminFigures : managerFigures(figure)} />
      <LeadList />
    </>
  )
}

function LeadList() {
  const mayDelete = useCan('lead:delete')
  const list = useLeadListState()
  const leads = useQuery(leadList(list.state))
  const rows = leads.data?.nodes ?? []
  const selection = useSelection(rows)
  const deletion = useDeleteLeads(selection.clear)
  const askToDelete = (lead: LeadRow) => deletion.ask({ ids: [lead.id], name: titleOf(lead) })
  const searching = leads.isPlaceholderData

  return (
    <>
      <StaleNotice query={leads} />
      <Paper variant="outlined" component="section" aria-label="Leads" sx={{ position: 'relative' }}>
        <LeadListFilters list={list} />
        <LeadListBar
          list={list}
          leads={leads}
          selectedCount={mayDelete ? selection.selected.length : null}
          onDeleteSelected={() => deletion.ask({ ids: selection.selected, name: null })}
        />
        <Box sx={{ height: 2 }}>{searching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
        {leads.isPending && <ListSkeleton rows={8} />}
        {leads.isLoadingError && <LoadFailure query={leads} sx={{ m: 2 }} />}
        {leads.data && rows.length === 0 && <NoLeads list={list} />}
        {rows.length > 0 && (
          <Box aria-busy={searching} sx={{ opacity: searching ? 0.55 : 1, transition: 'opacity 150ms' }}>
            <LeadRows rows={rows} selection={mayDelete ? selection : null} onDelete={mayDelete ? askToDelete : null} />
          </Box>
        )}
        {leads.data && (
          <Paging
            label="Pages of leads"
            number={list.pageNumber}
            pages={Math.ceil(leads.data.totalCount / leadsPerPage)}
            hasMorePages={leads.data.totalIsCapped}
            hasNext={leads.data.pageInfo.hasNextPage}
            busy={searching}
            onPrevious={() => list.previous(leads.data)}
            onNext={() => list.next(leads.data)}
          />
        )}
      </Paper>
      {deletion.dialog}
    </>
  )
}

/** Why the list is empty, and what to do about it. */
function NoLeads({ list }: { list: ListState }) {
  if (list.pageNumber > 1 || list.state.after !== null || list.state.before !== null)
    return (
      <EmptyState
        title="Nothing on this page any more"
        action={<Button onClick={list.first}>Go to the first page</Button>}
      >
        The leads that were here have moved or were deleted.
      </EmptyState>
    )
  if (list.isFiltered)
    return (
      <EmptyState title="No leads match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        Check the spelling, search for a part of the name, or choose another status.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No leads yet"
      action={
        <Button href="/" target="_blank" rel="noopener">
          Open the quote form
        </Button>
      }
    >
      A request sent with the quote form on the website appears here within seconds.
    </EmptyState>
  )
}
