import type { FieldErrors } from '@kerbside/schema/errors'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import type { FormField, FormLayout } from '@kerbside/schema/quotes/form-definition'
import { formProblems } from '@kerbside/schema/quotes/form-problems'
import { useState } from 'react'
import { at, entryOf, type Cursor } from '../fields/cursor.ts'
import { moveButtons, useFocusAfter } from '../fields/use-list.ts'
import { withField, withLayout, withNameOfLabel, withNewField, withoutField } from './form-changes.ts'
import { readingOrder, stepField, tidyLayout, type Direction } from './layout-moves.ts'

/** What all parts of the form builder share: the form, which field is open, and what can be done to a field. */
export function useFormBuilder(form: Cursor<QuoteFormContent>) {
  const [open, setOpen] = useState<string | null>(null)
  /** Ids of the fields that were added here. */
  const [made, setMade] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<string | null>(null)
  const focusNext = useFocusAfter()
  const { fields } = form.value
  const list = withLocalProblems(at(form, 'fields'))
  /** Tidy: every field once. */
  const layout = tidyLayout(fields, form.value.layout)
  const place = (change: (fields: readonly FormField[], layout: FormLayout) => FormLayout) =>
    form.update((now) => withLayout(now, change(now.fields, tidyLayout(now.fields, now.layout))))
  const editButton = (id: string | undefined) => `[data-field="${id}"] [data-edit]`
  return {
    fields,
    list,
    layout,
    open,
    /** The field about which the person is asked whether to remove it. */
    removing: fields.find(({ id }) => id === removing),
    cursorOf: (id: string): Cursor<FormField> => ({
      ...entryOf(
        list,
        fields.findIndex((field) => field.id === id),
      ),
      update: (change) =>
        form.update((now) => {
          const before = now.fields.find((field) => field.id === id)
          const changed = withField(now, id, change)
          return before && made.has(id) ? withNameOfLabel(changed, before) : changed
        }),
    }),
    place,
    toggle: (id: string) => setOpen(open === id ? null : id),
    close: (id: string) => {
      setOpen(null)
      focusNext(editButton(id))
    },
    step: (id: string, direction: Direction) => {
      place((now, current) => stepField(now, current, id, direction))
      focusNext(...moveButtons(`[data-field="${id}"]`, direction))
    },
    add: () => {
      const added = withNewField(form.value)
      form.update(() => added.form)
      setMade(new Set([...made, added.id]))
      setOpen(added.id)
      focusNext('[data-field-editor] input')
    },
    askToRemove: setRemoving,
    remove: (id: string) => {
      const order = readingOrder(layout)
      const next = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1]
      form.update((now) => withoutField(now, id))
      setRemoving(null)
      if (open === id) setOpen(null)
      focusNext(editButton(next), '[data-add-field]')
    },
  }
}

export type FormBuilderState = ReturnType<typeof useFormBuilder>

/** The problems that can be found in the form itself, beside the errors of the server. */
function withLocalProblems(fields: Cursor<FormField[]>): Cursor<FormField[]> {
  const errors: FieldErrors = { ...fields.errors }
  for (const { path, message } of formProblems(fields.value)) {
    const place = [fields.path, ...path].join('.')
    errors[place] = [...new Set([...(errors[place] ?? []), message])]
  }
  return { ...fields, errors }
}
