import { homeOf, roleOf, type Role } from '@kerbside/schema/users/user'

/** Where the sign-in page was reached from; kept in the history entry, so that a reload does not lose it. */
export type LoginState = { from?: string; ended?: boolean }

export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, ended } = state as Record<string, unknown>
  return { ...(typeof from === 'string' ? { from } : {}), ended: ended === true }
}

const isWithin = (area: string, path: string) =>
  path === area || path.startsWith(`${area}/`) || path.startsWith(`${area}?`)

export function mayVisit(role: Role, path: string): boolean {
  return role !== 'user' && isWithin(homeOf[role], path)
}

/** After signing in: back to where they wanted, if their role may, else to their own area. */
export function destinationOf(roleId: number, from: string | undefined): string {
  const role = roleOf(roleId)
  return from !== undefined && mayVisit(role, from) ? from : homeOf[role]
}
