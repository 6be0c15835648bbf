import MoreIcon from '@mui/icons-material/MoreVert'
import { Box, Chip, IconButton, Stack, Typography } from '@mui/material'
import { useSession } from '../../api/session.ts'
import { ActionItem, ActionMenu } from '../ui/action-menu.tsx'
import { DataList, fromLarge, noWrap, type Column } from '../ui/lists/list.tsx'
import { Muted } from '../ui/section.tsx'
import { formatDate, formatLastSeen } from '../ui/times.ts'
import { ToneChip } from '../ui/tone-chip.tsx'
import { roleLabels, userStatusLabels } from './user-labels.ts'
import type { ListedUser } from './users.queries.ts'

type RowActions = Record<'onEdit' | 'onInvite' | 'onResetTwoStep' | 'onDelete', (user: ListedUser) => void>

export const UserRows = ({ rows, ...actions }: RowActions & { rows: readonly ListedUser[] }) => (
  <DataList label="Users" rows={rows} columns={columnsOf(actions)} card={cardOf(actions)} cardsBelow={720} />
)

const columnsOf = (actions: RowActions): Column<ListedUser>[] => [
  { head: 'User', cell: (user) => <Identity user={user} /> },
  { head: 'Role', cell: ({ role }) => <ToneChip {...roleLabels[role]} /> },
  { head: 'Status', cell: (user) => <StatusChips user={user} /> },
  { head: 'Department', sx: fromLarge, cell: ({ department }) => department ?? '—' },
  { head: 'Phone', sx: { ...fromLarge, ...noWrap }, cell: ({ phone }) => phone ?? '—' },
  { head: 'Last Login', sx: noWrap, cell: ({ lastLoginAt }) => formatLastSeen(lastLoginAt) },
  { head: 'Created', sx: noWrap, cell: ({ createdAt }) => formatDate(createdAt) },
  { head: 'Actions', align: 'right', cell: (user) => <UserMenu user={user} {...actions} /> },
]

const cardOf = (actions: RowActions) => (user: ListedUser) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
      <Box sx={{ minWidth: 0 }}>
        <Identity user={user} />
      </Box>
      <UserMenu user={user} {...actions} />
    </Box>
    <Stack direction="row" sx={{ gap: 0.5, my: 1 }}>
      <ToneChip {...roleLabels[user.role]} />
      <StatusChips user={user} />
    </Stack>
    <Muted>
      {[user.department, user.phone, `Last login: ${formatLastSeen(user.lastLoginAt)}`].filter(Boolean).join(' · ')}
    </Muted>
  </>
)

const StatusChips = ({ user: { status, twoStepEnabledAt } }: { user: ListedUser }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
    <ToneChip {...userStatusLabels[status]} />
    {twoStepEnabledAt && <ToneChip label="Two-step" tone="blue" />}
  </Box>
)

function Identity({ user }: { user: ListedUser }) {
  const isOwn = useSession()?.user.id === user.id
  return (
    <>
      <Typography component="div" sx={{ fontWeight: 600 }}>
        {user.name} {isOwn && <Chip label="You" size="small" variant="outlined" sx={{ height: 20, ml: 0.5 }} />}
      </Typography>
      <Muted>{user.email}</Muted>
    </>
  )
}

function UserMenu({ user, onEdit, onInvite, onResetTwoStep, onDelete }: RowActions & { user: ListedUser }) {
  const isOwn = useSession()?.user.id === user.id
  const label = `Actions for ${user.name}`
  return (
    <ActionMenu
      label={label}
      button={
        <IconButton aria-label={label} sx={{ my: -1 }}>
          <MoreIcon fontSize="small" />
        </IconButton>
      }
    >
      <ActionItem onChoose={() => onEdit(user)}>Edit User</ActionItem>
      {user.status === 'pending' && <ActionItem onChoose={() => onInvite(user)}>Send Invitation</ActionItem>}
      {user.twoStepEnabledAt && !isOwn && (
        <ActionItem onChoose={() => onResetTwoStep(user)}>Reset Two-Step Sign-In</ActionItem>
      )}
      <ActionItem isDangerous onChoose={() => onDelete(user)}>
        Delete User
      </ActionItem>
    </ActionMenu>
  )
}
