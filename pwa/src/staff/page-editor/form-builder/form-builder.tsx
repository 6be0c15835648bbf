import type { FieldErrors } from '@kerbside/schema/errors'
import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { formLimits, type FormField } from '@kerbside/schema/quotes/form-definition'
import { formProblems } from '@kerbside/schema/quotes/form-problems'
import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { at, entryOf, errorCountWithin, errorsOf, type Cursor } from '../fields/cursor.ts'
import { useFocusAfter } from '../fields/use-focus-after.ts'
import { answersCarried } from './answers-carried.queries.ts'
import { FieldCanvas } from './field-canvas.tsx'
import { FieldEditor } from './field-editor.tsx'
import type { FieldActions } from './field-menu.tsx'
import { withField, withLayout, withNewField, withoutField } from './form-changes.ts'
import { PreviewPane } from './preview-pane.tsx'
import { carriedWords, formWarnings, leadsUnder, lossOf, orphanedNames } from './form-warnings.ts'
import { ownRow, readingOrder, stepField, tidyLayout } from './layout-moves.ts'

/** Builds the form that homeowners fill in: fields, their layout, and the form itself beside them. */
export function FormBuilder({ field: form }: { field: Cursor<QuoteFormContent> }) {
  const carried = useQuery(answersCarried())
  const [names] = useState(() => form.value.fields.map(({ name }) => name))
  const [open, setOpen] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const focusNext = useFocusAfter()
  const { fields } = form.value
  const layout = tidyLayout(fields, form.value.layout)
  const list = withLocalProblems(at(form, 'fields'))
  const opened = fields.findIndex(({ id }) => id === open)
  const leads = (field: FormField | undefined) => leadsUnder(carried.data, field?.name ?? '')

  const actionsOf = (id: string): FieldActions => ({
    edit: () => setOpen(open === id ? null : id),
    step: (direction) => {
      form.update((now) => withLayout(now, stepField(now.fields, now.layout, id, direction)))
      const [first, second] = direction === 'up' ? ['up', 'down'] : ['down', 'up']
      focusNext(`[data-field="${id}"] [data-move="${first}"]:enabled`, `[data-field="${id}"] [data-move="${second}"]`)
    },
    ownRow: () => form.update((now) => withLayout(now, ownRow(now.fields, tidyLayout(now.fields, now.layout), id))),
    change: (change) => form.update((now) => withField(now, id, (field) => ({ ...field, ...change }))),
    remove: () => setRemoving(id),
  })
  const add = () => {
    const added = withNewField(form.value)
    form.update(() => added.form)
    setOpen(added.id)
    focusNext('[data-field-editor] input')
  }
  const opener: Cursor<FormField> | null =
    opened < 0
      ? null
      : {
          ...entryOf(list, opened),
          update: (change) => form.update((now) => withField(now, fields[opened]?.id ?? '', change)),
        }
  return (
    <Box sx={panes}>
      <Stack spacing={1.5} sx={{ minWidth: 0 }}>
        <Warnings fields={fields} orphans={orphanedNames(names, fields, carried.data)} failed={carried.isError} />
        <FieldCanvas
          {...{ fields, layout, open, actionsOf }}
          problemsOf={(id) =>
            errorCountWithin(
              entryOf(
                list,
                fields.findIndex((field) => field.id === id),
              ),
            )
          }
          place={(next) => form.update((now) => withLayout(now, next))}
          editor={
            opener && (
              <div data-field-editor>
                <FieldEditor
                  key={opener.value.id}
                  field={opener}
                  leads={leads(opener.value)}
                  close={() => {
                    setOpen(null)
                    focusNext(`[data-field="${opener.value.id}"] [data-edit]`)
                  }}
                  remove={() => setRemoving(opener.value.id)}
                />
              </div>
            )
          }
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
      <PreviewPane form={form.value} />
      <RemoveField
        field={fields.find(({ id }) => id === removing)}
        leads={leads(fields.find(({ id }) => id === removing))}
        onClose={() => setRemoving(null)}
        onRemove={(id) => {
          const order = readingOrder(layout)
          const next = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1]
          form.update((now) => withoutField(now, id))
          setRemoving(null)
          if (open === id) setOpen(null)
          focusNext(`[data-field="${next}"] [data-edit]`, '[data-add-field]')
        }}
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

/** What the form itself can tell is wrong, beside what the server refused. */
function withLocalProblems(fields: Cursor<FormField[]>): Cursor<FormField[]> {
  const errors: FieldErrors = { ...fields.errors }
  for (const { path, message } of formProblems(fields.value)) {
    const place = [fields.path, ...path].join('.')
    errors[place] = [...new Set([...(errors[place] ?? []), message])]
  }
  return { ...fields, errors }
}

type WarningsProps = {
  fields: readonly FormField[]
  orphans: readonly { name: string; leads: number }[]
  failed: boolean
}

function Warnings({ fields, orphans, failed }: WarningsProps) {
  const lines = [
    ...formWarnings(fields),
    ...orphans.map(({ name, leads }) => carriedWords(name, leads)).filter((words) => words !== null),
  ]
  return (
    <>
      {lines.map((words) => (
        <Alert key={words} severity="warning">
          {words}
        </Alert>
      ))}
      {failed && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Could not check which fields the collected leads use. Take care when you rename or remove one.
        </Typography>
      )}
    </>
  )
}

type RemoveProps = { field: FormField | undefined; leads: number; onClose: () => void; onRemove: (id: string) => void }

function RemoveField({ field, leads, onClose, onRemove }: RemoveProps) {
  const [last, setLast] = useState(field)
  // The dialog keeps its words while it fades.
  if (field && field !== last) setLast(field)
  const words = last && [carriedWords(last.name, leads), lossOf(last), 'Visitors notice when the page is published.']
  return (
    <ConfirmDialog
      open={field !== undefined}
      title={`Remove “${last?.label ?? ''}”?`}
      text={words?.filter((part) => part !== null).join(' ') ?? ''}
      confirm="Remove"
      busyText="Remove"
      busy={false}
      error={null}
      onConfirm={() => field && onRemove(field.id)}
      onClose={onClose}
    />
  )
}
