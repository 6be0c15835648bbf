import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { paintOf, valueWords } from './field-labels.ts'

/** Long texts scroll within their place, so that one field never hides the others. */
export function ValueText({ value }: { value: unknown }) {
  const paint = paintOf(value)
  const words = valueWords(value)
  const isThere = value !== '' && value !== undefined && value !== null
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
      {paint !== null && (
        <Box
          aria-hidden
          style={{ background: paint }}
          sx={{
            width: 18,
            height: 18,
            mt: '2px',
            flexShrink: 0,
            borderRadius: '4px',
            border: 1,
            borderColor: 'divider',
          }}
        />
      )}
      <Typography
        variant="body2"
        sx={{
          whiteSpace: 'pre-line',
          maxHeight: 132,
          overflowY: 'auto',
          flexGrow: 1,
          ...(isThere ? {} : { color: 'text.secondary', fontStyle: 'italic' }),
        }}
      >
        {words}
      </Typography>
    </Box>
  )
}
