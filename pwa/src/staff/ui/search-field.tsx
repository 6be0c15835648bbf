import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches after a pause in typing; follows `value` when it changes from outside, as on going back. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const settled = useRef(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })

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
      search.current(wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ flex: '1 1 240px', maxWidth: { md: 420 } }}
      slotProps={{
        htmlInput: { maxLength: 200, sx: { '&::-webkit-search-cancel-button': { display: 'none' } } },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" edge="end" aria-label="Clear the search" onClick={() => setText('')}>
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
