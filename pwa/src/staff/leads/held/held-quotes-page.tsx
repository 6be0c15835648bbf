import { heldDays } from '@kerbside/schema/quotes/quote'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { LeadListSkeleton } from '../list/lead-list-skeleton.tsx'
import { leadsPerPage } from '../leads.queries.ts'
import { HeldQuoteEntry } from './held-quote-entry.tsx'
import { heldQuotes, type HeldQuotePage } from './held.queries.ts'

/** What was held back as spam: an admin lets it go on as a lead, or discards it. */
export function HeldQuotesPage() {
  usePageTitle('Held Quotes')
  const paging = usePaging()
  const held = useQuery(heldQuotes(paging.after))
  const { ref, isNarrow } = useNarrow(760)
  const page = held.data
  return (
    <>
      <Button component={Link} to="/admin/leads" startIcon={<ArrowBackIcon />} sx={{ mb: 1 }}>
        Lead Management
      </Button>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: 720 }}>
        Requests that look like spam wait here. Their senders saw the same thanks as everybody else, and nobody has been
        told about them. Release what is real; what nobody releases goes by itself after {heldDays} days.
      </Typography>
      {page && held.isRefetchError && <StaleNotice since={held.dataUpdatedAt} />}
      <Paper ref={ref} variant="outlined" component="section" aria-label="Held quotes">
        <Typography
          variant="body2"
          role="status"
          sx={{ color: 'text.secondary', px: 2, py: held.isError && !page ? 1 : 1.5 }}
        >
          {page ? summaryOf(page) : !held.isError && 'Loading held quotes…'}
        </Typography>
        {held.isPending && <LeadListSkeleton asCards={isNarrow} />}
        {held.isError && !page && (
          <Box sx={{ p: 2, pt: 0 }}>
            <LoadFailure error={held.error} retry={() => void held.refetch()} retrying={held.isFetching} />
          </Box>
        )}
        {page?.nodes.length === 0 && <Nothing paging={paging} />}
        {page && page.nodes.length > 0 && (
          <Box component="ul" aria-label="Held quotes" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {page.nodes.map((quote) => (
              <HeldQuoteEntry key={quote.id} quote={quote} />
            ))}
          </Box>
        )}
        {page && <HeldPaging paging={paging} page={page} busy={held.isPlaceholderData} />}
      </Paper>
    </>
  )
}

const summaryOf = ({ totalCount }: HeldQuotePage) =>
  totalCount === 0 ? 'No held quotes' : `${totalCount} held ${totalCount === 1 ? 'quote' : 'quotes'}, newest first`

type Paging = ReturnType<typeof usePaging>

/** The cursors of the pages before this one; the list is short-lived, so they are not kept in the address. */
function usePaging() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const turn = (to: readonly string[]) => {
    setCursors(to)
    window.scrollTo(0, 0)
  }
  return {
    after: cursors.at(-1) ?? null,
    number: cursors.length + 1,
    next: (cursor: string | null) => cursor !== null && turn([...cursors, cursor]),
    previous: () => turn(cursors.slice(0, -1)),
    first: () => turn([]),
  }
}

function Nothing({ paging }: { paging: Paging }) {
  if (paging.number > 1)
    return (
      <EmptyState
        title="Nothing on this page any more"
        action={<Button onClick={paging.first}>Go to the first page</Button>}
      />
    )
  return (
    <EmptyState
      title="Nothing is held"
      action={
        <Button component={Link} to="/admin/leads">
          Go to the leads
        </Button>
      }
    >
      A request that looks like spam appears here instead of among the leads.
    </EmptyState>
  )
}

function HeldPaging({ paging, page, busy }: { paging: Paging; page: HeldQuotePage; busy: boolean }) {
  const { hasNextPage, endCursor } = page.pageInfo
  if (paging.number === 1 && !hasNextPage) return null
  const pages = Math.max(paging.number, Math.ceil(page.totalCount / leadsPerPage))
  return (
    <Box
      component="nav"
      aria-label="Pages of held quotes"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        p: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button startIcon={<ChevronLeftIcon />} disabled={paging.number === 1 || busy} onClick={paging.previous}>
        Previous
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Page {paging.number} of {pages}
      </Typography>
      <Button endIcon={<ChevronRightIcon />} disabled={!hasNextPage || busy} onClick={() => paging.next(endCursor)}>
        Next
      </Button>
    </Box>
  )
}
