import {
  Alert,
  AlertTitle,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  type DialogProps,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useToast } from '../toasts.tsx'
import { useAction, type ActionOptions } from '../use-action.ts'

type DialogFrameProps = Pick<DialogProps, 'open' | 'maxWidth' | 'fullScreen' | 'children'> & {
  title: string
  text?: ReactNode
  /** The buttons. */
  actions: ReactNode
  /** Shown above the buttons, unless it is null. */
  error?: unknown
  errorTitle?: string
  /** Keeps the dialog open. */
  busy?: boolean
  onClose?: () => void
  /** For a button of type submit, and for Enter in a field. */
  onSubmit?: () => void
}

/** Title, text, whatever is asked, and buttons. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, text, children, actions, error = null, errorTitle, busy = false, onClose, onSubmit, ...dialog } = props
  const textId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React tells also the dialog from which this one was opened.
    event.stopPropagation()
    onSubmit?.()
  }
  // The server's own texts at the fields replace the browser's bubbles.
  const paper = { component: 'form', noValidate: true, onSubmit: submit } as const
  return (
    <Dialog {...dialog} onClose={() => !busy && onClose?.()} aria-describedby={textId} slotProps={{ paper }}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} sx={{ '&:not(:empty, :last-child)': { mb: 2 } }}>
          {text}
        </DialogContentText>
        {children}
      </DialogContent>
      {error !== null && (
        <Alert severity="error" sx={{ mx: 3, mb: 2 }}>
          {errorTitle !== undefined && <AlertTitle>{errorTitle}</AlertTitle>}
          {messageOf(error)}
        </Alert>
      )}
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
        {actions}
      </DialogActions>
    </Dialog>
  )
}

type SubmitActionsProps = {
  submit: string
  /** In place of `submit` while it is done. */
  busyText?: string | undefined
  busy: boolean
  disabled?: boolean
  /** Cancel has the focus: for what cannot be undone. */
  dangerous?: boolean
  onCancel: () => void
}

/** Cancel, and the button that submits the dialog. */
export function SubmitActions({ submit, busyText, busy, disabled, dangerous, onCancel }: SubmitActionsProps) {
  return (
    <>
      <Button color="inherit" onClick={onCancel} disabled={busy} autoFocus={dangerous}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={dangerous ? 'error' : 'primary'}
        disabled={disabled}
        loading={busy}
        loadingPosition="start"
      >
        {busy ? busyText : submit}
      </Button>
    </>
  )
}

type Question = { title: string; text?: string; confirm: string; busyText?: string }

type ConfirmDialogProps = Question & {
  open: boolean
  busy?: boolean
  error?: unknown
  /** Asked for before it is done. Without a field it is something that cannot be undone. */
  field?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done; when it fails, the dialog stays open and shows the error. */
export function ConfirmDialog({ confirm, busyText, field, onConfirm, ...frame }: ConfirmDialogProps) {
  const { busy = false, onClose } = frame
  const actions = (
    <SubmitActions submit={confirm} busyText={busyText} busy={busy} dangerous={!field} onCancel={onClose} />
  )
  return (
    <DialogFrame {...frame} actions={actions} onSubmit={onConfirm}>
      {field}
    </DialogFrame>
  )
}

type Confirmed<Target, Result> = Omit<ActionOptions<Target, Result>, 'onError' | 'onSettled'> & {
  question: (target: Target) => Question
  /** Whether an error leaves the dialog open; any other is shown as a toast. */
  staysOpen?: (error: unknown) => boolean
}

/** A mutation that is asked about first. `dialog` is to be rendered; `ask` opens it. */
export function useConfirmed<Target, Result>(options: Confirmed<Target, Result>) {
  const { question, onSuccess, staysOpen = () => true, refreshes, ...rest } = options
  const client = useQueryClient()
  const toast = useToast()
  // It stays when the dialog closes, so that the texts stay while it fades out.
  const [target, setTarget] = useState<Target | null>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const mutation = useAction<Target, Result>({
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
    // Not waited for, so that another try need not wait either.
    onSettled: () => void (refreshes && client.invalidateQueries({ queryKey: refreshes.queryKey })),
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
