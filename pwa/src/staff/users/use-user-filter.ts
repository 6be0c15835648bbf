import { roles, userStatuses } from '@kerbside/schema/users/user'
import { useSearchParams } from 'react-router-dom'
import type { UserFilter } from './user-filter.ts'

/** The filter lives in the address, like that of the leads. */
export function useUserFilter() {
  const [parameters, setParameters] = useSearchParams()
  const filter = readUserFilter(parameters)
  const change = (changes: Partial<UserFilter>) => {
    // The address is ahead of what is drawn.
    const { search, role, status } = { ...readUserFilter(new URLSearchParams(window.location.search)), ...changes }
    const entries = { q: search, role, status }
    setParameters(
      Object.entries(entries).flatMap(([name, value]) => (value ? [[name, value]] : [])) as [string, string][],
      {
        replace: true,
        preventScrollReset: true,
      },
    )
  }
  return {
    filter,
    change,
    clear: () => change({ search: '', role: null, status: null }),
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
