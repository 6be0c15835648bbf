import type { FormField, FormLayout, LayoutColumn, LayoutRow } from '@kerbside/schema/quotes/form-definition'
import { layoutOf } from '@kerbside/schema/quotes/form-layout'

/** Two half fields stand side by side; more would be too narrow to type in. */
const columnsPerRow = 2

export type Direction = 'up' | 'down'
export type Edge = 'above' | 'below' | 'left' | 'right'

const idsOf = (row: LayoutRow | undefined) => row?.columns.flatMap(({ fieldIds }) => fieldIds) ?? []

/** Field ids as homeowners read them. */
export const readingOrder = (layout: FormLayout) => layout.rows.flatMap(idsOf)

/** The number of the row in which a field stands; -1 when it stands in none. */
const rowOf = (layout: FormLayout, id: string) => layout.rows.findIndex((row) => idsOf(row).includes(id))

const isOf = (fields: readonly FormField[], id: string | undefined, width: FormField['width']) =>
  fields.some((field) => field.id === id && field.width === width)

/**
 * The layout with every field in it once, hidden ones too, nothing empty, and full fields in rows of their own. What
 * homeowners see stays as it is.
 */
export function tidyLayout(fields: readonly FormField[], layout: FormLayout): FormLayout {
  const waiting = new Set(fields.map(({ id }) => id))
  const rows = layout.rows.map((row) => ({
    ...row,
    columns: row.columns
      .map((column) => ({ ...column, fieldIds: column.fieldIds.filter((id) => waiting.delete(id)) }))
      .filter(({ fieldIds }) => fieldIds.length > 0),
  }))
  const forgotten = layoutOf(fields.filter(({ id }) => waiting.has(id))).rows
  return named([...rows, ...forgotten].flatMap((row) => splitAtFull(fields, row)))
}

function splitAtFull(fields: readonly FormField[], row: LayoutRow): LayoutRow[] {
  const isFull = ({ fieldIds }: LayoutColumn) => fieldIds.some((id) => isOf(fields, id, 'full'))
  if (row.columns.length < 2 || !row.columns.some(isFull)) return row.columns.length === 0 ? [] : [row]
  const rows: LayoutRow[] = []
  for (const column of row.columns) {
    const last = rows.at(-1)
    const joins = last !== undefined && !isFull(column) && !last.columns.some(isFull)
    if (joins) last.columns.push(column)
    else rows.push({ ...row, columns: [column] })
  }
  return rows
}

/** Rows and columns keep their ids; new ones and repeated ones get the next that is free. */
function named(rows: readonly LayoutRow[]): FormLayout {
  const taken = new Set<string>()
  const keep = (id: string, fresh: (count: number) => string): string => {
    let chosen = id
    for (let count = 1; chosen === '' || taken.has(chosen); count += 1) chosen = fresh(count)
    taken.add(chosen)
    return chosen
  }
  return {
    rows: rows.map((row) => {
      const id = keep(row.id, (count) => `row_${count}`)
      const columns = row.columns.map((column) => ({
        ...column,
        id: keep(column.id, (count) => `${id}_column_${count}`),
      }))
      return { ...row, id, columns }
    }),
  }
}

/** Fields that share the row of this one. */
export function neighboursOf(layout: FormLayout, id: string): string[] {
  return idsOf(layout.rows[rowOf(layout, id)]).filter((other) => other !== id)
}

/** One step in reading order; the same layout when there is nowhere to go. A half field fills up a row on its way. */
export function stepField(
  fields: readonly FormField[],
  layout: FormLayout,
  id: string,
  direction: Direction,
): FormLayout {
  const tidy = tidyLayout(fields, layout)
  const row = rowOf(tidy, id)
  if (row < 0) return layout
  const order = readingOrder(tidy)
  const over = order[order.indexOf(id) + (direction === 'up' ? -1 : 1)]
  if (over === undefined) {
    const alone = neighboursOf(tidy, id).length === 0
    return direction === 'up' || alone ? layout : ownRow(fields, tidy, id)
  }
  const next = tidy.rows[rowOf(tidy, over)]
  if (next && next !== tidy.rows[row]) {
    const halves = [id, ...idsOf(next)].every((one) => isOf(fields, one, 'half'))
    if (!halves) return dropField(fields, tidy, { id, over, edge: direction === 'up' ? 'above' : 'below' })
    if (next.columns.length < columnsPerRow) return dropField(fields, tidy, { id, over, edge: 'right' })
  }
  return tidyLayout(fields, exchanged(tidy, id, over))
}

function exchanged({ rows }: FormLayout, one: string, other: string): FormLayout {
  const swap = (id: string) => (id === one ? other : id === other ? one : id)
  const swapIn = (column: LayoutColumn) => ({ ...column, fieldIds: column.fieldIds.map(swap) })
  return { rows: rows.map((row) => ({ ...row, columns: row.columns.map(swapIn) })) }
}

/** The tidy layout of the other fields. */
const without = (fields: readonly FormField[], layout: FormLayout, id: string) =>
  tidyLayout(
    fields.filter((field) => field.id !== id),
    layout,
  )

/** Below the row that it shared. */
export function ownRow(fields: readonly FormField[], layout: FormLayout, id: string): FormLayout {
  const [neighbour] = neighboursOf(layout, id)
  return neighbour === undefined ? layout : dropField(fields, layout, { id, over: neighbour, edge: 'below' })
}

export type Drop = { id: string; over: string; edge: Edge }

/** Where a dragged field was let go: at an edge of another. Beside a pair it takes the other's place. */
export function dropField(fields: readonly FormField[], layout: FormLayout, { id, over, edge }: Drop): FormLayout {
  if (id === over) return layout
  const rest = without(fields, layout, id)
  const at = rowOf(rest, over)
  const row = rest.rows[at]
  if (!row) return layout
  const column: LayoutColumn = { id: '', fieldIds: [id] }
  if (edge === 'above' || edge === 'below') {
    const place = edge === 'above' ? at : at + 1
    return tidyLayout(fields, { ...layout, rows: rest.rows.toSpliced(place, 0, { id: '', columns: [column] }) })
  }
  if (row.columns.length >= columnsPerRow) return tidyLayout(fields, exchanged(layout, id, over))
  const beside = row.columns.findIndex(({ fieldIds }) => fieldIds.includes(over))
  const columns = row.columns.toSpliced(edge === 'left' ? beside : beside + 1, 0, column)
  return tidyLayout(fields, { ...layout, rows: rest.rows.with(at, { ...row, columns }) })
}

/** Step by step to the place of another field, or past its row: what dragging by keyboard does. */
export function moveTo(fields: readonly FormField[], layout: FormLayout, id: string, over: string): FormLayout {
  let now = tidyLayout(fields, layout)
  const order = readingOrder(now)
  const target = order.indexOf(over)
  const direction = order.indexOf(id) > target ? 'up' : 'down'
  const remaining = () => (readingOrder(now).indexOf(id) - target) * (direction === 'up' ? 1 : -1)
  while (target >= 0 && order.includes(id) && remaining() > 0) now = stepField(fields, now, id, direction)
  return now
}

/** A new field at the end, beside a half field that stands there alone. */
export function appended(fields: readonly FormField[], layout: FormLayout, id: string): FormLayout {
  const rest = without(fields, layout, id)
  const tidy = tidyLayout(fields, rest)
  const last = rest.rows.at(-1)
  const [over] = idsOf(last)
  const halves = [id, over].every((one) => isOf(fields, one, 'half'))
  if (over === undefined || !halves || last?.columns.length !== 1) return tidy
  return dropField(fields, tidy, { id, over, edge: 'right' })
}
