import { Alert, Button, Stack, Typography } from '@mui/material'

type ConflictAlertProps = {
  /** What was changed, at the start of a sentence. */
  what: string
  by: string | null | undefined
  theirs: string
  mine: string
  onLeave: () => void
  /** Null where the colleague's value does not allow it any more. */
  onChange: (() => void) | null
}

/** A colleague changed the same part first: both values, and the person chooses one. */
export const ConflictAlert = ({ what, by, theirs, mine, onLeave, onChange }: ConflictAlertProps) => (
  <Alert severity="warning" sx={{ mb: 1.5 }}>
    <Typography sx={{ fontWeight: 600 }}>Changed meanwhile by {by ?? 'a colleague'}</Typography>
    <Typography sx={{ mb: 1 }}>
      {what} is now {theirs}. You chose {mine}.
    </Typography>
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" variant="outlined" color="inherit" onClick={onLeave}>
        Leave it {theirs}
      </Button>
      {onChange && (
        <Button size="small" variant="outlined" color="inherit" onClick={onChange}>
          Change it to {mine}
        </Button>
      )}
    </Stack>
  </Alert>
)
