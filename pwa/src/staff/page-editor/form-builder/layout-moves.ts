import {
  layoutOf,
  type FormField,
  type FormLayout,
  type LayoutColumn,
  type LayoutRow,
} from '@kerbside/schema/quotes/form-definition'

/** Two half fields stand side by side; more would be too narrow to type in. */
const columnsPerRow = 2

export type Direction = 'up' | 'down'
export type Edge = 'above' | 'below' | 'left' | 'right'
type Place = { row: number; column: number; place: number }

/** Field ids as homeowners read them. */
export function readingOrder(layout: FormLayout): string[] {
  return layout.rows.flatMap((row) => row.columns.flatMap((column) => column.fieldIds))
}

/**
 * The layout with every field in it once, hidden ones too, nothing empty, and full fields in rows of their own. What
 * homeowners see stays as it is.
 */
export function tidyLayout(fields: readonly FormField[], layout: FormLayout): FormLayout {
  const waiting = new Set(fields.map(({ id }) => id))
  const rows = layout.rows.map((row) => ({
    ...row,
    columns: row.columns.map((column) => ({ ...column, fieldIds: column.fieldIds.filter((id) => waiting.delete(id)) })),
  }))
  const forgotten = layoutOf(fields.filter(({ id }) => waiting.has(id))).rows
  const full = new Set(fields.filter(({ width }) => width === 'full').map(({ id }) => id))
  return named([...rows, ...forgotten].map(withoutEmpty).flatMap((row) => splitAtFull(row, full)))
}

const withoutEmpty = (row: LayoutRow): LayoutRow => ({
  ...row,
  columns: row.columns.filter(({ fieldIds }) => fieldIds.length > 0),
})

function splitAtFull(row: LayoutRow, full: ReadonlySet<string>): LayoutRow[] {
  const isFull = ({ fieldIds }: LayoutColumn) => fieldIds.some((id) => full.has(id))
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

export function placeOf({ rows }: FormLayout, id: string): Place | null {
  for (const [row, { columns }] of rows.entries()) {
    for (const [column, { fieldIds }] of columns.entries()) {
      const place = fieldIds.indexOf(id)
      if (place >= 0) return { row, column, place }
    }
  }
  return null
}

/** Fields that share the row of this one. */
export function neighboursOf(layout: FormLayout, id: string): string[] {
  const at = placeOf(layout, id)
  const row = at && layout.rows[at.row]
  return row ? row.columns.flatMap(({ fieldIds }) => fieldIds).filter((other) => other !== id) : []
}

/** One step in reading order; the same layout when there is nowhere to go. A half field fills up a row on its way. */
export function stepField(
  fields: readonly FormField[],
  layout: FormLayout,
  id: string,
  direction: Direction,
): FormLayout {
  const tidy = tidyLayout(fields, layout)
  const at = placeOf(tidy, id)
  if (!at) return layout
  const step = direction === 'up' ? -1 : 1
  const order = readingOrder(tidy)
  const other = order[order.indexOf(id) + step]
  const otherAt = other === undefined ? null : placeOf(tidy, other)
  if (other === undefined || !otherAt) {
    const alone = neighboursOf(tidy, id).length === 0
    return direction === 'up' || alone ? layout : ownRow(fields, tidy, id)
  }
  if (otherAt.row === at.row) return tidyLayout(fields, exchanged(tidy, id, other))
  return stepOver(fields, tidy, { id, other, otherRow: otherAt.row, direction })
}

type Step = { id: string; other: string; otherRow: number; direction: Direction }

/** Into the next row, or past it. */
function stepOver(
  fields: readonly FormField[],
  layout: FormLayout,
  { id, other, otherRow, direction }: Step,
): FormLayout {
  const half = (fieldId: string) => fields.find((field) => field.id === fieldId)?.width === 'half'
  const ids = layout.rows[otherRow]?.columns.flatMap(({ fieldIds }) => fieldIds) ?? []
  const edge: Edge = direction === 'up' ? 'above' : 'below'
  if (!half(id) || !ids.every(half)) return dropField(fields, layout, { id, over: other, edge })
  if ((layout.rows[otherRow]?.columns.length ?? 0) < columnsPerRow) {
    return dropField(fields, layout, { id, over: other, edge: 'right' })
  }
  return tidyLayout(fields, exchanged(layout, id, other))
}

function exchanged(layout: FormLayout, one: string, other: string): FormLayout {
  const swap = (id: string) => (id === one ? other : id === other ? one : id)
  return mapColumns(layout, (column) => ({ ...column, fieldIds: column.fieldIds.map(swap) }))
}

function mapColumns(layout: FormLayout, change: (column: LayoutColumn) => LayoutColumn): FormLayout {
  return { ...layout, rows: layout.rows.map((row) => ({ ...row, columns: row.columns.map(change) })) }
}

export function takenOut(layout: FormLayout, id: string): FormLayout {
  const without = mapColumns(layout, (column) => ({ ...column, fieldIds: column.fieldIds.filter((one) => one !== id) }))
  return { ...without, rows: without.rows.map(withoutEmpty).filter(({ columns }) => columns.length > 0) }
}

const newColumn = (id: string): LayoutColumn => ({ id: '', fieldIds: [id] })
const newRow = (id: string): LayoutRow => ({ id: '', columns: [newColumn(id)] })

/** Below the row that it shared. */
export function ownRow(fields: readonly FormField[], layout: FormLayout, id: string): FormLayout {
  const [neighbour] = neighboursOf(layout, id)
  return neighbour === undefined ? layout : dropField(fields, layout, { id, over: neighbour, edge: 'below' })
}

export type Drop = { id: string; over: string; edge: Edge }

/** Where a dragged field was let go: at an edge of another. Beside a pair it takes the other's place. */
export function dropField(fields: readonly FormField[], layout: FormLayout, { id, over, edge }: Drop): FormLayout {
  if (id === over) return layout
  const rest = takenOut(layout, id)
  const at = placeOf(rest, over)
  const row = at && rest.rows[at.row]
  if (!at || !row) return layout
  const rows = [...rest.rows]
  if (edge === 'left' || edge === 'right') {
    if (row.columns.length >= columnsPerRow) return tidyLayout(fields, exchanged(layout, id, over))
    const columns = [...row.columns]
    columns.splice(at.column + (edge === 'right' ? 1 : 0), 0, newColumn(id))
    rows[at.row] = { ...row, columns }
  } else {
    rows.splice(at.row + (edge === 'below' ? 1 : 0), 0, newRow(id))
  }
  return tidyLayout(fields, { ...layout, rows })
}

/** Step by step to the place of another field, or past its row: what dragging by keyboard does. */
export function moveTo(fields: readonly FormField[], layout: FormLayout, id: string, over: string): FormLayout {
  let now = tidyLayout(fields, layout)
  const order = readingOrder(now)
  const target = order.indexOf(over)
  const direction = order.indexOf(id) > target ? 'up' : 'down'
  const short = () => {
    const index = readingOrder(now).indexOf(id)
    return direction === 'up' ? index > target : index < target
  }
  while (target >= 0 && order.includes(id) && short()) now = stepField(fields, now, id, direction)
  return now
}

/** A new field at the end, beside a half field that stands there alone. */
export function appended(fields: readonly FormField[], layout: FormLayout, id: string): FormLayout {
  const tidy = tidyLayout(fields, takenOut(layout, id))
  const before = takenOut(tidy, id)
  const [lastField] = before.rows.at(-1)?.columns.flatMap(({ fieldIds }) => fieldIds) ?? []
  const halves = [id, lastField].every((one) => fields.find((field) => field.id === one)?.width === 'half')
  if (lastField === undefined || !halves || before.rows.at(-1)?.columns.length !== 1) return tidy
  return dropField(fields, tidy, { id, over: lastField, edge: 'right' })
}
