import { Box, Button, LinearProgress, Paper } from '@mui/material'
import type { ReactNode } from 'react'
import { ListSkeleton, Paging, type PageOfList, type Places } from './list.tsx'
import { EmptyState, StaleNotice } from './notices.tsx'
import { QueryState, type ShownQuery } from './query-state.tsx'
import { Muted } from './section.tsx'

type ListBodyProps<Row> = {
  query: ShownQuery<unknown> & { isPlaceholderData: boolean }
  skeletonRows: number
  /** For screen readers, where no visible text reports the loading. */
  loading?: string
  rows: readonly Row[] | undefined
  /** In place of a list without rows. */
  empty: ReactNode
  /** A bar, and paler rows, while another search or page is loaded. */
  showsSearching?: boolean
  /** Of a list that comes page by page. */
  paging?: { label: string; places: Places; page: PageOfList | undefined; perPage: number; leftText?: string }
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, its pages, and what stands there while it has none. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { query, skeletonRows, loading, rows, empty, showsSearching = false, paging, children } = props
  const isSearching = showsSearching && query.isPlaceholderData
  return (
    <>
      {showsSearching && (
        <Box sx={{ height: 2 }}>{isSearching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
      )}
      <QueryState
        query={query}
        skeleton={<ListSkeleton rows={skeletonRows} label={loading} />}
        failureSx={{ m: 2, mt: showsSearching ? 2 : 0 }}
      />
      {rows?.length === 0 && (paging && !paging.places.isFirst ? <LeftPage {...paging} /> : empty)}
      {rows && rows.length > 0 && (
        <Box aria-busy={isSearching} sx={{ opacity: isSearching ? 0.55 : 1, transition: 'opacity 150ms' }}>
          {children(rows)}
        </Box>
      )}
      {paging?.page && <Paging {...paging} page={paging.page} busy={query.isPlaceholderData} />}
    </>
  )
}

/** What was on this page has moved on. */
const LeftPage = ({ places, leftText }: { places: Places; leftText?: string }) => (
  <EmptyState
    title="Nothing on this page any more"
    action={<Button onClick={places.first}>Go to the first page</Button>}
  >
    {leftText}
  </EmptyState>
)

/** The list of a screen: what stands above its rows, and the rows. */
export function ListFrame<Row>({ label, head, ...body }: ListBodyProps<Row> & { label: string; head: ReactNode }) {
  return (
    <>
      <StaleNotice query={body.query} />
      <Paper variant="outlined" component="section" aria-label={label}>
        {head}
        <ListBody {...body} />
      </Paper>
    </>
  )
}

type ListHeadProps = { filters: ReactNode; summary: string; actions: ReactNode }

/** Filters, and below them how many rows they leave and what can be done. */
export const ListHead = ({ filters, summary, actions }: ListHeadProps) => (
  <Box sx={{ p: 2, pb: 1.5 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>{filters}</Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
      <Muted role="status" sx={{ flexGrow: 1 }}>
        {summary}
      </Muted>
      {actions}
    </Box>
  </Box>
)

/** In place of a list that a filter leaves without rows. */
export const NoMatch = ({ title, clear, children }: { title: string; clear: () => void; children: ReactNode }) => (
  <EmptyState title={title} action={<Button onClick={clear}>Clear filters</Button>}>
    {children}
  </EmptyState>
)
