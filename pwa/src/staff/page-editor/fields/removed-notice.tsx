import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

type Props = { name: string; entryKey: string; putBack: () => void }

/** Stands where the entry stood, until the list changes again. */
export function RemovedNotice({ name, entryKey, putBack }: Props) {
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
      <Button
        size="small"
        color="inherit"
        data-undo={entryKey}
        startIcon={<UndoIcon fontSize="small" />}
        onClick={putBack}
      >
        Undo
      </Button>
    </Box>
  )
}
