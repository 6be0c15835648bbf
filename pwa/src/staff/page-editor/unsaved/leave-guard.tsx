import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useEffect } from 'react'
import { useBlocker, type Blocker } from 'react-router-dom'

/** Stops a link or the back button from leaving the page while edits are unsaved, and asks before the tab closes. */
export function useLeaveGuard(dirty: boolean): Blocker {
  useEffect(() => {
    if (!dirty) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [dirty])
  // Another tab of the same editor is no other page.
  return useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname)
}

type LeaveDialogProps = {
  guard: Blocker
  url: string
  /** Whether unsaved edits are stored on this device. */
  stored: boolean
  busy: boolean
  /** Resolves to null when the save failed. */
  save: () => Promise<unknown>
}

export function LeaveDialog({ guard, url, stored, busy, save }: LeaveDialogProps) {
  const stay = () => guard.reset?.()
  const leave = () => guard.proceed?.()
  const saveAndLeave = async () => ((await save()) === null ? stay() : leave())
  return (
    <Dialog
      open={guard.state === 'blocked'}
      onClose={() => !busy && stay()}
      maxWidth="xs"
      fullWidth
      aria-labelledby="leave-title"
    >
      <DialogTitle id="leave-title">Leave without saving?</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Your changes to {url} are not saved.{' '}
          {stored
            ? 'If you leave, they stay on this device and are offered when you open the page again.'
            : 'This browser could not keep a copy: if you leave, they are lost.'}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        <Button color="inherit" onClick={stay} disabled={busy} autoFocus>
          Stay
        </Button>
        <Button color="error" onClick={leave} disabled={busy}>
          Leave
        </Button>
        <Button variant="contained" onClick={() => void saveAndLeave()} loading={busy} loadingPosition="start">
          {busy ? 'Saving...' : 'Save and leave'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
