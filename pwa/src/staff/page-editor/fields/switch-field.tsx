import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { Cursor } from './cursor.ts'

/** On or off. */
export function SwitchField({ field, label }: { field: Cursor<boolean>; label: string }) {
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={field.value}
          onChange={(_event, on) => field.update(() => on)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
    />
  )
}
