import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useSearchText } from './use-search-text.ts'

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches by itself; `value` is what was searched for last. */
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
