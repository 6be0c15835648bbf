import { Stack, Typography } from '@mui/material'
import { DataList, fromLarge, oneLine, type Column } from '../ui/data-list.tsx'
import { Muted } from '../ui/section.tsx'
import { formatDate, formatLastSeen } from '../ui/times.ts'
import { ToneChip, type ToneLabel } from '../ui/tone-chip.tsx'
import type { ListedUser } from './users.queries.ts'

export const roleLabels: Record<ListedUser['role'], ToneLabel> = {
  admin: { label: 'Admin', tone: 'green' },
  manager: { label: 'Manager', tone: 'blue' },
  user: { label: 'User', tone: 'slate' },
}
export const userStatusLabels: Record<ListedUser['status'], ToneLabel> = {
  active: { label: 'Active', tone: 'green' },
  inactive: { label: 'Inactive', tone: 'slate' },
  pending: { label: 'Pending', tone: 'amber' },
}

export const UserRows = ({ users }: { users: readonly ListedUser[] }) => (
  <DataList label="Users" rows={users} columns={columns} card={userCard} cardsBelow={680} />
)

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
