import type { FieldOption } from '@kerbside/schema/quotes/form-definition'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'

type Props = {
  open: boolean
  label: string
  current: readonly FieldOption[]
  onClose: () => void
  onPaste: (text: string) => void
}

/** All options as text: pasted, sorted or trimmed in one go. */
export function PasteOptionsDialog({ open, label, current, onClose, onPaste }: Props) {
  const id = useId()
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Options of “{label}”</DialogTitle>
      {open && <Lines {...{ current, onClose, onPaste }} />}
    </Dialog>
  )
}

function Lines({ current, onClose, onPaste }: Pick<Props, 'current' | 'onClose' | 'onPaste'>) {
  const [text, setText] = useState(() => current.map((option) => option.label).join('\n'))
  return (
    <>
      <DialogContent>
        <TextField
          label="One option per line"
          id="pasted-options"
          multiline
          minRows={6}
          maxRows={16}
          fullWidth
          autoFocus
          margin="dense"
          value={text}
          onChange={({ target }) => setText(target.value)}
          helperText="Empty lines and repeated options are left out."
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          onClick={() => {
            onPaste(text)
            onClose()
          }}
        >
          Use this list
        </Button>
      </DialogActions>
    </>
  )
}
