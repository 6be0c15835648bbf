import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { withSession } from '../../../api/renewal.ts'
import { restCall } from '../../../api/rest.ts'
import { session } from '../../../api/session.ts'
import { useToast } from '../../ui/toasts.tsx'

/** Ends the session on the server; this browser forgets it even when the server cannot be reached. */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false)
  const toast = useToast()
  const navigate = useNavigate()

  const signOut = async () => {
    setSigningOut(true)
    try {
      const signal = AbortSignal.timeout(5_000)
      await withSession((token) => restCall('/auth/logout', { method: 'POST', body: {}, signal, token }))
      toast.success('Logged out successfully')
    } catch {
      // This browser is signed out either way; on the server the session expires by itself.
      toast.error('Failed to sign out on the server. This browser has forgotten your session.')
    }
    session.clear('person')
    await navigate('/login', { replace: true })
  }

  return { signOut, signingOut }
}
