import { useQuery } from '@tanstack/react-query'
import { Box, Button, Paper } from '@mui/material'
import { Muted } from '../ui/section.tsx'
import { ChoiceField, SearchField } from '../ui/filter-fields.tsx'
import { ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { filterUsers, useUserFilter } from './user-filter.ts'
import { roleLabels, UserRows, userStatusLabels } from './user-rows.tsx'
import { userList, type ListedUser } from './users.queries.ts'

export function UserListPage() {
  usePageTitle('User Management')
  const users = useQuery(userList())
  const { filter, change, clear, isFiltered } = useUserFilter()
  const found = users.data && filterUsers(users.data, filter)
  return (
    <>
      <StatCards label="User figures" stats={statsOf(users.data, users.isPending)} />
      <StaleNotice query={users} />
      <Paper variant="outlined" component="section" aria-label="Users">
        <Box sx={{ p: 2, pb: 1.5 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <SearchField
              label="Search name, email or department"
              value={filter.search}
              onSearch={(search) => change({ search })}
            />
            <ChoiceField
              label="Role"
              all="All roles"
              value={filter.role}
              labels={roleLabels}
              onChoose={(role) => change({ role })}
            />
            <ChoiceField
              label="Status"
              all="All statuses"
              value={filter.status}
              labels={userStatusLabels}
              onChoose={(status) => change({ status })}
            />
          </Box>
          <Muted role="status" sx={{ mt: 1.5 }}>
            {found && users.data ? `${found.length} of ${users.data.length} users` : ' '}
          </Muted>
        </Box>
        {users.isPending && <ListSkeleton rows={4} label="Loading users…" />}
        {users.isLoadingError && <LoadFailure query={users} sx={{ m: 2, mt: 0 }} />}
        {found?.length === 0 && (
          <EmptyState title="No users match" action={isFiltered && <Button onClick={clear}>Clear filters</Button>}>
            Check the spelling, or choose another role or status.
          </EmptyState>
        )}
        {found && found.length > 0 && <UserRows users={found} />}
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
    { label: 'Admins', value: count(({ role }) => role === 'admin') },
    { label: 'Managers', value: count(({ role }) => role === 'manager') },
  ]
}
