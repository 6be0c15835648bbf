import { can, roleOf, type Action, type Role } from '@kerbside/schema/users/user'
import { useSyncExternalStore } from 'react'
import { session, type Session } from './session.ts'

/** Who is signed in; changes with every tab. */
export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get)

export function useRole(): Role | null {
  const current = useSession()
  return current ? roleOf(current.user.role) : null
}

/** Screens hide what the services would refuse. */
export function useCan(action: Action): boolean {
  const role = useRole()
  return can(role && { role }, action)
}
