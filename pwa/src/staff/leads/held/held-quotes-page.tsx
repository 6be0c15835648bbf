import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { Button, List, Paper, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { EmptyState, LoadFailure, StaleNotice } from '../../ui/notices.tsx'
import { ListSkeleton, Paging, useCursors, type Cursors } from '../../ui/list.tsx'
import { Muted } from '../../ui/section.tsx'
import { leadsPerPage } from '../leads.queries.ts'
import { HeldQuoteEntry } from './held-quote-entry.tsx'
import { heldQuotes, type HeldQuotePage } from './held.queries.ts'

/** Quotes that were held as spam: an admin releases each as a lead, or discards it. */
export function HeldQuotesPage() {
  usePageTitle('Held Quotes')
  const paging = useCursors()
  const held = useQuery(heldQuotes(paging.after))
  const page = held.data
  return (
    <>
      <Button component={Link} to="/admin/leads" startIcon={<ArrowBackIcon />} sx={{ mb: 1 }}>
        Lead Management
      </Button>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: 720 }}>
        Requests that look like spam wait here. Their senders saw the same thanks as everybody else, and nobody has been
        told about them. Release what is real; what nobody releases goes by itself after{' '}
        {page ? `${page.heldDays} ${page.heldDays === 1 ? 'day' : 'days'}` : 'some days'}.
      </Typography>
      <StaleNotice query={held} />
      <Paper variant="outlined" component="section" aria-label="Held quotes">
        <Muted role="status" sx={{ px: 2, py: held.isLoadingError ? 1 : 1.5 }}>
          {page ? summaryOf(page) : !held.isLoadingError && 'Loading held quotes…'}
        </Muted>
        {held.isPending && <ListSkeleton rows={5} />}
        {held.isLoadingError && <LoadFailure query={held} sx={{ m: 2, mt: 0 }} />}
        {page?.nodes.length === 0 && <Nothing paging={paging} />}
        {page && page.nodes.length > 0 && (
          <List disablePadding aria-label="Held quotes">
            {page.nodes.map((quote) => (
              <HeldQuoteEntry key={quote.id} quote={quote} />
            ))}
          </List>
        )}
        {page && (
          <Paging
            label="Pages of held quotes"
            number={paging.number}
            pages={Math.ceil(page.totalCount / leadsPerPage)}
            hasNext={page.pageInfo.hasNextPage}
            busy={held.isPlaceholderData}
            onPrevious={paging.previous}
            onNext={() => paging.next(page.pageInfo.endCursor)}
          />
        )}
      </Paper>
    </>
  )
}

const summaryOf = ({ totalCount }: HeldQuotePage) =>
  totalCount === 0 ? 'No held quotes' : `${totalCount} held ${totalCount === 1 ? 'quote' : 'quotes'}, newest first`

function Nothing({ paging }: { paging: Cursors }) {
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
