import { formLimits, newOption, type FieldOption } from '@kerbside/schema/quotes/form-definition'
import PasteIcon from '@mui/icons-material/ContentPaste'
import { Box, Button, FormControlLabel, Switch, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { at, errorsOf, type Cursor } from '../fields/cursor.ts'
import { AddButton, Entries, LineEntry } from '../fields/list-parts.tsx'
import { useList } from '../fields/use-list.ts'
import { pastedOptions, relabelled } from './form-changes.ts'

/** What a choice offers, in the order that homeowners see. */
export function OptionsEditor({ field, label }: { field: Cursor<FieldOption[]>; label: string }) {
  const id = useId()
  const list = useList(field)
  const [values, setValues] = useState(field.value.some((option) => option.value !== option.label))
  const [pasting, setPasting] = useState(false)
  const [pasted, setPasted] = useState('')
  const paste = () => {
    setPasted(field.value.map((option) => option.label).join('\n'))
    setPasting(true)
  }
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
      <Entries
        list={list}
        name={(option) => `option “${option.label}”`}
        renderEntry={(option, entryKey, index) => (
          <LineEntry
            path={option.path}
            {...{ list, entryKey, index, create, max }}
            name={`option ${index + 1}`}
            text={option.value.label}
            onChange={(text) => option.update((now) => relabelled(now, text))}
            errors={problemsOf(option)}
            sx={values ? paired : {}}
          >
            {values && (
              <TextField
                value={option.value.value}
                onChange={({ target }) => option.update((now) => ({ ...now, value: target.value }))}
                error={problemsOf(option).length > 0}
                slotProps={{ htmlInput: { 'aria-label': `Stored value of option ${index + 1}` } }}
              />
            )}
          </LineEntry>
        )}
      >
        <AddButton {...{ list, create, max }} label="Add option">
          <Button size="small" color="inherit" startIcon={<PasteIcon />} onClick={paste}>
            Paste a list
          </Button>
        </AddButton>
      </Entries>
      <ConfirmDialog
        open={pasting}
        title={`Options of “${label}”`}
        confirm="Use this list"
        field={
          <TextField
            label="One option per line"
            id="pasted-options"
            multiline
            minRows={6}
            maxRows={16}
            fullWidth
            autoFocus
            margin="dense"
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
            helperText="Empty lines and repeated options are left out."
          />
        }
        onConfirm={() => {
          field.update((options) => pastedOptions(pasted, options))
          setPasting(false)
        }}
        onClose={() => setPasting(false)}
      />
    </Box>
  )
}

const paired = { '@container (min-width: 440px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } }
const problemsOf = (option: Cursor<FieldOption>) => [...errorsOf(at(option, 'label')), ...errorsOf(at(option, 'value'))]
const create = () => newOption('')
const max = formLimits.options
