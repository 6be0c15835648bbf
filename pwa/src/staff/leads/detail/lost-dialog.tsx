import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useState, type FormEvent } from 'react'
import { rescueFocus } from '../../ui/confirm-dialog.tsx'

type LostDialogProps = { open: boolean; onClose: () => void; onConfirm: (reason: string) => void }

/** Asks for the reason, which is stored with the lead. */
export function LostDialog({ open, onClose, onConfirm }: LostDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    onConfirm(reason.trim())
    setReason('')
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      slotProps={{ paper: { component: 'form', onSubmit: submit }, transition: { onExited: rescueFocus } }}
      aria-labelledby="lost-title"
    >
      <DialogTitle id="lost-title">Mark as lost</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          multiline
          minRows={2}
          margin="dense"
          label="Why was it lost?"
          value={reason}
          error={isMissing}
          helperText={
            isMissing ? 'Please give a reason, even a short one' : 'For example: too expensive, chose another firm'
          }
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained">
          Mark as lost
        </Button>
      </DialogActions>
    </Dialog>
  )
}
