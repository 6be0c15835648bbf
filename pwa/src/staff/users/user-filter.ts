import type { Role, UserStatus } from '@kerbside/schema/users/user'
import type { ListedUser } from './users.queries.ts'

export type UserFilter = { search: string; role: Role | null; status: UserStatus | null }

/** A substring of name, email or department in any case (docs/specification.md, 9.6). */
export function filterUsers(users: readonly ListedUser[], { search, role, status }: UserFilter): ListedUser[] {
  const wanted = search.toLowerCase()
  return users.filter(
    (user) =>
      (role === null || user.role === role) &&
      (status === null || user.status === status) &&
      [user.name, user.email, user.department ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
}
