import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { shownFields, textsBesideForm } from '@kerbside/schema/pages/content/home-page'
import {
  newFieldLabel,
  nextField,
  newOption,
  type FieldOption,
  type FormField,
  type FormLayout,
} from '@kerbside/schema/quotes/form-definition'
import { appended, readingOrder, tidyLayout } from './layout-moves.ts'

/** The form with its fields where the layout puts them. The list follows, because answers are stored in its order. */
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
  return withLayout({ ...form, fields }, tidyLayout(fields, form.layout))
}

/** One field changed; the id never is. A text that the form has beside its fields too is written to both places. */
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
  if (after.label === before.label && after.placeholder === before.placeholder) return next
  return { ...next, ...mapTexts(next, (name, kind) => (name === after.name ? after[kind] : undefined)) }
}

type Texts = Pick<QuoteFormContent, 'labels' | 'placeholders'>

/**
 * A field that is being made takes its name from its label, until somebody gives it another one: `Drive length` is
 * `drive_length`. Only of fields that no lead can have an answer under.
 */
export function withNameOfLabel(form: QuoteFormContent, before: FormField): QuoteFormContent {
  const names = form.fields.filter(({ id }) => id !== before.id).map(({ name }) => name)
  const rename = (field: FormField): FormField => {
    const isOwn = before.name !== before.id && before.name !== nameOf(before, names)
    return isOwn || field.name !== before.name ? field : { ...field, name: nameOf(field, names) }
  }
  return { ...form, fields: form.fields.map((field) => (field.id === before.id ? rename(field) : field)) }
}

function nameOf({ id, label }: FormField, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
  const name = words
    .replace(/^[^a-z]+|[^a-z0-9]+$/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 60)
  if (name === '' || label === newFieldLabel) return id
  const numbered = [name, ...Array.from({ length: taken.length }, (_, index) => `${name}_${index + 2}`)]
  return numbered.find((each) => !taken.includes(each)) ?? id
}

/** How many fields nobody has named: homeowners would read 'New Field', and leads carry 'field_9'. */
export const countUnnamed = ({ fields }: Pick<QuoteFormContent, 'fields'>): number =>
  fields.filter(({ label, visible }) => visible && label === newFieldLabel).length

/** The texts beside the form as homeowners read them, whether they were changed there or on the field. */
export function formTexts(form: QuoteFormContent): Texts {
  const shown = shownFields(form)
  return mapTexts(form, (name, kind) => shown.find((field) => field.name === name)?.[kind])
}

/** The texts beside the form, replaced where their field has another. */
function mapTexts(form: Texts, textOf: (name: string, kind: 'label' | 'placeholder') => string | undefined): Texts {
  const labels = { ...form.labels }
  const placeholders = { ...form.placeholders }
  for (const [name, { label, placeholder }] of textsBesideForm) {
    if (label) labels[label] = textOf(name, 'label') ?? labels[label]
    if (placeholder) placeholders[placeholder] = textOf(name, 'placeholder') ?? placeholders[placeholder]
  }
  return { labels, placeholders }
}

/** A text beside the form, changed there: the field that has it too follows. */
export function withText(
  form: QuoteFormContent,
  kind: 'label' | 'placeholder',
  key: string,
  text: string,
): QuoteFormContent {
  const isField = ({ name }: FormField) => textsBesideForm.get(name)?.[kind] === key
  const fields = form.fields.map((field) => (isField(field) ? { ...field, [kind]: text } : field))
  const texts = `${kind}s` as const
  return { ...form, fields, [texts]: { ...form[texts], [key]: text } }
}

/** An option takes its label as value until somebody gives it another. */
export function relabelled(option: FieldOption, label: string): FieldOption {
  return { ...option, label, value: option.value === option.label ? label : option.value }
}

/** One option per line; empty and repeated lines are left out, and options that stay keep their values. */
export function pastedOptions(text: string, current: readonly FieldOption[]): FieldOption[] {
  const labels = new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  )
  return [...labels].map((label) => current.find((option) => option.label === label) ?? newOption(label))
}
