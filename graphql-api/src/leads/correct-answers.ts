import { AppError, type FieldErrors } from '@kerbside/schema/errors'
import type { Answer, Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { searchFieldsOf } from '@kerbside/schema/leads/search-text'
import { columnOf, type LeadColumn } from '@kerbside/schema/quotes/columns'
import { defaultFormFields } from '@kerbside/schema/quotes/default-form'
import { newField, type FormField } from '@kerbside/schema/quotes/form-definition'
import { countryOf } from '@kerbside/schema/quotes/postcode'
import { checkAnswer } from '@kerbside/schema/quotes/quote'
import { invalidMessage } from '@kerbside/schema/validate'

const contactColumns: readonly LeadColumn[] = ['firstName', 'lastName', 'email', 'mobile']
const journeyTypes: Partial<Record<LeadColumn, FormField['type']>> = { dateOfTravel: 'date', distance: 'number' }

/**
 * What corrected answers change in a lead. Each is checked like the homeowner's own, but for the choices: staff may
 * write down what no option says. A name that is neither a column nor one of this lead's answers is rejected.
 */
export function correctAnswers(lead: Lead, corrections: Record<string, unknown>): Partial<LeadRecord> {
  const errors: FieldErrors = {}
  const columns: Record<string, string | number | null> = {}
  const postcode = corrections['postcode'] === undefined ? lead.postcode : corrections['postcode']
  const country = typeof postcode === 'string' ? countryOf(postcode) : null
  let answers = lead.answers
  for (const [name, input] of Object.entries(corrections)) {
    const column = columnOf(name)
    const given = lead.answers.find((answer) => answer.name === name || (column && columnOf(answer.name) === column))
    if (column === null && given === undefined) {
      errors[name] = ['This field is not expected here. Remove it and try again.']
      continue
    }
    const field = fieldOf(lead, name, column, given)
    const checked = checkAnswer(field, input, country)
    if ('error' in checked) {
      errors[name] = [checked.error]
      continue
    }
    answers = replaceAnswer(answers, field, checked.value)
    if (column !== null) columns[column] = stored(column, checked.value)
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID', invalidMessage, { fields: errors })
  if (Object.keys(corrections).length === 0) return {}
  const changed: Lead = { ...lead, ...columns }
  const fullName = `${changed.firstName} ${changed.lastName}`.trim()
  const isNewAddress = changed.email !== lead.email
  return {
    ...columns,
    ...(isNewAddress && { emailConfirmedAt: null }),
    answers,
    fullName,
    ...searchFieldsOf({ ...changed, fullName }),
  }
}

function stored(column: LeadColumn, value: string | null): string | number | null {
  if (column === 'distance') return value === null ? null : Number(value)
  return contactColumns.includes(column) ? (value ?? '') : value
}

function fieldOf(lead: Lead, name: string, column: LeadColumn | null, given: Answer | undefined): FormField {
  const usual = defaultFormFields.find((field) => column !== null && columnOf(field.name) === column)
  const type = (column && journeyTypes[column]) ?? usual?.type ?? 'textarea'
  return {
    ...newField(0),
    id: name,
    name: given?.name ?? usual?.name ?? name,
    label: given?.label ?? usual?.label ?? name,
    type: type === 'select' ? 'text' : type,
    // Nothing by which people are known or reached can be taken away, only replaced.
    required: column !== null && contactColumns.includes(column) && lead[column] !== '',
  }
}

/** In its old place with its old label; a new one comes last, an emptied one goes. */
export function replaceAnswer(
  answers: readonly Answer[],
  { name, label }: Pick<Answer, 'name' | 'label'>,
  value: string | null,
): Answer[] {
  const others = answers.filter((answer) => answer.name !== name)
  if (value === null) return others
  if (others.length === answers.length) return [...answers, { name, label, value }]
  return answers.map((answer) => (answer.name === name ? { ...answer, value } : answer))
}
