import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import {
  nextField,
  newOption,
  type FieldOption,
  type FormField,
  type FormLayout,
} from '@kerbside/schema/quotes/form-definition'
import { withWordsOf } from './form-messages.ts'
import { appended, readingOrder, takenOut, tidyLayout } from './layout-moves.ts'

/** The form with its fields where the layout puts them. The list follows, as answers are kept in its order. */
export function withLayout(form: QuoteFormContent, layout: FormLayout): QuoteFormContent {
  const order = readingOrder(layout)
  const rank = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return { ...form, layout, fields: form.fields.toSorted((one, other) => rank(one.id) - rank(other.id)) }
}

export function withNewField(form: QuoteFormContent): { form: QuoteFormContent; id: string } {
  const field = nextField(form.fields)
  const fields = [...form.fields, field]
  return { id: field.id, form: withLayout({ ...form, fields }, appended(fields, form.layout, field.id)) }
}

export function withoutField(form: QuoteFormContent, id: string): QuoteFormContent {
  const fields = form.fields.filter((field) => field.id !== id)
  return withLayout({ ...form, fields }, tidyLayout(fields, takenOut(form.layout, id)))
}

/** One field changed; the id never is. Words that are kept beside the form too are written to both places. */
export function withField(
  form: QuoteFormContent,
  id: string,
  change: (field: FormField) => FormField,
): QuoteFormContent {
  const before = form.fields.find((field) => field.id === id)
  if (!before) return form
  const after = { ...change(before), id }
  const fields = form.fields.map((field) => (field.id === id ? after : field))
  const next =
    after.width === before.width
      ? { ...form, fields }
      : withLayout({ ...form, fields }, tidyLayout(fields, form.layout))
  return after.label === before.label && after.placeholder === before.placeholder ? next : withWordsOf(next, after)
}

/** An option takes its label as value until somebody gives it another. */
export function relabelled(option: FieldOption, label: string): FieldOption {
  return { ...option, label, value: option.value === option.label ? label : option.value }
}

/** One option per line; empty lines and repeated ones are passed over, and options that stay keep their values. */
export function pastedOptions(text: string, current: readonly FieldOption[]): FieldOption[] {
  const labels = new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  )
  return [...labels].map((label) => current.find((option) => option.label === label) ?? newOption(label))
}
