import { fieldTypes, fieldWidths, type FieldOption, type FormField } from '@kerbside/schema/quotes/form-definition'
import { Alert, Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { at, errorsOf, type Cursor } from '../fields/cursor.ts'
import { IconField, SelectField, SwitchField } from '../fields/choice-fields.tsx'
import { Columns } from '../fields/group.tsx'
import { LineField } from '../fields/text-fields.tsx'
import { typeLabels } from './field-card.tsx'
import { carriedMessage, lossOf } from './form-warnings.tsx'
import { OptionsEditor } from './options-editor.tsx'

const types = fieldTypes.map((value) => ({ value, label: typeLabels[value] }))
const widths = fieldWidths.map((value) => ({ value, label: value === 'half' ? 'Half' : 'Full' }))

type Props = {
  field: Cursor<FormField>
  /** How many of the latest leads carry an answer under its name. */
  leads: number
  close: () => void
  remove: () => void
}

/** Everything about one field. Changes show in the form at once; nothing is stored before Save. */
export function FieldEditor({ field, leads, close, remove }: Props) {
  const { value } = field
  const [dropped, setDropped] = useState<FieldOption[]>([])
  const type = {
    ...at(field, 'type'),
    // Only a choice has options. They come back when the type was changed by mistake.
    update: (change: (type: FormField['type']) => FormField['type']) => {
      const next = change(value.type)
      if (value.type === 'select' && next !== 'select') setDropped(value.options)
      field.update((now) => ({
        ...now,
        type: next,
        options: next !== 'select' ? [] : now.options.length > 0 ? now.options : dropped,
      }))
    },
  }
  return (
    <Stack spacing={2} sx={{ containerType: 'inline-size' }}>
      <Columns from={440}>
        <LineField field={at(field, 'label')} label="Label" />
        <NameField field={field} leads={leads} />
        <SelectField field={type} label="Type" choices={types} />
        <SelectField field={at(field, 'width')} label="Width" choices={widths} />
        <LineField field={at(field, 'placeholder')} label="Placeholder" />
        <IconField field={at(field, 'icon')} from="field" />
      </Columns>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <SwitchField field={at(field, 'required')} label="Required" />
        <SwitchField field={at(field, 'visible')} label="Visible" />
      </Box>
      {!value.visible && lossOf(value) && <Alert severity="warning">Hidden. {lossOf(value)}</Alert>}
      {value.type === 'select' && <OptionsEditor field={at(field, 'options')} label={value.label} />}
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Button color="error" onClick={remove}>
          Remove field
        </Button>
        <Button variant="outlined" onClick={close}>
          Done
        </Button>
      </Box>
    </Stack>
  )
}

/** The name is the key of the answer in every lead, so a change of it comes with a warning. */
function NameField({ field, leads }: Pick<Props, 'field' | 'leads'>) {
  const name = at(field, 'name')
  const warning = carriedMessage(field.value.name, leads)
  const wrong = errorsOf(name).length > 0
  const help = warning ? (
    <Box component="span" sx={{ color: 'warning.main' }}>
      {warning}
    </Box>
  ) : (
    'The key of the answer: letters, digits and _.'
  )
  return <LineField field={name} label="Name" help={wrong ? undefined : help} code />
}
