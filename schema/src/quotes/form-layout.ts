import type { FormField, FormLayout, LayoutRow } from './form-definition.ts'

/** Rows for fields in their order: a full field alone, half fields two by two. */
export function layoutOf(fields: readonly FormField[]): FormLayout {
  const rows: string[][] = []
  let hasPlace = false
  for (const { id, width } of fields) {
    if (hasPlace && width === 'half') rows.at(-1)?.push(id)
    else rows.push([id])
    hasPlace = width === 'half' && rows.at(-1)?.length === 1
  }
  return {
    rows: rows.map((ids, index) => ({
      id: `row_${index + 1}`,
      columns: ids.map((id, place) => ({ id: `row_${index + 1}_column_${place + 1}`, fieldIds: [id] })),
    })),
  }
}

export type PlacedRow = { id: string; columns: { id: string; fields: FormField[] }[] }

/**
 * The visible fields, each once, where the layout puts them. Ids without a field are ignored, and visible fields that the
 * layout lacks come last, so that no required field is ever missing.
 */
export function placeFields(fields: readonly FormField[], layout: FormLayout): PlacedRow[] {
  const waiting = new Map(fields.filter((field) => field.visible).map((field) => [field.id, field]))
  const take = (id: string): FormField[] => {
    const field = waiting.get(id)
    waiting.delete(id)
    return field === undefined ? [] : [field]
  }
  const place = (row: LayoutRow): PlacedRow => ({
    id: row.id,
    columns: row.columns
      .map((column) => ({ id: column.id, fields: column.fieldIds.flatMap(take) }))
      .filter((column) => column.fields.length > 0),
  })
  const placed = layout.rows.map(place)
  const forgotten = layoutOf([...waiting.values()]).rows.map((row) => place({ ...row, id: `more_${row.id}` }))
  return [...placed, ...forgotten].filter((row) => row.columns.length > 0)
}
