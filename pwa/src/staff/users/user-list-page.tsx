import { useQuery } from '@tanstack/react-query'
import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { Muted } from '../ui/section.tsx'
import { ChoiceField, SearchField } from '../ui/filter-fields.tsx'
import { DataList, fromLarge, ListSkeleton, oneLine, type Column } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { formatDate, formatLastSeen } from '../ui/times.ts'
import { ToneChip, type ToneLabel } from '../ui/tone-chip.tsx'
import { filterUsers, useUserFilter } from './user-filter.ts'
import { userList, type ListedUser } from './users.queries.ts'

const roleLabels: Record<ListedUser['role'], ToneLabel> = {
  admin: { label: 'Admin', tone: 'green' },
  manager: { label: 'Manager', tone: 'blue' },
  user: { label: 'User', tone: 'slate' },
}
const userStatusLabels: Record<ListedUser['status'], ToneLabel> = {
  active: { label: 'Active', tone: 'green' },
  inactive: { label: 'Inactive', tone: 'slate' },
  pending: { label: 'Pending', tone: 'amber' },
}

const columns: readonly Column<ListedUser>[] = [
  { head: 'User', cell: (user) => <Identity user={user} /> },
  { head: 'Role', cell: ({ role }) => <ToneChip {...roleLabels[role]} /> },
  { head: 'Status', cell: ({ status }) => <ToneChip {...userStatusLabels[status]} /> },
  { head: 'Department', sx: fromLarge, cell: ({ department }) => department ?? '—' },
  { head: 'Phone', sx: { ...fromLarge, ...oneLine }, cell: ({ phone }) => phone ?? '—' },
  { head: 'Last Login', sx: oneLine, cell: ({ lastLoginAt }) => formatLastSeen(lastLoginAt) },
  { head: 'Created', sx: oneLine, cell: ({ createdAt }) => formatDate(createdAt) },
]

const userCard = (user: ListedUser) => (
  <>
    <Identity user={user} />
    <Stack direction="row" sx={{ gap: 0.5, my: 1 }}>
      <ToneChip {...roleLabels[user.role]} />
      <ToneChip {...userStatusLabels[user.status]} />
    </Stack>
    <Muted>
      {[user.department, user.phone, `Last login: ${formatLastSeen(user.lastLoginAt)}`].filter(Boolean).join(' · ')}
    </Muted>
  </>
)

function Identity({ user }: { user: ListedUser }) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
      <Muted>{user.email}</Muted>
    </>
  )
}

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
        {found && found.length > 0 && (
          <DataList label="Users" rows={found} columns={columns} card={userCard} cardsBelow={680} />
        )}
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
