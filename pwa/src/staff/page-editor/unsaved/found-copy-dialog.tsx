import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { formatDateTime } from '../../ui/times.ts'
import { differences } from '../changes/content-changes.ts'
import { DifferenceList, type TabNames } from '../changes/difference-list.tsx'

type FoundCopyDialogProps = {
  open: boolean
  at: string
  /** Whether the page was saved since, by whomever. */
  outdated: boolean
  mine: unknown
  saved: unknown
  tabs: TabNames
  onTake: () => void
  onDiscard: () => void
}

/** Edits that a crash, a reload or an ended session cut off; decided about before anything else is typed. */
export function FoundCopyDialog({ open, at, outdated, mine, saved, tabs, onTake, onDiscard }: FoundCopyDialogProps) {
  return (
    <Dialog open={open} maxWidth="sm" fullWidth aria-labelledby="found-copy-title">
      <DialogTitle id="found-copy-title">You have unsaved changes from {formatDateTime(at)}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          They were kept on this device and never saved.
          {outdated && ' The page has been saved since: when you save, you will see what differs and choose.'}
        </DialogContentText>
        <DifferenceList
          differences={differences(mine, saved)}
          content={mine}
          tabs={tabs}
          sides={{ mine: 'Your changes', theirs: 'Saved' }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onDiscard}>
          Discard them
        </Button>
        <Button variant="contained" onClick={onTake} autoFocus>
          Bring them back
        </Button>
      </DialogActions>
    </Dialog>
  )
}
