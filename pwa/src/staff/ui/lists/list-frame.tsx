import { Box, Button, LinearProgress, Paper } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import { Paging, type PageOfList, type Places } from './list.tsx'
import { EmptyState, StaleNotice } from '../notices.tsx'
import { QueryState } from '../query-state.tsx'
import { Muted } from '../section.tsx'

type ListBodyProps<Row> = Pick<ComponentProps<typeof QueryState>, 'loading' | 'failed'> & {
  query: ComponentProps<typeof QueryState>['query'] & { isPlaceholderData: boolean }
  skeletonRows: number
  rows: readonly Row[] | undefined
  /** In place of a list without rows. */
  empty: ReactNode
  /** A bar, and paler rows, while another search or page is loaded. */
  showsSearching?: boolean
  /** For a list that comes page by page. */
  paging?: { label: string; places: Places; page: PageOfList | undefined; perPage: number; leftText?: string }
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, its pages, and what stands there while it has none. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { query, skeletonRows, loading, failed, rows, empty, showsSearching = false, paging, children } = props
  const isSearching = showsSearching && query.isPlaceholderData
  return (
    <>
      {showsSearching && (
        <Box sx={{ height: 2 }}>{isSearching && <LinearProgress aria-hidden sx={{ height: 2 }} />}</Box>
      )}
      <QueryState
        {...{ query, loading, failed }}
        rows={skeletonRows}
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

type ListFrameProps<Row> = ListBodyProps<Row> & {
  label: string
  /** What stands above the rows. */
  head: ReactNode
}

/** The list of a screen. */
export const ListFrame = <Row,>({ label, head, ...body }: ListFrameProps<Row>) => (
  <>
    <StaleNotice query={body.query} />
    <Paper variant="outlined" component="section" aria-label={label}>
      {head}
      <ListBody {...body} />
    </Paper>
  </>
)

/** Filters, and below them how many rows they leave and what can be done. */
export const ListHead = (props: { filters: ReactNode; summary: string; actions: ReactNode }) => (
  <Box sx={{ p: 2, pb: 1.5 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>{props.filters}</Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
      <Muted role="status" sx={{ flexGrow: 1 }}>
        {props.summary}
      </Muted>
      {props.actions}
    </Box>
  </Box>
)

/** In place of a list that a filter leaves without rows. */
export const NoMatch = ({ title, clear, children }: { title: string; clear: () => void; children: ReactNode }) => (
  <EmptyState title={title} action={<Button onClick={clear}>Clear filters</Button>}>
    {children}
  </EmptyState>
)
