import { can, roleIds, roleOf, roles, type Action } from '@kerbside/schema/users/user'
import { useSyncExternalStore } from 'react'
import { localStore, type SimpleStorage } from '../offline/browser.ts'

/** `role` is the numeric role id: 1 admin, 2 manager, anything else an ordinary user. */
export type SessionUser = { id: string; email: string; name: string; role: number }
export type Session = { token: string; user: SessionUser }

/** GraphiQL and clients outside this repository read this entry too. */
export const sessionKey = 'unauth'

/** `person`: signed out here. `server`: a final 401, or signed out in another tab. */
export type SessionEnd = 'person' | 'server'

export type SessionStore = ReturnType<typeof createSessionStore>

type StorageWorld = {
  storage: () => SimpleStorage
  events: () => Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

export function createSessionStore({ storage, events }: StorageWorld) {
  const listeners = new Set<() => void>()
  let cached: { text: string | null; session: Session | null } = { text: null, session: null }
  let end: SessionEnd | null = null
  const notify = () => listeners.forEach((listener) => listener())

  return {
    /** The same object until the stored entry changes, as React's external stores must be. */
    get: () => {
      const text = storage().getItem(sessionKey)
      if (text !== cached.text) {
        const next = parseSession(text)
        // Gone without `clear`: another tab did it.
        if (next !== null) end = null
        else if (cached.session !== null) end ??= 'server'
        cached = { text, session: next }
      }
      return cached.session
    },
    set: (session: Session) => {
      storage().setItem(sessionKey, JSON.stringify(session))
      notify()
    },
    /** Sign-out removes the session; a final 401 removes everything that this origin has in local storage. */
    clear: (by: SessionEnd = 'server') => {
      // A wrong password ends no session: there was none.
      if (storage().getItem(sessionKey) !== null) end = by
      if (by === 'person') storage().removeItem(sessionKey)
      else storage().clear()
      notify()
    },
    /** Who ended the last session of this tab; null while there is one. */
    endedBy: () => end,
    subscribe: (listener: () => void) => {
      // Another tab signed in or out. A null key means that the whole storage was cleared.
      const onStorage = (event: Event) => {
        const key = 'key' in event ? event.key : null
        if (key === sessionKey || key === null) listener()
      }
      listeners.add(listener)
      events().addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        events().removeEventListener('storage', onStorage)
      }
    },
  }
}

/** An entry that is not ours, or holds no token, counts as signed out. */
export function parseSession(text: string | null): Session | null {
  let value: unknown
  try {
    value = JSON.parse(text ?? 'null')
  } catch {
    // Another program wrote the entry. The next sign-in replaces it.
    return null
  }
  if (!isRecord(value) || typeof value['token'] !== 'string' || value['token'] === '') return null
  const user = isRecord(value['user']) ? value['user'] : {}
  return { token: value['token'], user: toSessionUser(user) }
}

/** A user as any endpoint sends it; the role is `role_id`, else `role`, by number or by name. */
export function toSessionUser(user: Record<string, unknown>): SessionUser {
  const textOf = (name: string) =>
    typeof user[name] === 'string' || typeof user[name] === 'number' ? String(user[name]) : ''
  return {
    id: textOf('id'),
    email: textOf('email'),
    name: textOf('name'),
    role: roleIdOf(user['role_id'] ?? user['role']),
  }
}

export function roleIdOf(value: unknown): number {
  const named = typeof value === 'string' ? roles.find((role) => role === value.toLowerCase()) : undefined
  return roleIds[named ?? roleOf(value)]
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const session = createSessionStore({ storage: () => localStore, events: () => window })

/** Who is signed in; changes with every tab. */
export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.get)

/** Screens hide what the services would forbid. */
export function useCan(action: Action): boolean {
  const current = useSession()
  return can(current && { role: roleOf(current.user.role) }, action)
}
