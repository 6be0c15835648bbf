import type { PageKind } from '@kerbside/schema/pages/page'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { rescueFocus } from '../../ui/confirm-dialog.tsx'
import { checkUrl } from './listed-page.ts'

type UrlDialogProps = {
  kind: PageKind
  title: string
  text: string
  confirm: string
  busyText: string
  /** The url in the field at first. */
  startUrl: string
  /** The urls of the other pages of the kind. */
  others: readonly string[]
  open: boolean
  busy: boolean
  error: unknown
  onSubmit: (url: string) => void
  onClose: () => void
}

/** Asks for a page's url; shows what is wrong with it while it is typed, and the server's error once it was sent. */
export function UrlDialog(props: UrlDialogProps) {
  const { open, busy, error, onSubmit, onClose } = props
  const [typed, setTyped] = useState(props.startUrl)
  const [touched, setTouched] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { url, problem } = checkUrl(props.kind, typed, props.others)
  const urlError = urlErrorOf(error)
  const shown = (touched ? problem : null) ?? (sent === typed ? urlError : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (problem !== null || busy) return
    setSent(typed)
    onSubmit(url)
  }
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      maxWidth="xs"
      fullWidth
      slotProps={{
        paper: { component: 'form', onSubmit: submit },
        transition: { onExited: rescueFocus },
      }}
      aria-labelledby="url-dialog-title"
    >
      <DialogTitle id="url-dialog-title">{props.title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1.5 }}>{props.text}</DialogContentText>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          label="URL"
          name="url"
          value={typed}
          error={shown !== null}
          helperText={shown ?? (url === typed ? ' ' : `It will be kept as ${url}`)}
          onChange={(event) => {
            setTyped(event.target.value)
            setTouched(true)
          }}
          slotProps={{ htmlInput: { maxLength: 500, autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } }}
        />
        {error !== null && urlError === null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {messageOf(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={busy} loadingPosition="start">
          {busy ? props.busyText : props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The server's error about the url itself. */
function urlErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const texts = [...(error.fields['url'] ?? []), ...(error.fields['sublink'] ?? [])]
  return texts.length === 0 ? null : [...new Set(texts)].join(' ')
}
