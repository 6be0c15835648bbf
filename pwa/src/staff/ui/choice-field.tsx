import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

type ChoiceFieldProps<T extends string> = {
  label: string
  /** What leaving it open is called. */
  all: string
  value: T | null
  choices: readonly { value: T; label: string }[]
  onChoose: (value: T | null) => void
}

/** One filter of a list. */
export function ChoiceField<T extends string>({ label, all, value, choices, onChoose }: ChoiceFieldProps<T>) {
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(choices.find((choice) => choice.value === event.target.value)?.value ?? null)}
      sx={{ flex: { xs: '1 1 140px', md: '0 1 170px' } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
