import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import type { FormLayout } from '@kerbside/schema/quotes/form-definition'
import { Box, Card, Typography } from '@mui/material'
import { Fragment, useRef } from 'react'
import { FieldCard, sideBySideFrom } from './field-card.tsx'
import { FieldEditor } from './field-editor.tsx'
import { leadsUnder, type AnswersCarried } from './form-warnings.tsx'
import { readingOrder } from './layout-moves.ts'
import { useFieldDrag } from './use-field-drag.ts'
import type { FormBuilderState } from './use-form-builder.ts'

/** All fields where the layout puts them: dragged, or moved by their buttons. */
export function FieldCanvas({ builder, carried }: { builder: FormBuilderState; carried: AnswersCarried | undefined }) {
  const { fields, layout, open } = builder
  const canvas = useRef<HTMLOListElement>(null)
  const { dragged, target, context } = useFieldDrag(builder, () => (canvas.current?.clientWidth ?? 0) >= sideBySideFrom)
  const full = new Set(fields.filter(({ width }) => width === 'full').map(({ id }) => id))
  const { cells, editorRow } = canvasGrid(layout, full, open)
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <DndContext {...context}>
        <SortableContext items={readingOrder(layout)} strategy={stayInPlace}>
          <Box component="ol" ref={canvas} aria-label="Fields of the form" sx={grid}>
            {cells.map(({ id, row, column, span }) => (
              <Fragment key={id}>
                <Box
                  component="li"
                  sx={{ minWidth: 0, [wide]: { gridRow: row, gridColumn: `${column} / span ${span}` } }}
                >
                  <FieldCard builder={builder} id={id} dropEdge={target?.over === id ? target.edge : null} />
                </Box>
                {open === id && (
                  <Card
                    component="li"
                    data-field-editor
                    data-path={builder.cursorOf(id).path}
                    sx={{ ...editorCard, [wide]: { gridRow: editorRow, gridColumn: '1 / -1' } }}
                  >
                    <FieldEditor
                      key={id}
                      field={builder.cursorOf(id)}
                      leads={leadsUnder(carried, builder.cursorOf(id).value.name)}
                      close={() => builder.close(id)}
                      remove={() => builder.askToRemove(id)}
                    />
                  </Card>
                )}
              </Fragment>
            ))}
          </Box>
        </SortableContext>
        <DragOverlay>
          {dragged !== null && (
            <Card sx={{ px: 2, py: 1.25, boxShadow: 6, cursor: 'grabbing' }}>
              <Typography sx={{ fontWeight: 600 }}>{builder.cursorOf(dragged).value.label}</Typography>
            </Card>
          )}
        </DragOverlay>
      </DndContext>
    </Box>
  )
}

const editorCard = { p: 2, minWidth: 0, borderColor: 'primary.main' }

/** Nothing makes room while a field is dragged; a line shows where it would go. */
const stayInPlace = () => null

const wide = `@container (min-width: ${sideBySideFrom}px)`
const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const

export type Cell = { id: string; row: number; column: number; span: number }
export type CanvasGrid = { cells: Cell[]; editorRow: number | null }

/**
 * Cards as cells of one grid of two columns, in reading order, so that a card keeps its element wherever it moves. The
 * editor of the open field takes the row of the grid below the field. A third column wraps, as on the page.
 */
export function canvasGrid(layout: FormLayout, full: ReadonlySet<string>, open: string | null): CanvasGrid {
  const cells: Cell[] = []
  let editorRow: number | null = null
  let top = 1
  const pairs = layout.rows.flatMap(({ columns }) =>
    [...columns.keys()].filter((at) => at % 2 === 0).map((at) => columns.slice(at, at + 2)),
  )
  for (const pair of pairs) {
    pair.forEach(({ fieldIds }, column) => {
      fieldIds.forEach((id, place) => {
        const wide = full.has(id)
        cells.push({ id, row: top + place, column: wide ? 1 : column + 1, span: wide ? 2 : 1 })
      })
    })
    top += Math.max(1, ...pair.map(({ fieldIds }) => fieldIds.length))
    if (open !== null && pair.some(({ fieldIds }) => fieldIds.includes(open))) {
      editorRow = top
      top += 1
    }
  }
  return { cells, editorRow }
}
