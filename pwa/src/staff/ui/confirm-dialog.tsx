import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { messageOf } from '../../api/api-error.ts'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: string
  confirm: string
  busyText: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone; when it fails, the dialog stays open and shows the error. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, busyText, busy, error, onConfirm, onClose } = props
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ transition: { onExited: rescueFocus } }}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
        {error !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {messageOf(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy} autoFocus>
          Cancel
        </Button>
        <Button color="error" variant="contained" onClick={onConfirm} loading={busy} loadingPosition="start">
          {busy ? busyText : confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The button that opened the dialog may be gone with what was deleted; then the dialog cannot give the focus back. */
export function rescueFocus() {
  const focused = document.activeElement
  const isLost = focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null
  if (isLost) document.getElementById('main')?.focus()
}
