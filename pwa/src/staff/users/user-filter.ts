import { roles, userStatuses, type Role, type UserStatus } from '@kerbside/schema/users/user'
import { useSearchParams } from 'react-router-dom'
import type { ListedUser } from './users.queries.ts'

export type UserFilter = { search: string; role: Role | null; status: UserStatus | null }
const everybody: UserFilter = { search: '', role: null, status: null }

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

/** The filter is stored in the address, like that of the leads. */
export function useUserFilter() {
  const [parameters, setParameters] = useSearchParams()
  const filter = readUserFilter(parameters)
  const change = (changes: Partial<UserFilter>) => {
    // The address is ahead of what is rendered.
    const { search, role, status } = { ...readUserFilter(new URLSearchParams(window.location.search)), ...changes }
    const entries = Object.entries({ q: search, role: role ?? '', status: status ?? '' })
    setParameters(
      entries.filter(([, value]) => value !== ''),
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    filter,
    change,
    clear: () => change(everybody),
    isFiltered: filter.search !== '' || filter.role !== null || filter.status !== null,
  }
}

function readUserFilter(parameters: URLSearchParams): UserFilter {
  return {
    search: parameters.get('q')?.trim() ?? '',
    role: roles.find((role) => role === parameters.get('role')) ?? null,
    status: userStatuses.find((status) => status === parameters.get('status')) ?? null,
  }
}
