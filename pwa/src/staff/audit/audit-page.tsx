import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { DataList, noWrap, type Column } from '../ui/lists/list.tsx'
import { ListFrame, NoMatch } from '../ui/lists/list-frame.tsx'
import { EmptyState } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted } from '../ui/section.tsx'
import { formatDateTime } from '../ui/times.ts'
import { actionText, personText, Subject } from './audit-entry.tsx'
import { AuditFilters, useAuditList } from './audit-filters.tsx'
import { auditTrail, entriesPerPage, type ShownEntry } from './audit.queries.ts'

/** Who saw, changed, exported or shared what, newest first (docs/specification.md, 8.6). */
export function AuditPage() {
  usePageTitle('Audit Trail')
  const list = useAuditList()
  const trail = useQuery(auditTrail(list.state))
  const page = trail.data
  return (
    <ListFrame
      label="Audit trail"
      query={trail}
      skeletonRows={8}
      rows={page?.nodes}
      head={
        <>
          <AuditFilters list={list} />
          <Muted role="status" sx={{ px: 2, py: 1 }}>
            {page && !trail.isPlaceholderData ? summaryOf(page) : !trail.isLoadingError && 'Loading entries…'}
          </Muted>
        </>
      }
      showsSearching
      paging={{ label: 'Pages of entries', places: list, page, perPage: entriesPerPage }}
      empty={
        list.isFiltered ? (
          <NoMatch title="No entries match" clear={list.clear}>
            Check the reference, or take a filter away.
          </NoMatch>
        ) : (
          <EmptyState title="No entries yet">What people open, change and export appears here.</EmptyState>
        )
      }
    >
      {(rows) => <DataList label="Entries" rows={rows} columns={columns} card={card} cardsBelow={760} />}
    </ListFrame>
  )
}

function summaryOf({ totalCount, totalIsCapped }: { totalCount: number; totalIsCapped: boolean }): string {
  const count = `${totalCount.toLocaleString('en-GB')}${totalIsCapped ? '+' : ''}`
  return `${count} ${totalCount === 1 ? 'entry' : 'entries'}, newest first`
}

const columns: readonly Column<ShownEntry>[] = [
  { head: 'When', sx: noWrap, cell: ({ at }) => formatDateTime(at) },
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
