import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '../../api/session.ts'

/** What one person has loaded is never shown to the next one at this browser. */
export function useForgetOnSignOut() {
  const client = useQueryClient()
  useEffect(() => {
    let person = session.get()?.user.id
    return session.subscribe(() => {
      const next = session.get()?.user.id
      if (next !== person) client.clear()
      person = next
    })
  }, [client])
}
