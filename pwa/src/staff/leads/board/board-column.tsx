import { useDroppable } from '@dnd-kit/core'
import type { Sum } from '@kerbside/schema/amount'
import { Box, Button, Skeleton, Typography } from '@mui/material'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { LoadFailure } from '../../ui/notices.tsx'
import { Muted } from '../../ui/section.tsx'
import { numberOfLeads, statusLabels } from '../lead-labels.ts'
import { StatusChip } from '../lead-parts.tsx'
import type { LeadStatusName } from '../leads.queries.ts'
import type { ShownColumn } from './board-columns.ts'

type BoardColumnProps = {
  status: LeadStatusName
  column: ShownColumn
  query: UseInfiniteQueryResult
  /** Null while nothing is dragged; otherwise whether this column takes it. */
  takes: boolean | null
  /** Why there is none, while there is none. */
  empty: string
  children: ReactNode
}

export function BoardColumn({ status, column, query, takes, empty, children }: BoardColumnProps) {
  const id = useId()
  const { setNodeRef, isOver } = useDroppable({ id: status, disabled: takes === false })
  return (
    <Box
      component="section"
      ref={setNodeRef}
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        scrollSnapAlign: 'center',
        borderRadius: 1,
        bgcolor: 'action.hover',
        outline: isOver ? 2 : 0,
        outlineColor: 'primary.main',
        outlineOffset: -2,
        opacity: takes === false ? 0.45 : 1,
        transition: 'opacity 150ms',
      }}
    >
      <ColumnHead id={id} status={status} column={column} isLoaded={query.data !== undefined} />
      <Box
        component="ul"
        aria-label={`${statusLabels[status].label} leads`}
        sx={{
          m: 0,
          p: 1,
          pt: 0,
          listStyle: 'none',
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          minHeight: 120,
          maxHeight: { xs: 'calc(100dvh - 190px)', md: 'max(320px, calc(100dvh - 230px))' },
          overflowY: 'auto',
        }}
      >
        {children}
        {query.isLoadingError && (
          <li>
            <LoadFailure query={query} title="Failed to fetch quotes" />
          </li>
        )}
        {query.isLoading && [0, 1, 2].map((card) => <CardSkeleton key={card} />)}
        {!query.isLoading && !query.isLoadingError && column.rows.length === 0 && (
          <Muted component="li" sx={{ textAlign: 'center', py: 3 }}>
            {empty}
          </Muted>
        )}
        {query.hasNextPage && <LoadMore query={query} name={statusLabels[status].label} />}
      </Box>
    </Box>
  )
}

type ColumnHeadProps = Pick<BoardColumnProps, 'status' | 'column'> & { id: string; isLoaded: boolean }

/** How many leads there are and what they are worth, also of those that are not loaded. */
const ColumnHead = ({ id, status, column: { count, isCapped, value }, isLoaded }: ColumnHeadProps) => (
  <Box sx={{ p: 1 }}>
    <Typography component="h2" id={id} variant="body2">
      <StatusChip status={status} />
    </Typography>
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1, mt: 0.5, minHeight: 21 }}
    >
      {isLoaded && (
        <>
          <Muted>{numberOfLeads(Math.max(0, count), isCapped)}</Muted>
          <Typography variant="body2" sx={{ fontWeight: 650 }}>
            {value.map(wholeAmount).join(' + ')}
          </Typography>
        </>
      )}
    </Box>
  </Box>
)

/** '£12,450': pence say nothing of a sum. */
const wholeAmount = ({ amount, currency }: Sum) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount / 100)

const CardSkeleton = () => <Skeleton component="li" variant="rounded" height={76} aria-hidden sx={{ flex: 'none' }} />

type LoadMoreProps = { query: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'isFetchingNextPage'>; name: string }

/** Loads what follows as soon as it is scrolled to, or is pressed. */
function LoadMore({ query: { fetchNextPage, isFetchingNextPage }, name }: LoadMoreProps) {
  const ref = useRef<HTMLLIElement>(null)
  const load = useEffectEvent(() => void fetchNextPage({ cancelRefetch: false }))
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load())
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <Box component="li" ref={ref} sx={{ textAlign: 'center' }}>
      <Button
        size="small"
        loading={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
        aria-label={`Show more of ${name}`}
      >
        Show more
      </Button>
    </Box>
  )
}
