import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { Button, List, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../ui/page-title.ts'
import { EmptyState } from '../../ui/notices.tsx'
import { useCursors } from '../../ui/lists/list.tsx'
import { ListFrame } from '../../ui/lists/list-frame.tsx'
import { Muted } from '../../ui/section.tsx'
import { leadsPerPage } from '../leads.queries.ts'
import { HeldQuoteEntry } from './held-quote-entry.tsx'
import { heldQuotes, type HeldQuotePage } from './held.queries.ts'

/** Quotes that were held as spam: an admin releases each as a lead, or discards it. */
export function HeldQuotesPage() {
  usePageTitle('Held Quotes')
  const cursors = useCursors()
  const held = useQuery(heldQuotes(cursors.after))
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
      <ListFrame
        label="Held quotes"
        query={held}
        skeletonRows={5}
        rows={page?.nodes}
        head={
          <Muted role="status" sx={{ px: 2, py: held.isLoadingError ? 1 : 1.5 }}>
            {page ? summaryOf(page) : !held.isLoadingError && 'Loading held quotes…'}
          </Muted>
        }
        paging={{ label: 'Pages of held quotes', places: cursors, page, perPage: leadsPerPage }}
        empty={<NothingHeld />}
      >
        {(quotes) => (
          <List disablePadding aria-label="Held quotes">
            {quotes.map((quote) => (
              <HeldQuoteEntry key={quote.id} quote={quote} />
            ))}
          </List>
        )}
      </ListFrame>
    </>
  )
}

const summaryOf = ({ totalCount }: HeldQuotePage) =>
  totalCount === 0 ? 'No held quotes' : `${totalCount} held ${totalCount === 1 ? 'quote' : 'quotes'}, newest first`

const NothingHeld = () => (
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
