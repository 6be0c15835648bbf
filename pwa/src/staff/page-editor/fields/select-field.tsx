import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, type ReactNode } from 'react'
import { errorsOf, type Cursor } from './cursor.ts'

type Props<Value extends string> = {
  field: Cursor<Value>
  label: string
  choices: readonly { value: Value; label: string; picture?: ReactNode }[]
  help?: ReactNode
  /** Columns of the open list, for long lists of short names. */
  columns?: number
}

/** One of several. With columns the arrow keys run down each column. */
export function SelectField<Value extends string>({ field, label, choices, help, columns = 1 }: Props<Value>) {
  const id = useId()
  const errors = errorsOf(field)
  const rows = Math.ceil(choices.length / columns)
  const grid = { display: 'grid', gridAutoFlow: 'column', gridTemplateRows: `repeat(${rows}, auto)` } as const
  return (
    <TextField
      select
      id={id}
      label={label}
      value={field.value}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value)
        if (chosen) field.update(() => chosen.value)
      }}
      error={errors.length > 0}
      helperText={errors.join(' ') || help}
      fullWidth
      slotProps={{
        select: {
          MenuProps: {
            slotProps: { paper: { sx: { maxHeight: 420 } }, list: { sx: columns > 1 ? grid : {} } },
          },
        },
      }}
    >
      {choices.map(({ value, label: name, picture }) => (
        <MenuItem key={value} value={value}>
          <Box
            component="span"
            sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0, height: '1.4375em' }}
          >
            {picture}
            {name}
          </Box>
        </MenuItem>
      ))}
    </TextField>
  )
}
