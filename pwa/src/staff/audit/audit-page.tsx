import { Box, Button, LinearProgress, Paper, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { DataList, ListSkeleton, oneLine, Paging, type Column } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted } from '../ui/section.tsx'
import { formatDateTime } from '../ui/times.ts'
import { actionText, personText, Subject } from './audit-entry.tsx'
import { AuditFilters, useAuditList, type AuditList } from './audit-filters.tsx'
import { auditTrail, entriesPerPage, type ShownEntry } from './audit.queries.ts'

/** Who saw, changed, exported or shared what, newest first (docs/specification.md, 8.6). */
export function AuditPage() {
  usePageTitle('Audit Trail')
  const list = useAuditList()
  const trail = useQuery(auditTrail(list.state))
  const page = trail.data
  const searching = trail.isPlaceholderData
  return (
    <>
      <StaleNotice query={trail} />
      <Paper variant="outlined" component="section" aria-label="Audit trail">
        <AuditFilters list={list} />
        <Muted role="status" sx={{ px: 2, py: 1 }}>
          {page && !searching ? summaryOf(page) : !trail.isLoadingError && 'Loading entries…'}
        </Muted>
        <Box sx={{ height: 2 }}>{searching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
        {trail.isPending && <ListSkeleton rows={8} />}
        {trail.isLoadingError && <LoadFailure query={trail} sx={{ m: 2 }} />}
        {page?.nodes.length === 0 && <Nothing list={list} />}
        {page && page.nodes.length > 0 && (
          <Box aria-busy={searching} sx={{ opacity: searching ? 0.55 : 1, transition: 'opacity 150ms' }}>
            <DataList label="Entries" rows={page.nodes} columns={columns} card={card} cardsBelow={760} />
          </Box>
        )}
        {page && (
          <Paging
            label="Pages of entries"
            number={list.pageNumber}
            pages={Math.ceil(page.totalCount / entriesPerPage)}
            hasMorePages={page.totalIsCapped}
            hasNext={page.pageInfo.hasNextPage}
            busy={searching}
            onPrevious={() => list.previous(page)}
            onNext={() => list.next(page)}
          />
        )}
      </Paper>
    </>
  )
}

function summaryOf({ totalCount, totalIsCapped }: { totalCount: number; totalIsCapped: boolean }): string {
  const count = `${totalCount.toLocaleString('en-GB')}${totalIsCapped ? '+' : ''}`
  return `${count} ${totalCount === 1 ? 'entry' : 'entries'}, newest first`
}

const columns: readonly Column<ShownEntry>[] = [
  { head: 'When', sx: oneLine, cell: ({ at }) => formatDateTime(at) },
  { head: 'Who', cell: personText },
  { head: 'Action', cell: actionText },
  { head: 'Subject', cell: (entry) => <Subject entry={entry} /> },
  { head: 'Details', cell: ({ details }) => <Details text={details} /> },
]

const card = (entry: ShownEntry) => (
  <>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>{actionText(entry)}</Typography>
      <Muted>{formatDateTime(entry.at)}</Muted>
    </Box>
    <Muted component="div">
      {personText(entry)} · <Subject entry={entry} />
    </Muted>
    <Details text={entry.details} />
  </>
)

const Details = ({ text }: { text: string | null }) => text && <Muted sx={{ overflowWrap: 'anywhere' }}>{text}</Muted>

function Nothing({ list }: { list: AuditList }) {
  if (list.pageNumber > 1 || list.state.after !== null || list.state.before !== null)
    return (
      <EmptyState
        title="Nothing on this page any more"
        action={<Button onClick={list.first}>Go to the first page</Button>}
      />
    )
  if (list.isFiltered)
    return (
      <EmptyState title="No entries match" action={<Button onClick={list.clear}>Clear filters</Button>}>
        Check the reference, or take a filter away.
      </EmptyState>
    )
  return <EmptyState title="No entries yet">What people open, change and export appears here.</EmptyState>
}
