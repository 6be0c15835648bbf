import Chip from '@mui/material/Chip'

/** How many values inside were refused; nothing when none were. */
export function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Chip size="small" color="error" label={count === 1 ? '1 problem' : `${count} problems`} sx={{ flex: 'none' }} />
  )
}
