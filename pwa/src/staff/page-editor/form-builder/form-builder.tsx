import type { QuoteFormContent } from '@kerbside/schema/pages/content/form-content'
import { formLimits } from '@kerbside/schema/quotes/form-definition'
import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorsOf, type Cursor } from '../fields/cursor.ts'
import { FieldCanvas } from './field-canvas.tsx'
import { FormPreviewPane } from './form-preview.tsx'
import { answersCarried, FormWarnings, RemoveFieldDialog } from './form-warnings.tsx'
import { useFormBuilder } from './use-form-builder.ts'

/** Builds the form that homeowners fill in: fields, their layout, and the form itself beside them. */
export function FormBuilder({ field: form }: { field: Cursor<QuoteFormContent> }) {
  const { data: carried, isError } = useQuery(answersCarried())
  const [namesBefore] = useState(() => form.value.fields.map(({ name }) => name))
  const builder = useFormBuilder(form)
  const { fields, list } = builder
  return (
    <Box sx={panes}>
      <Stack spacing={1.5} sx={{ minWidth: 0 }}>
        <FormWarnings {...{ fields, namesBefore, carried }} failed={isError} />
        <FieldCanvas builder={builder} carried={carried} />
        {errorsOf(list).length > 0 && <FormHelperText error>{errorsOf(list).join(' ')}</FormHelperText>}
        <Box>
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            disabled={fields.length >= formLimits.fields}
            onClick={builder.add}
            data-add-field
          >
            Add Field
          </Button>
        </Box>
      </Stack>
      <FormPreviewPane form={form.value} />
      <RemoveFieldDialog
        field={builder.removing}
        carried={carried}
        onClose={() => builder.askToRemove(null)}
        onRemove={builder.remove}
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
