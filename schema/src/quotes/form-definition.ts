import type { FieldIcon } from '../pages/icons.ts'
import { columnOf, restNameOf, type LeadColumn } from './columns.ts'

export const fieldTypes = ['text', 'email', 'tel', 'textarea', 'number', 'date', 'select', 'checkbox', 'url'] as const
export type FieldType = (typeof fieldTypes)[number]

export const fieldWidths = ['half', 'full'] as const
export type FieldWidth = (typeof fieldWidths)[number]

export const formLimits = { fields: 60, options: 100, label: 200, placeholder: 200, option: 200, name: 64 } as const

export type FieldOption = { value: string; label: string }

export type FormField = {
  /** Stable for the life of the field: the layout refers to it. */
  id: string
  /** The key of the answer in every door and in the stored lead. */
  name: string
  label: string
  type: FieldType
  placeholder: string
  required: boolean
  visible: boolean
  width: FieldWidth
  icon: FieldIcon
  /** For a select; empty for every other type. */
  options: FieldOption[]
}

export type LayoutColumn = { id: string; fieldIds: string[] }
export type LayoutRow = { id: string; columns: LayoutColumn[] }
export type FormLayout = { rows: LayoutRow[] }

export const fieldNamePattern = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/

/** Names that travel beside the answers, or that would reach into an object's prototype. */
export const reservedFieldNames: readonly string[] = [
  'website_url',
  'submission_id',
  'form_version',
  'form_stamp',
  'page',
  'elapsed_ms',
  'url_type',
  'is_confirmation',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'prototype',
]

export function isReservedFieldName(name: string): boolean {
  return reservedFieldNames.includes(name) || name in Object.prototype
}

/** What the field builder adds: `count` is how many fields the form has. */
export function newField(count: number): FormField {
  const id = `field_${count + 1}`
  return {
    id,
    name: id,
    label: 'New Field',
    type: 'text',
    placeholder: '',
    required: false,
    visible: true,
    width: 'half',
    icon: 'FileText',
    options: [],
  }
}

/** `newField`, stepping past ids and names that an earlier removal left in use. */
export function nextField(fields: readonly FormField[]): FormField {
  const taken = new Set(fields.flatMap((field) => [field.id, field.name]))
  let count = fields.length
  while (taken.has(`field_${count + 1}`)) count += 1
  return newField(count)
}

/** A new option takes its label as value. */
export function newOption(label: string): FieldOption {
  return { value: label, label }
}

export type FieldProblem = { path: (string | number)[]; message: string }

/** Everything that makes a set of fields unusable as a form; empty when it is sound. */
export function formProblems(fields: readonly FormField[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (fields.length > formLimits.fields) {
    problems.push({ path: [], message: `A form has at most ${formLimits.fields} fields.` })
  }
  const ids = new Set<string>()
  const names = new Set<string>()
  const columns = new Map<LeadColumn, string>()
  fields.forEach((field, index) => {
    for (const problem of fieldProblems(field)) problems.push({ ...problem, path: [index, ...problem.path] })
    if (ids.has(field.id)) problems.push({ path: [index, 'id'], message: `Two fields have the id "${field.id}".` })
    if (names.has(field.name)) {
      problems.push({ path: [index, 'name'], message: `Two fields are named "${field.name}".` })
    }
    const column = columnOf(field.name)
    const other = column === null ? undefined : columns.get(column)
    if (column !== null && other !== undefined && other !== field.name) {
      const message = `"${field.name}" and "${other}" would both fill ${restNameOf(column)}.`
      problems.push({ path: [index, 'name'], message })
    }
    if (column !== null) columns.set(column, field.name)
    ids.add(field.id)
    names.add(field.name)
  })
  return problems
}

function fieldProblems(field: FormField): FieldProblem[] {
  const problems: FieldProblem[] = []
  const tell = (message: string, ...path: (string | number)[]): void => void problems.push({ path, message })
  if (!fieldNamePattern.test(field.name)) {
    tell(`"${field.name}" cannot be a field name: start with a letter, then letters, digits and _, at most 64.`, 'name')
  } else if (isReservedFieldName(field.name)) {
    tell(`The field name "${field.name}" is reserved.`, 'name')
  }
  if (field.label.trim() === '') tell(`The field "${field.name}" needs a label.`, 'label')
  if (field.options.length > formLimits.options) {
    tell(`"${field.label}" has more than ${formLimits.options} options.`, 'options')
  }
  if (field.type === 'select' && field.visible && field.options.length === 0) {
    tell(`"${field.label}" needs at least one option.`, 'options')
  }
  const values = new Set<string>()
  field.options.forEach((option, index) => {
    if (option.value === '') tell(`An option of "${field.label}" is empty.`, 'options', index, 'value')
    else if (values.has(option.value)) {
      tell(`"${field.label}" offers "${option.value}" twice.`, 'options', index, 'value')
    }
    values.add(option.value)
  })
  return problems
}

/** Rows for fields in their order: a full field alone, half fields two by two. */
export function layoutOf(fields: readonly FormField[]): FormLayout {
  const rows: LayoutRow[] = []
  let open: LayoutRow | undefined
  for (const field of fields) {
    const column: LayoutColumn = { id: '', fieldIds: [field.id] }
    if (field.width === 'half' && open !== undefined) {
      open.columns.push(column)
      open = undefined
    } else {
      const row: LayoutRow = { id: '', columns: [column] }
      rows.push(row)
      open = field.width === 'half' ? row : undefined
    }
  }
  return {
    rows: rows.map((row, index) => ({
      id: `row_${index + 1}`,
      columns: row.columns.map((column, place) => ({ ...column, id: `row_${index + 1}_column_${place + 1}` })),
    })),
  }
}

export type PlacedRow = { id: string; columns: { id: string; fields: FormField[] }[] }

/**
 * The visible fields, each once, where the layout puts them. Ids that no field has are passed over, and a visible
 * field that the layout forgot comes last, so that a required field can never be out of reach.
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
