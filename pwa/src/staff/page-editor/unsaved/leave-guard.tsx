import { Button } from '@mui/material'
import { useCallback } from 'react'
import { useBeforeUnload, useBlocker, type Blocker } from 'react-router-dom'
import { DialogFrame } from '../../ui/dialogs/confirm-dialog.tsx'

/** Stops a link or the back button from leaving the page while edits are unsaved, and asks before the tab closes. */
export function useLeaveGuard(dirty: boolean): Blocker {
  useBeforeUnload(useCallback((event) => dirty && event.preventDefault(), [dirty]))
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
    <DialogFrame
      open={guard.state === 'blocked'}
      title="Leave without saving?"
      text={`Your changes to ${url} are not saved. ${whatBecomesOfThem(stored)}`}
      busy={busy}
      onClose={stay}
      actions={
        <>
          <Button color="inherit" onClick={stay} disabled={busy} autoFocus>
            Stay
          </Button>
          <Button color="error" onClick={leave} disabled={busy}>
            Leave
          </Button>
          <Button variant="contained" onClick={() => void saveAndLeave()} loading={busy} loadingPosition="start">
            {busy ? 'Saving...' : 'Save and leave'}
          </Button>
        </>
      }
    />
  )
}

const whatBecomesOfThem = (stored: boolean) =>
  stored
    ? 'If you leave, they stay on this device and are offered when you open the page again.'
    : 'This browser could not keep a copy: if you leave, they are lost.'
