import { roleOf } from '@kerbside/schema/users/user'
import { useQuery } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { usePageTitle } from '../ui/page-title.ts'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { filterUsers } from './user-filter.ts'
import { UserCards, UserTable } from './user-rows.tsx'
import { UserListSkeleton } from './user-list-skeleton.tsx'
import { UserFilters } from './user-filters.tsx'
import { useUserFilter } from './use-user-filter.ts'
import { userList, type ListedUser } from './users.queries.ts'

export function UserListPage() {
  usePageTitle('User Management')
  const users = useQuery(userList())
  const { filter, change, clear, isFiltered } = useUserFilter()
  const { ref, isNarrow } = useNarrow(680)
  const found = users.data && filterUsers(users.data, filter)
  const Rows = isNarrow ? UserCards : UserTable
  return (
    <>
      <StatCards label="User figures" stats={statsOf(users.data, users.isPending)} />
      {users.data && users.isRefetchError && <StaleNotice since={users.dataUpdatedAt} />}
      <Paper ref={ref} variant="outlined" component="section" aria-label="Users">
        <Box sx={{ p: 2, pb: 1.5 }}>
          <UserFilters filter={filter} change={change} />
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mt: 1.5 }}>
            {found && users.data ? `${found.length} of ${users.data.length} users` : ' '}
          </Typography>
        </Box>
        {users.isPending && <UserListSkeleton />}
        {users.isError && !users.data && (
          <Box sx={{ p: 2, pt: 0 }}>
            <LoadFailure error={users.error} retry={() => void users.refetch()} retrying={users.isFetching} />
          </Box>
        )}
        {found?.length === 0 && (
          <EmptyState title="No users match" action={isFiltered && <Button onClick={clear}>Clear filters</Button>}>
            Check the spelling, or choose another role or status.
          </EmptyState>
        )}
        {found && found.length > 0 && <Rows users={found} />}
      </Paper>
    </>
  )
}

function statsOf(users: readonly ListedUser[] | undefined, isPending: boolean) {
  const count = (counts: (user: ListedUser) => boolean) =>
    users?.filter(counts).length ?? (isPending ? null : undefined)
  return [
    { label: 'Total Users', value: count(() => true) },
    { label: 'Active Users', value: count(({ status }) => status === 'active') },
    { label: 'Admins', value: count(({ role_id }) => roleOf(role_id) === 'admin') },
    { label: 'Managers', value: count(({ role_id }) => roleOf(role_id) === 'manager') },
  ]
}
