import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

type Props = { label: string; count: number; most: number; add: () => void; outlined?: boolean }

/** Below a list. A full list says so. */
export function AddButton({ label, count, most, add, outlined = false }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: outlined ? 1.5 : 1 }}>
      <Button
        size="small"
        variant={outlined ? 'outlined' : 'text'}
        startIcon={<AddIcon />}
        disabled={count >= most}
        onClick={add}
      >
        {label}
      </Button>
      {count >= most && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {most} at most.
        </Typography>
      )}
    </Box>
  )
}
