import type { PageKind } from '@kerbside/schema/pages/page'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { rescueFocus } from '../../ui/confirm-dialog.tsx'
import { checkUrl } from './url-check.ts'

export type UrlQuestion = {
  title: string
  text: string
  confirm: string
  busyText: string
  /** What stands in the field at first. */
  url: string
  /** Urls that other pages of the kind have. */
  others: readonly string[]
}

type UrlDialogProps = {
  kind: PageKind
  question: UrlQuestion
  open: boolean
  busy: boolean
  error: unknown
  onSubmit: (url: string) => void
  onClose: () => void
}

/** Asks for a page's url; says what is wrong with it while it is typed, and what the server says once it was sent. */
export function UrlDialog({ kind, question, open, busy, error, onSubmit, onClose }: UrlDialogProps) {
  const [typed, setTyped] = useState(question.url)
  const [touched, setTouched] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { url, problem } = checkUrl(kind, typed, question.others)
  const refusal = sent === typed ? refusalOf(error) : null
  const shown = (touched ? problem : null) ?? refusal
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
      <DialogTitle id="url-dialog-title">{question.title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1.5 }}>{question.text}</DialogContentText>
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
        {error !== null && refusalOf(error) === null && (
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
          {busy ? question.busyText : question.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What the server says of the url itself. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const texts = [...(error.fields['url'] ?? []), ...(error.fields['sublink'] ?? [])]
  return texts.length === 0 ? null : [...new Set(texts)].join(' ')
}
