import { attributionNames, columnOf, envelopeNames, restNameOf } from './columns.ts'
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

const isReservedFieldName = (name: string) => reservedFieldNames.includes(name) || name in Object.prototype

type FieldProblem = { path: (string | number)[]; message: string }

/** All problems that make a set of fields unusable as a form; empty if there are none. */
export function formProblems(fields: readonly FormField[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  const add = (message: string, ...path: (string | number)[]): void => void problems.push({ path, message })
  if (fields.length > formLimits.fields) add(`A form has at most ${formLimits.fields} fields.`)
  fields.forEach((field, index) => {
    checkField(field, (message, ...path) => add(message, index, ...path))
    const earlier = fields.slice(0, index)
    if (earlier.some(({ id }) => id === field.id)) add(`Two fields have the id "${field.id}".`, index, 'id')
    if (earlier.some(({ name }) => name === field.name)) add(`Two fields are named "${field.name}".`, index, 'name')
    const column = columnOf(field.name)
    const other = column && earlier.findLast(({ name }) => columnOf(name) === column)
    if (other && other.name !== field.name) {
      add(`"${field.name}" and "${other.name}" would both fill ${restNameOf(column)}.`, index, 'name')
    }
  })
  if (!fields.some(asksForContact)) add(unreachable)
  return problems
}

/** Without it nobody could answer the lead, and no email could go to its homeowner. */
const asksForContact = ({ name, visible, required }: FormField) =>
  visible && required && ['email', 'mobile'].includes(columnOf(name) ?? '')
const unreachable =
  'Show the email or the mobile field and make it required. Without one, no one could reply to the homeowner.'

function checkField(field: FormField, add: (message: string, ...path: (string | number)[]) => void): void {
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
  field.options.forEach(({ value }, index) => {
    if (value === '') add(`An option of "${field.label}" is empty.`, 'options', index, 'value')
    else if (values.has(value)) add(`"${field.label}" offers "${value}" twice.`, 'options', index, 'value')
    values.add(value)
  })
}
