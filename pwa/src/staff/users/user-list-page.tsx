import AddIcon from '@mui/icons-material/PersonAddAlt1Outlined'
import { Box, Button, Paper } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSession } from '../../api/session.ts'
import { useConfirmed } from '../ui/confirm-dialog.tsx'
import { ChoiceField, SearchField } from '../ui/filter-fields.tsx'
import { useFreshDialog } from '../ui/fresh-dialog.tsx'
import { ListSkeleton } from '../ui/list.tsx'
import { EmptyState, LoadFailure, StaleNotice } from '../ui/notices.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Muted } from '../ui/section.tsx'
import { StatCards } from '../ui/stat-cards.tsx'
import { useToast } from '../ui/toasts.tsx'
import { AddUserDialog, EditUserDialog } from './user-dialogs.tsx'
import { filterUsers, useUserFilter } from './user-filter.ts'
import { deletionText, roleLabels, userStatusLabels } from './user-labels.ts'
import { UserRows } from './user-rows.tsx'
import { deleteUser, resetTwoStep, sendInvitation, userList, type ListedUser } from './users.queries.ts'

export function UserListPage() {
  usePageTitle('User Management')
  const users = useQuery(userList())
  const { filter, change, clear, isFiltered } = useUserFilter()
  const found = users.data && filterUsers(users.data, filter)
  const [isAdding, setAdding] = useState(false)
  const editing = useFreshDialog((user: ListedUser, state) => <EditUserDialog user={user} {...state} />)
  const deletion = useDeletion()
  const invitation = useInvitation()
  const twoStepReset = useTwoStepReset()
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
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 1.5 }}>
            <Muted role="status">{found && users.data ? `${found.length} of ${users.data.length} users` : ' '}</Muted>
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              Add User
            </Button>
          </Box>
        </Box>
        {users.isPending && <ListSkeleton rows={4} label="Loading users…" />}
        {users.isLoadingError && <LoadFailure query={users} sx={{ m: 2, mt: 0 }} />}
        {found?.length === 0 && (
          <EmptyState title="No users match" action={isFiltered && <Button onClick={clear}>Clear filters</Button>}>
            Check the spelling, or choose another role or status.
          </EmptyState>
        )}
        {found && found.length > 0 && (
          <UserRows
            rows={found}
            onEdit={editing.open}
            onInvite={invitation.mutate}
            onResetTwoStep={twoStepReset.ask}
            onDelete={deletion.ask}
          />
        )}
      </Paper>
      <AddUserDialog open={isAdding} onClose={() => setAdding(false)} />
      {editing.dialog}
      {twoStepReset.dialog}
      {deletion.dialog}
    </>
  )
}

function useInvitation() {
  const toast = useToast()
  return useMutation({
    mutationFn: sendInvitation,
    onSuccess: (_answer, { email }) => toast.success(`Invitation sent to ${email}`),
    onError: (error) => toast.error(messageOf(error)),
  })
}

function useTwoStepReset() {
  const client = useQueryClient()
  const toast = useToast()
  return useConfirmed({
    mutationFn: resetTwoStep,
    question: ({ name }: ListedUser) => ({
      title: `Reset the two-step sign-in of ${name}`,
      text: `For somebody who has lost phone and recovery codes. ${name} then signs in with the password alone, is signed out at once on every device, and is told by email. First make sure that it is really ${name} who asks.`,
      confirm: 'Reset',
      busyText: 'Resetting…',
    }),
    onSuccess: (_answer, { name }) => toast.success(`Two-step sign-in of ${name} reset`),
    onSettled: () => void client.invalidateQueries(userList()),
  })
}

function useDeletion() {
  const client = useQueryClient()
  const toast = useToast()
  const own = useSession()?.user.id
  return useConfirmed({
    mutationFn: deleteUser,
    question: (user: ListedUser) => ({
      title: `Delete ${user.name}`,
      text: deletionText(user, user.id === own),
      confirm: 'Delete User',
      busyText: 'Deleting…',
    }),
    onSuccess: () => toast.success('User deleted successfully'),
    onSettled: (_answer, error) => {
      // The reason stands in the dialog.
      if (error) toast.error('Failed to delete user')
      void client.invalidateQueries(userList())
    },
  })
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
