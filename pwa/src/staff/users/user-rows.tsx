import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatDate, formatLastSeen } from '../ui/times.ts'
import { headerHeight } from '../ui/page-title.ts'
import { RoleChip, UserStatusChip } from './user-labels.tsx'
import type { ListedUser } from './users.queries.ts'

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
              <RoleChip roleId={user.role_id} />
            </TableCell>
            <TableCell>
              <UserStatusChip status={user.status} />
            </TableCell>
            <TableCell sx={fromLarge}>{user.department ?? '—'}</TableCell>
            <TableCell sx={{ ...fromLarge, whiteSpace: 'nowrap' }}>{user.phone ?? '—'}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatLastSeen(user.last_login_at)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(user.created_at)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export function UserCards({ users }: UserRowsProps) {
  return (
    <Box component="ul" aria-label="Users" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {users.map((user) => (
        <Box component="li" key={user.id} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
          <Identity user={user} />
          <Stack direction="row" sx={{ gap: 0.5, my: 1 }}>
            <RoleChip roleId={user.role_id} />
            <UserStatusChip status={user.status} />
          </Stack>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[user.department, user.phone, `Last login: ${formatLastSeen(user.last_login_at)}`]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function Identity({ user }: { user: ListedUser }) {
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {user.email}
      </Typography>
    </>
  )
}
