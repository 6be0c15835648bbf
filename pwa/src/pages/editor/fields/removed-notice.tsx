import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

/** Stands where the entry stood, until the list changes again. */
export function RemovedNotice({ name, putBack }: { name: string; putBack: () => void }) {
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        px: 1.5,
        py: 0.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
      }}
    >
      <Typography variant="body2" noWrap>
        Removed {name}
      </Typography>
      <Button size="small" color="inherit" data-undo startIcon={<UndoIcon fontSize="small" />} onClick={putBack}>
        Undo
      </Button>
    </Box>
  )
}
