import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Box, Card } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/session.ts'
import { isFiltered } from '../lead-filter.ts'
import { statusLabels, statusNames } from '../lead-labels.ts'
import type { LeadListState, LeadStatusName } from '../leads.queries.ts'
import { withMoves, type Columns, type ServerColumn } from './board-columns.ts'
import { boardColumn } from './board.queries.ts'
import { BoardCard, CardText } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { useBoardMoves } from './board-moves.tsx'
import { mayDrop, useBoardDrag } from './use-board-drag.ts'

/** The leads that the list's filter leaves, a column for each status; a card is moved by dragging it or from its menu. */
export function LeadBoard({ state }: { state: LeadListState }) {
  const mayMove = useCan('lead:edit')
  const queries = useColumns(state)
  const { move, places, waiting, isMoving, shown } = useBoardMoves()
  const { dragged, context } = useBoardDrag(move)
  const columns = withMoves(mapColumns(queries, serverColumn), places, state.sort)
  return (
    <>
      <DndContext {...context}>
        <Box
          tabIndex={-1}
          role="group"
          aria-label="Board"
          sx={{ ...board, scrollSnapType: dragged ? 'none' : { xs: 'x mandatory', md: 'none' } }}
        >
          {statusNames.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              column={columns[status]}
              query={queries[status]}
              takes={dragged && mayDrop(dragged, status)}
              empty={emptyText(state, status)}
            >
              {columns[status].rows.map((lead) => (
                <BoardCard
                  key={lead.id}
                  {...{ lead, status, mayMove }}
                  isWaiting={waiting.has(lead.id)}
                  isMoved={isMoving(lead.id)}
                  onMove={move}
                />
              ))}
            </BoardColumn>
          ))}
        </Box>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <Card aria-hidden sx={{ p: 1, boxShadow: 6, cursor: 'grabbing' }}>
              <CardText {...dragged} isWaiting={false} />
            </Card>
          )}
        </DragOverlay>
      </DndContext>
      {shown}
    </>
  )
}

const board = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: { xs: 'min(84%, 320px)', md: 'minmax(172px, 1fr)' },
  gap: 1,
  p: 1,
  pt: 0,
  overflowX: 'auto',
  // A swipe beyond the first column would lead the browser back.
  overscrollBehaviorX: 'contain',
} as const

/** One query for each column: they load more by themselves. */
function useColumns(state: LeadListState) {
  return {
    NEW: useInfiniteQuery(boardColumn(state, 'NEW')),
    CONTACTED: useInfiniteQuery(boardColumn(state, 'CONTACTED')),
    QUOTED: useInfiniteQuery(boardColumn(state, 'QUOTED')),
    CONVERTED: useInfiniteQuery(boardColumn(state, 'CONVERTED')),
    LOST: useInfiniteQuery(boardColumn(state, 'LOST')),
  }
}
type ColumnQuery = ReturnType<typeof useColumns>[LeadStatusName]

const mapColumns = <From, To>(columns: Columns<From>, to: (column: From) => To) =>
  Object.fromEntries(statusNames.map((status) => [status, to(columns[status])])) as Columns<To>

function serverColumn({ data, isEnabled }: ColumnQuery): ServerColumn {
  const pages = isEnabled ? (data?.pages ?? []) : []
  const { totalCount = 0, totalIsCapped = false, value = [] } = pages[0] ?? {}
  return { count: totalCount, isCapped: totalIsCapped, value, rows: pages.flatMap(({ nodes }) => nodes) }
}

function emptyText(state: LeadListState, status: LeadStatusName): string {
  if (state.status !== null && state.status !== status)
    return `The filter shows ${statusLabels[state.status].label} only`
  return isFiltered(state) ? 'No leads match' : emptyTexts[status]
}

const emptyTexts: Record<LeadStatusName, string> = {
  NEW: 'Nobody is waiting for a first answer',
  CONTACTED: 'Leads go here once somebody has called or written',
  QUOTED: 'Leads go here with their first price',
  CONVERTED: 'Jobs that were won go here',
  LOST: 'No lead is lost',
}
