import type { FieldErrors } from '@kerbside/schema/errors'
import { priorityOf, type Answer, type Correction, type Lead } from '@kerbside/schema/leads/lead'
import type { LeadRecord } from '@kerbside/schema/leads/lead.model'
import { searchFieldsOf } from '@kerbside/schema/leads/search-text'
import { columnOf } from '@kerbside/schema/quotes/columns'
import type { FormField } from '@kerbside/schema/quotes/form-definition'
import { countryOf } from '@kerbside/schema/quotes/postcode'
import { checkAnswer, plainLabel } from '@kerbside/schema/quotes/quote'
import type { QuoteForm } from '@kerbside/schema/submission/check-quote'
import { shownAnswer, columnsOf } from '@kerbside/schema/submission/lead-of-quote.model'
import { replaceAnswer } from '../../leads/correct-answers.ts'

/** A field of the form with what the homeowner answered, as its input takes it. */
export type OwnField = { field: FormField; value: string }

/** The form that the homeowner answered, filled in. Hidden fields are not asked again. */
export const ownFields = ({ fields }: QuoteForm, lead: Lead): OwnField[] =>
  fields.filter(({ visible }) => visible).map((field) => filledIn(field, answerOf(lead, field)))

function answerOf({ answers }: Lead, { name }: FormField): Answer | undefined {
  const column = columnOf(name)
  return answers.find((answer) => answer.name === name || (column !== null && columnOf(answer.name) === column))
}

function filledIn(field: FormField, answer: Answer | undefined): OwnField {
  const value = answer?.value ?? ''
  if (field.type !== 'select' || value === '') return { field, value }
  const chosen = field.options.find((option) => option.label === value || option.value === value)
  if (chosen) return { field, value: chosen.value }
  // Staff have written down what no option says: it can stay.
  return { field: { ...field, options: [...field.options, { value, label: value }] }, value }
}

/** What a corrected form changes in the lead; `correction` is null when it says what is stored already. */
export type CorrectedAnswers =
  | { errors: FieldErrors }
  | { correction: Omit<Correction, 'at'> | null; set: Partial<LeadRecord> }

/** Every changed answer is checked as when the form is sent; what was left as it is stays as it is. */
export function correctedAnswers(form: QuoteForm, lead: Lead, posted: Record<string, string>): CorrectedAnswers {
  const own = ownFields(form, lead)
  const country = countryOf(posted['postcode'] ?? lead.postcode ?? '')
  const errors: FieldErrors = Object.fromEntries(
    Object.keys(posted)
      .filter((name) => own.every(({ field }) => field.name !== name))
      .map((name) => [name, ['This field is not expected here. Remove it and try again.']]),
  )
  const changes: Correction['changes'] = []
  const values: Record<string, string | null> = {}
  let answers = lead.answers
  for (const { field, value } of own) {
    const typed = posted[field.name] ?? (field.type === 'checkbox' ? '' : value)
    if (sameText(typed, value)) continue
    const checked = checkAnswer(field, typed, country)
    if ('error' in checked) {
      errors[field.name] = [checked.error]
      continue
    }
    const stored = checkAnswer({ ...field, required: false }, value, country)
    if ('value' in stored && stored.value === checked.value) continue
    const given = answerOf(lead, field)
    const label = given?.label ?? plainLabel(field.label)
    const after = checked.value === null ? null : shownAnswer(field, checked.value, typed)
    changes.push({ name: field.name, label, before: given?.value ?? '', after: after ?? '' })
    answers = replaceAnswer(answers, { name: given?.name ?? field.name, label }, after)
    values[field.name] = checked.value
  }
  if (Object.keys(errors).length > 0) return { errors }
  if (changes.length === 0) return { correction: null, set: {} }
  const columns = changedColumns(own, values)
  const corrected = { ...lead, ...columns }
  const fullName = `${corrected.firstName} ${corrected.lastName}`.trim()
  const set: Partial<LeadRecord> = {
    ...columns,
    answers,
    fullName,
    ...searchFieldsOf({ ...corrected, fullName }),
    priority: priorityOf(form.fields, corrected),
    ...(corrected.email !== lead.email && { emailConfirmedAt: null }),
  }
  return { correction: { changes }, set }
}

const sameText = (a: string, b: string) => a.replace(/\r\n?/g, '\n').trim() === b.replace(/\r\n?/g, '\n').trim()

/** The columns that the changed answers fill, like those of a new quote. */
function changedColumns(own: readonly OwnField[], values: Record<string, string | null>): Partial<LeadRecord> {
  const changed = own.filter(({ field }) => field.name in values)
  const named = changed.map(({ field }) => ({ name: field.name, column: columnOf(field.name), field }))
  const all = columnsOf({ fields: named, values })
  return Object.fromEntries(named.flatMap(({ column }) => (column === null ? [] : [[column, all[column]]])))
}
