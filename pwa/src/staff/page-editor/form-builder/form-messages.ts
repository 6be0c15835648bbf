import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { shownFields } from '@kerbside/schema/pages/content/home-page'
import type { FormField } from '@kerbside/schema/quotes/form-definition'

type Labels = keyof QuoteFormContent['labels']
type Placeholders = keyof QuoteFormContent['placeholders']

/** Which field each of the words beside the form belongs to; the two texts of the button belong to none. */
const labelOf: Partial<Record<Labels, string>> = { firstName: 'first_name', lastName: 'last_name', email: 'email' }
const placeholderOf: Record<Placeholders, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  mobile: 'mobile',
  additionalInfo: 'additionalInfo',
}

/** What homeowners read, whichever of the two places it was changed in. */
export function formWords(form: QuoteFormContent): Pick<QuoteFormContent, 'labels' | 'placeholders'> {
  const shown = shownFields(form)
  const named = (name: string | undefined) => shown.find((field) => field.name === name)
  const labels = { ...form.labels }
  const placeholders = { ...form.placeholders }
  for (const key of keysOf(labels)) labels[key] = named(labelOf[key])?.label ?? labels[key]
  for (const key of keysOf(placeholders)) {
    placeholders[key] = named(placeholderOf[key])?.placeholder ?? placeholders[key]
  }
  return { labels, placeholders }
}

export function withLabel(form: QuoteFormContent, key: Labels, text: string): QuoteFormContent {
  return withWord({ ...form, labels: { ...form.labels, [key]: text } }, labelOf[key], { label: text })
}

export function withPlaceholder(form: QuoteFormContent, key: Placeholders, text: string): QuoteFormContent {
  const changed = { ...form, placeholders: { ...form.placeholders, [key]: text } }
  return withWord(changed, placeholderOf[key], { placeholder: text })
}

function withWord(form: QuoteFormContent, name: string | undefined, word: Partial<FormField>): QuoteFormContent {
  return { ...form, fields: form.fields.map((field) => (field.name === name ? { ...field, ...word } : field)) }
}

/** The words beside the form as the field itself has them: both places always say the same. */
export function withWordsOf(form: QuoteFormContent, field: FormField): QuoteFormContent {
  const labels = { ...form.labels }
  const placeholders = { ...form.placeholders }
  for (const key of keysOf(labels)) if (labelOf[key] === field.name) labels[key] = field.label
  for (const key of keysOf(placeholders)) if (placeholderOf[key] === field.name) placeholders[key] = field.placeholder
  return { ...form, labels, placeholders }
}

const keysOf = <Words extends object>(words: Words) => Object.keys(words) as (keyof Words)[]
