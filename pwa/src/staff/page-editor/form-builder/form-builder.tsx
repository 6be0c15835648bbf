import type { FieldErrors } from '@kerbside/schema/errors'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { formLimits, type FormField } from '@kerbside/schema/quotes/form-definition'
import { formProblems } from '@kerbside/schema/quotes/form-problems'
import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { at, entryOf, errorCountWithin, errorsOf, type Cursor } from '../fields/cursor.ts'
import { moveButtons, useFocusAfter } from '../fields/use-list.ts'
import { FieldCanvas } from './field-canvas.tsx'
import type { FieldActions } from './field-card.tsx'
import { FieldEditor } from './field-editor.tsx'
import { withField, withLayout, withNewField, withoutField } from './form-changes.ts'
import { FormWarnings, RemoveFieldDialog } from './form-notices.tsx'
import { FormPreviewPane } from './form-preview.tsx'
import { answersCarried, leadsUnder } from './form-warnings.ts'
import { ownRow, readingOrder, stepField, tidyLayout } from './layout-moves.ts'

/** Builds the form that homeowners fill in: fields, their layout, and the form itself beside them. */
export function FormBuilder({ field: form }: { field: Cursor<QuoteFormContent> }) {
  const { data: carried, isError } = useQuery(answersCarried())
  const [namesBefore] = useState(() => form.value.fields.map(({ name }) => name))
  const [open, setOpen] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const focusNext = useFocusAfter()
  const { fields } = form.value
  const layout = tidyLayout(fields, form.value.layout)
  const list = withLocalProblems(at(form, 'fields'))
  const cursorOf = (id: string): Cursor<FormField> => ({
    ...entryOf(
      list,
      fields.findIndex((field) => field.id === id),
    ),
    update: (change) => form.update((now) => withField(now, id, change)),
  })
  const actionsOf = (id: string): FieldActions => ({
    edit: () => setOpen(open === id ? null : id),
    step: (direction) => {
      form.update((now) => withLayout(now, stepField(now.fields, now.layout, id, direction)))
      focusNext(...moveButtons(`[data-field="${id}"]`, direction))
    },
    ownRow: () => form.update((now) => withLayout(now, ownRow(now.fields, tidyLayout(now.fields, now.layout), id))),
    change: (change) => cursorOf(id).update((field) => ({ ...field, ...change })),
    remove: () => setRemoving(id),
  })
  const add = () => {
    const added = withNewField(form.value)
    form.update(() => added.form)
    setOpen(added.id)
    focusNext('[data-field-editor] input')
  }
  const remove = (id: string) => {
    const order = readingOrder(layout)
    const next = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1]
    form.update((now) => withoutField(now, id))
    setRemoving(null)
    if (open === id) setOpen(null)
    focusNext(`[data-field="${next}"] [data-edit]`, '[data-add-field]')
  }
  const renderEditor = (id: string) => (
    <div data-field-editor>
      <FieldEditor
        key={id}
        field={cursorOf(id)}
        leads={leadsUnder(carried, cursorOf(id).value.name)}
        close={() => {
          setOpen(null)
          focusNext(`[data-field="${id}"] [data-edit]`)
        }}
        remove={() => setRemoving(id)}
      />
    </div>
  )
  return (
    <Box sx={panes}>
      <Stack spacing={1.5} sx={{ minWidth: 0 }}>
        <FormWarnings {...{ fields, namesBefore, carried }} failed={isError} />
        <FieldCanvas
          {...{ fields, layout, open, actionsOf, renderEditor }}
          problemsOf={(id) => errorCountWithin(cursorOf(id))}
          place={(next) => form.update((now) => withLayout(now, next))}
        />
        {errorsOf(list).length > 0 && <FormHelperText error>{errorsOf(list).join(' ')}</FormHelperText>}
        <Box>
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            disabled={fields.length >= formLimits.fields}
            onClick={add}
            data-add-field
          >
            Add Field
          </Button>
        </Box>
      </Stack>
      <FormPreviewPane form={form.value} />
      <RemoveFieldDialog
        field={fields.find(({ id }) => id === removing)}
        carried={carried}
        onClose={() => setRemoving(null)}
        onRemove={remove}
      />
    </Box>
  )
}

const panes = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 800px)': { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
} as const

/** The problems that can be found in the form itself, beside the errors of the server. */
function withLocalProblems(fields: Cursor<FormField[]>): Cursor<FormField[]> {
  const errors: FieldErrors = { ...fields.errors }
  for (const { path, message } of formProblems(fields.value)) {
    const place = [fields.path, ...path].join('.')
    errors[place] = [...new Set([...(errors[place] ?? []), message])]
  }
  return { ...fields, errors }
}
