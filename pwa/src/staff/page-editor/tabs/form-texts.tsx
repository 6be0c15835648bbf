import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { at, type Cursor } from '../fields/cursor.ts'
import { Columns } from '../fields/group.tsx'
import { LineField } from '../fields/text-fields.tsx'
import { formTexts, withLabel, withPlaceholder } from '../form-builder/form-changes.ts'

const labels = [
  ['firstName', 'First name label'],
  ['lastName', 'Last name label'],
  ['email', 'Email label'],
  ['submitText', 'Submit text'],
  ['submittingText', 'Submitting text'],
] as const

const placeholders = [
  ['firstName', 'First name placeholder'],
  ['lastName', 'Last name placeholder'],
  ['email', 'Email placeholder'],
  ['mobile', 'Mobile placeholder'],
  ['additionalInfo', 'Additional information placeholder'],
] as const

/** Labels and placeholders that the form has beside its fields. A change here changes the field in the builder too. */
export function FormTexts({ form }: { form: Cursor<QuoteFormContent> }) {
  const texts = formTexts(form.value)
  return (
    <Columns>
      {labels.map(([key, label]) => {
        const update: Cursor<string>['update'] = (change) =>
          form.update((now) => withLabel(now, key, change(formTexts(now).labels[key])))
        const field = { ...at(at(form, 'labels'), key), value: texts.labels[key], update }
        return <LineField key={label} field={field} label={label} />
      })}
      {placeholders.map(([key, label]) => {
        const update: Cursor<string>['update'] = (change) =>
          form.update((now) => withPlaceholder(now, key, change(formTexts(now).placeholders[key])))
        const field = { ...at(at(form, 'placeholders'), key), value: texts.placeholders[key], update }
        return <LineField key={label} field={field} label={label} />
      })}
    </Columns>
  )
}
