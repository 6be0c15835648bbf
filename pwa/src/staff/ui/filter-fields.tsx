import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, MenuItem, TextField } from '@mui/material'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches without a button; `value` is the latest search. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { text, setText } = useSearchText(value, onSearch)
  const magnifier = (
    <InputAdornment position="start">
      <SearchIcon fontSize="small" />
    </InputAdornment>
  )
  const clear = text !== '' && (
    <InputAdornment position="end">
      <IconButton size="small" edge="end" aria-label="Clear the search" onClick={() => setText('')}>
        <ClearIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 240px', maxWidth: { md: 420 } }}
      slotProps={{
        htmlInput: { maxLength: 200, sx: { '&::-webkit-search-cancel-button': { display: 'none' } } },
        input: { startAdornment: magnifier, endAdornment: clear },
      }}
    />
  )
}

const pauseMs = 300

/** Text that is searched for after a pause in typing; it follows `value` when that changes from outside. */
function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const settled = useRef(value)
  const search = useEffectEvent(onSearch)

  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === settled.current) return
    const timer = setTimeout(() => {
      settled.current = wanted
      search(wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText }
}

type ChoiceFieldProps<T extends string> = {
  label: string
  /** Label of the choice of none: of all, in a filter. */
  all: string
  value: T | null
  labels: Record<T, { label: string }>
  onChoose: (value: T | null) => void
}

/** One choice of several or none, like a filter of a list. */
export function ChoiceField<T extends string>({ label, all, value, labels, onChoose }: ChoiceFieldProps<T>) {
  const choices = Object.keys(labels) as T[]
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(choices.find((choice) => choice === event.target.value) ?? null)}
      sx={{ flex: { xs: '1 1 140px', md: '0 1 170px' } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {labels[choice].label}
        </MenuItem>
      ))}
    </TextField>
  )
}
