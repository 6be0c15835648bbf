import { Box, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { Muted } from '../ui/section.tsx'
import { formatDate, formatLastSeen } from '../ui/times.ts'
import { headerHeight } from '../ui/page-title.ts'
import { CardList } from '../ui/list.tsx'
import { ToneChip, type Tone } from '../ui/tone-chip.tsx'
import type { ListedUser } from './users.queries.ts'

type Label = { label: string; tone: Tone }
export const roleLabels: Record<ListedUser['role'], Label> = {
  admin: { label: 'Admin', tone: 'green' },
  manager: { label: 'Manager', tone: 'blue' },
  user: { label: 'User', tone: 'slate' },
}
export const userStatusLabels: Record<ListedUser['status'], Label> = {
  active: { label: 'Active', tone: 'green' },
  inactive: { label: 'Inactive', tone: 'slate' },
  pending: { label: 'Pending', tone: 'amber' },
}

type UserRowsProps = { users: readonly ListedUser[] }

const fromLarge = { display: { xs: 'none', lg: 'table-cell' } } as const

export function UserTable({ users }: UserRowsProps) {
  return (
    <Table aria-label="Users" sx={{ borderCollapse: 'separate' }}>
      <TableHead sx={{ '& th': { position: 'sticky', top: headerHeight, zIndex: 2 } }}>
        <TableRow>
          <TableCell>User</TableCell>
          <TableCell>Role</TableCell>
          <TableCell>Status</TableCell>
          <TableCell sx={fromLarge}>Department</TableCell>
          <TableCell sx={fromLarge}>Phone</TableCell>
          <TableCell>Last Login</TableCell>
          <TableCell>Created</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <TableRow key={user.id} hover>
            <TableCell>
              <Identity user={user} />
            </TableCell>
            <TableCell>
              <ToneChip {...roleLabels[user.role]} />
            </TableCell>
            <TableCell>
              <ToneChip {...userStatusLabels[user.status]} />
            </TableCell>
            <TableCell sx={fromLarge}>{user.department ?? '—'}</TableCell>
            <TableCell sx={{ ...fromLarge, whiteSpace: 'nowrap' }}>{user.phone ?? '—'}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatLastSeen(user.lastLoginAt)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(user.createdAt)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export function UserCards({ users }: UserRowsProps) {
  return (
    <CardList label="Users">
      {users.map((user) => (
        <Box component="li" key={user.id} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Identity user={user} />
          <Stack direction="row" sx={{ gap: 0.5, my: 1 }}>
            <ToneChip {...roleLabels[user.role]} />
            <ToneChip {...userStatusLabels[user.status]} />
          </Stack>
          <Muted>
            {[user.department, user.phone, `Last login: ${formatLastSeen(user.lastLoginAt)}`]
              .filter(Boolean)
              .join(' · ')}
          </Muted>
        </Box>
      ))}
    </CardList>
  )
}

function Identity({ user }: { user: ListedUser }) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
      <Muted>{user.email}</Muted>
    </>
  )
}
