import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import type { Cursor } from '../fields/cursor.ts'
import { Columns } from '../fields/group.tsx'
import { LineField } from '../fields/text-fields.tsx'
import { formTexts, withText } from '../form-builder/form-changes.ts'

const texts = [
  ['label', 'firstName', 'First name label'],
  ['label', 'lastName', 'Last name label'],
  ['label', 'email', 'Email label'],
  ['label', 'submitText', 'Submit text'],
  ['label', 'submittingText', 'Submitting text'],
  ['placeholder', 'firstName', 'First name placeholder'],
  ['placeholder', 'lastName', 'Last name placeholder'],
  ['placeholder', 'email', 'Email placeholder'],
  ['placeholder', 'mobile', 'Mobile placeholder'],
  ['placeholder', 'additionalInfo', 'Additional information placeholder'],
] as const

/** Labels and placeholders that the form has beside its fields. A change here changes the field in the builder too. */
export function FormTexts({ form }: { form: Cursor<QuoteFormContent> }) {
  return (
    <Columns>
      {texts.map(([kind, key, label]) => {
        const read = (now: QuoteFormContent) => (formTexts(now)[`${kind}s`] as Record<string, string>)[key] ?? ''
        const field: Cursor<string> = {
          ...form,
          path: `${form.path}.${kind}s.${key}`,
          value: read(form.value),
          update: (change) => form.update((now) => withText(now, kind, key, change(read(now)))),
        }
        return <LineField key={label} field={field} label={label} />
      })}
    </Columns>
  )
}
