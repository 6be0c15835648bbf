import { Button, Paper } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../api/session.ts'
import { usePartDialog } from '../../ui/dialogs/fresh-dialog.tsx'
import { ListSkeleton } from '../../ui/lists/list.tsx'
import { ListBody, NoMatch } from '../../ui/lists/list-frame.tsx'
import { EmptyState, StaleNotice } from '../../ui/notices.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { StatCards } from '../../ui/stat-cards.tsx'
import type { BulkTarget } from '../bulk/bulk-changes.queries.ts'
import { BulkChangeStatus } from '../bulk/bulk-change-status.tsx'
import { leadSorts, newestFirst, type LeadFilterState } from '../lead-filter.ts'
import { numberOfLeads, leadTitle } from '../lead-labels.ts'
import {
  leadList,
  leadsPerPage,
  managerFigures,
  useDeleteLeads,
  useLeadFigures,
  useLeadTotal,
  type LeadRow,
} from '../leads.queries.ts'
import { LeadListBar, SelectEverything } from './lead-list-bar.tsx'
import { LeadListFilters } from './lead-list-filters.tsx'
import { LeadRows } from './lead-rows.tsx'
import { useLeadListState, type ListState } from './use-lead-list-state.ts'
import { useSelection, type Selection } from './use-selection.ts'

const LeadBoard = lazy(() => import('../board/lead-board.tsx').then((board) => ({ default: board.LeadBoard })))

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
      <StatCards
        label="Lead figures"
        stats={path === '/admin/leads' ? adminFigures : managerFigures(figure)}
        foldsOnPhone
      />
      {path === '/admin/leads' ? (
        <LeadList searchLabel="Search name, email or mobile" />
      ) : (
        <LeadList
          searchLabel="Search name, email, mobile, pickup or dropoff"
          reportPath="/manager/report"
          assignsInRows
        />
      )}
    </>
  )
}

type LeadListProps = {
  searchLabel: string
  assignsInRows?: boolean
  /** The report, where no dashboard leads to it. */
  reportPath?: string
}

function LeadList({ searchLabel, assignsInRows = false, reportPath }: LeadListProps) {
  const mayEdit = useCan('lead:edit')
  const mayDelete = useCan('lead:delete')
  const list = useLeadListState()
  const isBoard = list.state.view === 'board'
  // The board loads its own, and needs from here how many match.
  const leads = useQuery(leadList(list.state, isBoard ? 1 : leadsPerPage))
  const shownPage = leads.isPlaceholderData ? undefined : leads.data
  const total = useLeadTotal(list.state, shownPage)
  const { sort: _sort, after: _after, before: _before, view: _view, ...filter } = list.state
  const selection = useSelection(leads.data, total, JSON.stringify(filter))
  const shownSelection = mayEdit && !isBoard ? selection : null
  const deletion = useDeleteLeads(selection.clear)
  const askToDelete = (lead: LeadRow) => deletion.ask({ ids: [lead.id], name: leadTitle(lead) })
  const [isJobShown, setJobShown] = useState(false)
  const bulk = useBulkDialog(selection, filter, () => setJobShown(true))
  const found = shownPage && total ? numberOfLeads(total.totalCount, total.totalIsCapped) : null

  return (
    <>
      <StaleNotice query={leads} />
      {mayEdit && (
        <BulkChangeStatus open={isJobShown} onOpen={() => setJobShown(true)} onClose={() => setJobShown(false)} />
      )}
      <Paper variant="outlined" component="section" aria-label="Leads" sx={{ position: 'relative' }}>
        <LeadListFilters list={list} found={found ?? 'leads'} searchLabel={searchLabel} reportPath={reportPath} />
        <LeadListBar
          summary={leads.isLoadingError ? '' : shownPage ? `${found ?? 'Leads'}${sortedBy(list)}` : 'Loading leads…'}
          selection={shownSelection}
          onAct={bulk.ask}
          view={list.state.view}
          onView={(view) => list.show({ view })}
        />
        {total && shownSelection && <SelectEverything selection={shownSelection} total={total} />}
        {isBoard ? (
          <Suspense fallback={<ListSkeleton rows={8} />}>
            <LeadBoard state={list.state} />
          </Suspense>
        ) : (
          <ListBody
            query={leads}
            failed="Failed to fetch quotes"
            skeletonRows={8}
            rows={leads.data?.nodes}
            showsSearching
            paging={{
              label: 'Pages of leads',
              places: list,
              page: leads.data && { ...leads.data, ...total },
              perPage: leadsPerPage,
              leftText: 'The leads that were here have moved or were deleted.',
            }}
            empty={<NoLeads list={list} />}
          >
            {(rows) => (
              <LeadRows
                rows={rows}
                selection={shownSelection}
                onAssign={assignsInRows && mayEdit ? bulk.assign : null}
                onDelete={mayDelete ? askToDelete : null}
              />
            )}
          </ListBody>
        )}
      </Paper>
      {deletion.dialog}
      {bulk.dialog}
    </>
  )
}

function sortedBy({ state, isFiltered }: ListState): string {
  const order = state.sort === null ? newestFirst : leadSorts[state.sort].label
  return `${isFiltered ? ' match' : ''}, ${order.charAt(0).toLowerCase()}${order.slice(1)}`
}

function useBulkDialog(selection: Selection, filter: LeadFilterState, onStarted: () => void) {
  const { open, dialog } = usePartDialog(
    () => import('../bulk/bulk-questions.tsx'),
    ({ bulkDialogs }, target: BulkTarget, state) => {
      const Dialog = bulkDialogs[target.kind]
      return <Dialog {...state} target={target} onDone={selection.clear} onStarted={onStarted} />
    },
  )
  const ask = (kind: BulkTarget['kind']) => {
    const { count, isCapped, isEverything, rows } = selection
    open({ kind, count, isCapped, filter, leads: isEverything ? null : rows })
  }
  /** One lead, whatever is selected. */
  const assign = (lead: LeadRow) => open({ kind: 'assign', count: 1, isCapped: false, filter, leads: [lead] })
  return { ask, assign, dialog }
}

/** Why the list is empty, and what to do about it. */
function NoLeads({ list }: { list: ListState }) {
  if (list.isFiltered)
    return (
      <NoMatch title="No leads match" clear={list.clear}>
        Check the spelling, search for a part of the name, or take a filter away.
      </NoMatch>
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
