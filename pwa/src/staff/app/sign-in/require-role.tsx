import { roleOf, type Role } from '@kerbside/schema/users/user'
import { Fragment, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { session } from '../../../api/session.ts'
import { useSession } from '../../../api/session.ts'
import type { LoginState } from './destination.ts'

/** A visitor signs in first and comes back; a wrong role goes to the public home page. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  const current = useSession()
  const { pathname, search } = useLocation()
  if (current === null) return <Navigate to="/login" replace state={loginState(pathname + search)} />
  if (roleOf(current.user.role) !== role) return <LeaveStaffArea />
  // Another person who signed in meanwhile, in this tab or another, starts from an empty screen.
  return <Fragment key={current.user.id}>{children}</Fragment>
}

function loginState(from: string): LoginState {
  if (session.endedBy() === 'person') return {}
  return { from, ended: session.endedBy() === 'server' }
}

/** The public pages are an application of their own, so this is a page load. */
export function LeaveStaffArea() {
  useEffect(() => window.location.replace('/'), [])
  return null
}
