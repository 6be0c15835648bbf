import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'

type LeaveDialogProps = {
  open: boolean
  url: string
  /** Whether the edits are safe on this device. */
  kept: boolean
  busy: boolean
  onStay: () => void
  onLeave: () => void
  onSave: () => void
}

export function LeaveDialog({ open, url, kept, busy, onStay, onLeave, onSave }: LeaveDialogProps) {
  return (
    <Dialog open={open} onClose={() => !busy && onStay()} maxWidth="xs" fullWidth aria-labelledby="leave-title">
      <DialogTitle id="leave-title">Leave without saving?</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Your changes to {url} are not saved.{' '}
          {kept
            ? 'If you leave, they stay on this device and are offered when you open the page again.'
            : 'This browser could not keep a copy: if you leave, they are lost.'}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        <Button color="inherit" onClick={onStay} disabled={busy} autoFocus>
          Stay
        </Button>
        <Button color="error" onClick={onLeave} disabled={busy}>
          Leave
        </Button>
        <Button variant="contained" onClick={onSave} loading={busy} loadingPosition="start">
          {busy ? 'Saving...' : 'Save and leave'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
