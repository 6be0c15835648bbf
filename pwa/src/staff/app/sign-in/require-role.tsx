import { homePathOf, roleOf, type Role } from '@kerbside/schema/users/user'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { session, useSession } from '../../../api/session.ts'

/**
 * A visitor signs in first and comes back; a person with another role goes to the public home page. Whose role changes
 * while they are here goes where the sign-in page sends them now.
 */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  const current = useSession()
  const { pathname, search } = useLocation()
  const [wasHere] = useState(current !== null && roleOf(current.user.role) === role)
  if (current === null) return <Navigate to="/login" replace state={loginState(pathname + search)} />
  if (roleOf(current.user.role) !== role) return wasHere ? <Navigate to="/login" replace /> : <LeaveStaffArea />
  // Another person who signed in meanwhile, in this tab or another, starts from an empty screen.
  return <Fragment key={current.user.id}>{children}</Fragment>
}

function loginState(from: string): LoginState {
  if (session.endedBy() === 'person') return {}
  return { from, ended: session.endedBy() === 'server' }
}

/** The public pages are an application of their own, so this is a page load. */
export function LeaveStaffArea() {
  useEffect(() => window.location.replace('/#signed-in'), [])
  return null
}

/** Where the sign-in page was reached from; stored in the history entry, so that a reload does not lose it. */
type LoginState = { from?: string; ended?: boolean }

export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, ended } = state as Record<string, unknown>
  return { ...(typeof from === 'string' ? { from } : {}), ended: ended === true }
}

const isWithin = (area: string, path: string) =>
  path === area || path.startsWith(`${area}/`) || path.startsWith(`${area}?`)

/** After signing in: back to the page that was asked for, if the role may visit it, else to the role's own area. */
export function destinationOf(roleId: number, from: string | undefined): string {
  const role = roleOf(roleId)
  const home = homePathOf[role]
  return role !== 'user' && from !== undefined && isWithin(home, from) ? from : home
}
