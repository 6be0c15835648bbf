import { attributionNames, columnOf, envelopeNames, restNameOf, type LeadColumn } from './columns.ts'
import { formLimits, type FormField } from './form-definition.ts'

const fieldNamePattern = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/

/** Names of other parts of a request, and a name that could reach an object's prototype. */
const reservedFieldNames: readonly string[] = [
  'website_url',
  ...Object.values(envelopeNames),
  ...Object.values(attributionNames),
  'form_stamp',
  'is_confirmation',
  'prototype',
]

function isReservedFieldName(name: string): boolean {
  return reservedFieldNames.includes(name) || name in Object.prototype
}

type FieldProblem = { path: (string | number)[]; message: string }

/** All problems that make a set of fields unusable as a form; empty if there are none. */
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
  const add = (message: string, ...path: (string | number)[]): void => void problems.push({ path, message })
  if (!fieldNamePattern.test(field.name)) {
    add(`"${field.name}" cannot be a field name: start with a letter, then letters, digits and _, at most 64.`, 'name')
  } else if (isReservedFieldName(field.name)) {
    add(`The field name "${field.name}" is reserved.`, 'name')
  }
  if (field.label.trim() === '') add(`The field "${field.name}" needs a label.`, 'label')
  if (field.options.length > formLimits.options) {
    add(`"${field.label}" has more than ${formLimits.options} options.`, 'options')
  }
  if (field.type === 'select' && field.visible && field.options.length === 0) {
    add(`"${field.label}" needs at least one option.`, 'options')
  }
  const values = new Set<string>()
  field.options.forEach((option, index) => {
    if (option.value === '') add(`An option of "${field.label}" is empty.`, 'options', index, 'value')
    else if (values.has(option.value)) {
      add(`"${field.label}" offers "${option.value}" twice.`, 'options', index, 'value')
    }
    values.add(option.value)
  })
  return problems
}
