import AddIcon from '@mui/icons-material/PersonAddAlt1Outlined'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAskedFor } from '../ui/asked-action.ts'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { useFreshDialog } from '../ui/dialogs/fresh-dialog.tsx'
import { ListFrame, ListHead, NoMatch } from '../ui/lists/list-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StatCards } from '../ui/stat-cards.tsx'
import { useAction } from '../ui/use-action.ts'
import { useFilter } from '../ui/lists/use-filter.tsx'
import { AddUserDialog, DeleteUserDialog, EditUserDialog } from './user-dialogs.tsx'
import { filterUsers, resetTwoStep, sendInvitation, userList, type ListedUser } from './users.queries.ts'
import { roleLabels, userStatusLabels } from './user-labels.ts'
import { UserRows } from './user-rows.tsx'

const choices = {
  role: { label: 'Role', all: 'All roles', labels: roleLabels },
  status: { label: 'Status', all: 'All statuses', labels: userStatusLabels },
}

export function UserListPage() {
  usePageTitle('User Management')
  const users = useQuery(userList())
  const { filter, fields, clear } = useFilter('Search name, email or department', choices)
  const found = users.data && filterUsers(users.data, filter)
  const [isAdding, setAdding] = useState(false)
  useAskedFor('add-user', () => setAdding(true))
  const editing = useFreshDialog((user: ListedUser, state) => <EditUserDialog user={user} {...state} />)
  const deletion = useFreshDialog((user: ListedUser, state) => <DeleteUserDialog user={user} {...state} />)
  const invitation = useInvitation()
  const twoStepReset = useTwoStepReset()
  return (
    <>
      <StatCards label="User figures" stats={statsOf(users.data, users.isPending)} />
      <ListFrame
        label="Users"
        query={users}
        skeletonRows={4}
        loading="Loading users…"
        failed="Failed to fetch users"
        rows={found}
        head={
          <ListHead
            summary={found && users.data ? `${found.length} of ${users.data.length} users` : ' '}
            filters={fields}
            actions={
              <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
                Add User
              </Button>
            }
          />
        }
        empty={
          <NoMatch title="No users match" clear={clear}>
            Check the spelling, or choose another role or status.
          </NoMatch>
        }
      >
        {(rows) => (
          <UserRows
            rows={rows}
            onEdit={editing.open}
            onInvite={invitation.mutate}
            onResetTwoStep={twoStepReset.ask}
            onDelete={deletion.open}
          />
        )}
      </ListFrame>
      <AddUserDialog open={isAdding} onClose={() => setAdding(false)} />
      {editing.dialog}
      {twoStepReset.dialog}
      {deletion.dialog}
    </>
  )
}

const useInvitation = () =>
  useAction({ mutationFn: sendInvitation, done: (_answer, { email }) => `Invitation sent to ${email}`, failed: true })

const useTwoStepReset = () =>
  useConfirmed({
    mutationFn: resetTwoStep,
    question: ({ name }: ListedUser) => ({
      title: `Reset the two-step sign-in of ${name}`,
      text: `For somebody who has lost phone and recovery codes. ${name} then signs in with the password alone, is signed out at once on every device, and is told by email. First make sure that it is really ${name} who asks.`,
      confirm: 'Reset',
      busyText: 'Resetting…',
    }),
    done: (_answer, { name }) => `Two-step sign-in of ${name} reset`,
    refreshes: userList(),
  })

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
