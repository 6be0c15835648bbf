import { formLimits, newOption, type FieldOption } from '@kerbside/schema/quotes/form-definition'
import AddIcon from '@mui/icons-material/Add'
import PasteIcon from '@mui/icons-material/ContentPaste'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { at, entryOf, errorsOf, type Cursor } from '../fields/cursor.ts'
import { EntryButtons, ListFooter, RemovedNotice } from '../fields/list-parts.tsx'
import { useList, type EditableList } from '../fields/use-list.ts'
import { pastedOptions, relabelled } from './form-changes.ts'

/** What a choice offers, in the order that homeowners see. */
export function OptionsEditor({ field, label }: { field: Cursor<FieldOption[]>; label: string }) {
  const id = useId()
  const list = useList(field)
  const [values, setValues] = useState(field.value.some((option) => option.value !== option.label))
  const [pasting, setPasting] = useState(false)
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
        <RemovedNotice list={list} name={(option) => `option “${option.label}”`} />
      </Stack>
      <ListFooter list={list}>
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
      </ListFooter>
      <Dialog open={pasting} onClose={() => setPasting(false)} maxWidth="xs" fullWidth aria-labelledby={`${id}-paste`}>
        <DialogTitle id={`${id}-paste`}>Options of “{label}”</DialogTitle>
        {pasting && <PasteOptions field={field} onClose={() => setPasting(false)} />}
      </Dialog>
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
  const errors = [...errorsOf(at(field, 'label')), ...errorsOf(at(field, 'value'))]
  const layout = { flex: 1, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }
  return (
    <Box data-entry={entryKey} sx={{ display: 'flex', alignItems: 'start', gap: 0.5 }}>
      <Box sx={{ ...layout, ...(values ? paired : {}) }}>
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
      <EntryButtons list={list} index={index} name={`option ${index + 1}`} />
    </Box>
  )
}

/** All options as text: pasted, sorted or trimmed in one go. */
function PasteOptions({ field, onClose }: { field: Cursor<FieldOption[]>; onClose: () => void }) {
  const [text, setText] = useState(() => field.value.map((option) => option.label).join('\n'))
  return (
    <>
      <DialogContent>
        <TextField
          label="One option per line"
          id="pasted-options"
          multiline
          minRows={6}
          maxRows={16}
          fullWidth
          autoFocus
          margin="dense"
          value={text}
          onChange={({ target }) => setText(target.value)}
          helperText="Empty lines and repeated options are left out."
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          onClick={() => {
            field.update((options) => pastedOptions(text, options))
            onClose()
          }}
        >
          Use this list
        </Button>
      </DialogActions>
    </>
  )
}
