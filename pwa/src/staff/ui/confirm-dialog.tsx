import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useToast } from './toasts.tsx'

type Question = { title: string; text: string; confirm: string; busyText: string }

type ConfirmDialogProps = Question & {
  open: boolean
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone; when it fails, the dialog stays open and shows the error. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, busyText, busy, error, onConfirm, onClose } = props
  const textId = useId()
  return (
    <Dialog open={open} onClose={() => !busy && onClose()} aria-describedby={textId}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{text}</DialogContentText>
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

type Confirmed<Target, Result> = Omit<UseMutationOptions<Result, Error, Target>, 'onError'> & {
  question: (target: Target) => Question
  /** Whether an error leaves the dialog open; any other is shown as a toast. */
  staysOpen?: (error: unknown) => boolean
}

/** A mutation that is asked about first. `dialog` is to be rendered; `ask` opens it. */
export function useConfirmed<Target, Result>(options: Confirmed<Target, Result>) {
  const { question, onSuccess, staysOpen = () => true, ...rest } = options
  const toast = useToast()
  // It stays when the dialog closes, so that the texts stay while it fades out.
  const [target, setTarget] = useState<Target | null>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const mutation = useMutation({
    ...rest,
    onSuccess: (...answer) => {
      close()
      return onSuccess?.(...answer)
    },
    onError: (error) => {
      if (staysOpen(error)) return
      close()
      toast.error(messageOf(error))
    },
  })

  function ask(asked: Target): void {
    mutation.reset()
    setTarget(asked)
    setOpen(true)
  }
  const dialog = target !== null && (
    <ConfirmDialog
      {...question(target)}
      open={open}
      busy={mutation.isPending}
      error={mutation.error}
      onConfirm={() => mutation.mutate(target)}
      onClose={close}
    />
  )
  return { ask, dialog }
}

/** The button that opened the dialog may be gone with what was deleted; then the dialog cannot give the focus back. */
export function rescueFocus() {
  const focused = document.activeElement
  const isLost = focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null
  if (isLost) document.getElementById('main')?.focus()
}
