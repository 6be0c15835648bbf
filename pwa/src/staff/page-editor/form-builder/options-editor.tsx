import { formLimits, newOption, type FieldOption } from '@kerbside/schema/quotes/form-definition'
import AddIcon from '@mui/icons-material/Add'
import PasteIcon from '@mui/icons-material/ContentPaste'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { at, entryOf, errorsOf, type Cursor } from '../fields/cursor.ts'
import { EntryButtons } from '../fields/entry-buttons.tsx'
import { RemovedNotice } from '../fields/removed-notice.tsx'
import { useList, type EditableList } from '../fields/use-list.ts'
import { pastedOptions, relabelled } from './form-changes.ts'
import { PasteOptionsDialog } from './paste-options-dialog.tsx'

/** What a choice offers, in the order that homeowners see. */
export function OptionsEditor({ field, label }: { field: Cursor<FieldOption[]>; label: string }) {
  const id = useId()
  const list = useList(field)
  const [values, setValues] = useState(field.value.some((option) => option.value !== option.label))
  const [pasting, setPasting] = useState(false)
  const errors = errorsOf(field)
  const { removed } = list
  return (
    <Box role="group" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3" component="p" id={id}>
          Options
        </Typography>
        <FormControlLabel
          label="Stored values"
          control={<Switch size="small" checked={values} onChange={(_event, on) => setValues(on)} />}
        />
      </Box>
      <Stack spacing={1} sx={{ mt: 0.5 }}>
        {list.keys.map((key, index) => (
          <OptionRow key={key} field={entryOf(field, index)} {...{ list, index, values }} entryKey={key} />
        ))}
        {removed && (
          <RemovedNotice name={`option “${removed.item.label}”`} entryKey={removed.key} putBack={list.putBack} />
        )}
      </Stack>
      {errors.length > 0 && <FormHelperText error>{errors.join(' ')}</FormHelperText>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={list.keys.length >= formLimits.options}
          onClick={() => list.add(newOption(''))}
        >
          Add option
        </Button>
        <Button size="small" color="inherit" startIcon={<PasteIcon />} onClick={() => setPasting(true)}>
          Paste a list
        </Button>
      </Box>
      <VisuallyHidden role="status">{list.said}</VisuallyHidden>
      <PasteOptionsDialog
        open={pasting}
        label={label}
        current={field.value}
        onClose={() => setPasting(false)}
        onPaste={(text) => field.update((options) => pastedOptions(text, options))}
      />
    </Box>
  )
}

const paired = { '@container (min-width: 440px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } }

type RowProps = {
  field: Cursor<FieldOption>
  list: EditableList<FieldOption>
  entryKey: string
  index: number
  values: boolean
}

function OptionRow({ field, list, entryKey, index, values }: RowProps) {
  const name = `option ${index + 1}`
  const errors = [...errorsOf(at(field, 'label')), ...errorsOf(at(field, 'value'))]
  return (
    <Box data-entry={entryKey} sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'minmax(0, 1fr)',
          ...(values ? paired : {}),
        }}
      >
        <TextField
          id={`option-${entryKey}`}
          value={field.value.label}
          onChange={({ target }) => field.update((option) => relabelled(option, target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (index === list.keys.length - 1 && field.value.label !== '') list.add(newOption(''))
          }}
          error={errors.length > 0}
          helperText={errors.join(' ') || undefined}
          slotProps={{ htmlInput: { 'aria-label': `Option ${index + 1}` } }}
        />
        {values && (
          <TextField
            value={field.value.value}
            onChange={({ target }) => field.update((option) => ({ ...option, value: target.value }))}
            error={errors.length > 0}
            slotProps={{ htmlInput: { 'aria-label': `Stored value of option ${index + 1}` } }}
          />
        )}
      </Box>
      <EntryButtons list={list} index={index} name={name} />
    </Box>
  )
}
