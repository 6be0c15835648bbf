import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import type { FormField, FormLayout } from '@kerbside/schema/quotes/form-definition'
import { Box, Card, Typography } from '@mui/material'
import { Fragment, useRef, type ReactNode } from 'react'
import { canvasGrid, sideBySideFrom, type Cell } from './canvas-geometry.ts'
import { FieldCard, type FieldActions, type FieldCardProps } from './field-card.tsx'
import { neighboursOf, readingOrder, stepField } from './layout-moves.ts'
import { useFieldDrag } from './use-field-drag.ts'

type Props = {
  fields: readonly FormField[]
  /** Tidy: every field once. */
  layout: FormLayout
  open: string | null
  problemsOf: (id: string) => number
  actionsOf: (id: string) => FieldActions
  place: (layout: FormLayout) => void
  /** The editor of the open field. */
  renderEditor: (id: string) => ReactNode
}

/** All fields where the layout puts them: dragged, or moved by their buttons. */
export function FieldCanvas({ fields, layout, open, problemsOf, actionsOf, place, renderEditor }: Props) {
  const canvas = useRef<HTMLOListElement>(null)
  const sideBySide = () => (canvas.current?.clientWidth ?? 0) >= sideBySideFrom
  const { dragged, target, context } = useFieldDrag({ fields, layout, sideBySide, place })
  const byId = new Map(fields.map((field) => [field.id, field]))
  const full = new Set(fields.filter(({ width }) => width === 'full').map(({ id }) => id))
  const { cells, editorRow } = canvasGrid(layout, full, open)
  const label = (id: string) => byId.get(id)?.label ?? ''
  const cardOf = (field: FormField): FieldCardProps => ({
    field,
    open: open === field.id,
    beside: neighboursOf(layout, field.id).map(label),
    problems: problemsOf(field.id),
    can: {
      up: stepField(fields, layout, field.id, 'up') !== layout,
      down: stepField(fields, layout, field.id, 'down') !== layout,
      ownRow: neighboursOf(layout, field.id).length > 0,
    },
    actions: actionsOf(field.id),
    dropEdge: target?.over === field.id ? target.edge : null,
  })
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <DndContext {...context}>
        <SortableContext items={readingOrder(layout)} strategy={stayInPlace}>
          <Box component="ol" ref={canvas} aria-label="Fields of the form" sx={grid}>
            {cells.map((cell) => {
              const field = byId.get(cell.id)
              return (
                field && (
                  <Fragment key={cell.id}>
                    <Box component="li" sx={{ minWidth: 0, [wide]: placed(cell) }}>
                      <FieldCard {...cardOf(field)} />
                    </Box>
                    {open === cell.id && (
                      <Card
                        component="li"
                        sx={{
                          p: 2,
                          minWidth: 0,
                          borderColor: 'primary.main',
                          [wide]: { gridRow: editorRow, gridColumn: '1 / -1' },
                        }}
                      >
                        {renderEditor(cell.id)}
                      </Card>
                    )}
                  </Fragment>
                )
              )
            })}
          </Box>
        </SortableContext>
        <DragOverlay>{dragged !== null && <Dragged label={label(dragged)} />}</DragOverlay>
      </DndContext>
    </Box>
  )
}

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

const placed = ({ row, column, span }: Cell) => ({ gridRow: row, gridColumn: `${column} / span ${span}` })

function Dragged({ label }: { label: string }) {
  return (
    <Card sx={{ px: 2, py: 1.25, boxShadow: 6, cursor: 'grabbing' }}>
      <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
    </Card>
  )
}
