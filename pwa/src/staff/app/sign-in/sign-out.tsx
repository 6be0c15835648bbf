import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { withSession } from '../../../api/renewal.ts'
import { restCall } from '../../../api/rest.ts'
import { session } from '../../../api/session.ts'
import { useWaitingChanges, waitingChanges } from '../../leads/waiting/use-waiting.ts'
import { numberOfChanges } from '../../leads/waiting/waiting-bar.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useToast } from '../../ui/toasts.tsx'

/**
 * Ends the session on the server; this browser forgets it even when the server cannot be reached. Asks first when changes
 * wait on this device, because they go with it. `dialog` is to be rendered.
 */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false)
  const toast = useToast()
  const navigate = useNavigate()
  const waiting = useWaitingChanges().length
  const [asking, setAsking] = useState(false)

  const end = async () => {
    setAsking(false)
    setSigningOut(true)
    // First: once the server has ended the session, a request of another part of the screen would try to renew it. A browser
    // that stores nothing has nothing to discard.
    await waitingChanges.discardAll().catch(() => {})
    try {
      const signal = AbortSignal.timeout(5_000)
      await withSession((token) => restCall('/auth/logout', { method: 'POST', body: {}, signal, token }))
      toast.success('Logged out successfully')
    } catch {
      // This browser is signed out either way; on the server the session expires by itself.
      toast.error({
        title: 'Failed to sign out',
        text: 'The server could not be told. This browser has forgotten your session.',
      })
    }
    session.clear('person')
    await navigate('/login', { replace: true })
    await ownDevice.clear()
  }

  const dialog = (
    <ConfirmDialog
      open={asking}
      title={`${numberOfChanges(waiting)} not sent yet`}
      text="They are only on this device. When you log out they are deleted and cannot be sent."
      confirm="Log out and delete"
      onConfirm={() => void end()}
      onClose={() => setAsking(false)}
    />
  )
  return { signOut: async () => (waiting > 0 ? setAsking(true) : end()), signingOut, dialog }
}
