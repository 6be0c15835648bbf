import { roles, userStatuses } from '@kerbside/schema/users/user'
import { useSearchParams } from 'react-router-dom'
import type { UserFilter } from './user-filter.ts'

/** The filter lives in the address, like that of the leads. */
export function useUserFilter() {
  const [parameters, setParameters] = useSearchParams()
  const filter: UserFilter = {
    search: parameters.get('q')?.trim() ?? '',
    role: roles.find((role) => role === parameters.get('role')) ?? null,
    status: userStatuses.find((status) => status === parameters.get('status')) ?? null,
  }
  const change = (changes: Partial<UserFilter>) => {
    const { search, role, status } = { ...filter, ...changes }
    const entries = { q: search, role, status }
    setParameters(
      Object.entries(entries).flatMap(([name, value]) => (value ? [[name, value]] : [])) as [string, string][],
      {
        replace: true,
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
