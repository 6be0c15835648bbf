import { isActiveStaff, passwordLength } from '@kerbside/schema/users/user'
import { Alert, Checkbox, FormControlLabel } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Field, FieldGrid } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { useForm, type Form } from '../ui/forms/use-form.ts'
import type { DialogState } from '../ui/dialogs/fresh-dialog.tsx'
import { roleLabels, sessionWarning, signsOut, userDeletionText, userStatusLabels, workText } from './user-labels.ts'
import {
  addUser,
  changeUser,
  deleteUser,
  inviteUser,
  userList,
  userWork,
  type ListedUser,
  type UserValues,
} from './users.queries.ts'

/** In the order of the fields on screen. */
const newUser: UserValues = {
  name: '',
  email: '',
  password: '',
  role: 'manager',
  status: 'active',
  phone: '',
  department: '',
  leadsTo: '',
}

const valuesOf = ({ name, email, role, status, phone, department }: ListedUser): UserValues => ({
  name,
  email,
  role,
  status,
  phone: phone ?? '',
  department: department ?? '',
  password: '',
  leadsTo: '',
})

const characters = `${passwordLength.min} to ${passwordLength.max} characters`

/** What was typed stays when the dialog is closed, until the user is added. The toasts: docs/specification.md, 9.6. */
export function AddUserDialog({ open, onClose }: DialogState) {
  const [isInvited, setInvited] = useState(false)
  const form = useForm({
    start: newUser,
    required: isInvited ? ['name', 'email'] : ['name', 'email', 'password'],
    save: (values): Promise<unknown> => (isInvited ? inviteUser(values) : addUser(values)),
    done: isInvited ? 'Invitation sent' : 'User added successfully',
    failed: 'Failed to add user',
    onDone: onClose,
    refreshes: userList(),
  })
  return (
    <FormDialog
      {...{ form, open, onClose }}
      maxWidth="sm"
      title="Add User"
      submit="Add User"
      busyText="Adding…"
      errorTitle="Failed to create user"
    >
      <FieldGrid>
        <NameAndEmail form={form} />
        <Field
          form={form}
          name="password"
          type="password"
          label="Password"
          helperText={characters}
          disabled={isInvited}
        />
        <FormControlLabel
          control={<Checkbox checked={isInvited} onChange={(_event, checked) => setInvited(checked)} />}
          label="Send an invitation instead: the person chooses the password"
        />
        <RoleField form={form} />
        <PhoneAndDepartment form={form} />
      </FieldGrid>
    </FormDialog>
  )
}

/** Sends only what was changed. `opened`: the user as the list showed it then. */
export function EditUserDialog({ user: opened, open, onClose }: DialogState & { user: ListedUser }) {
  const user = useQuery(userList()).data?.find(({ id }) => id === opened.id) ?? opened
  const form = useForm({
    start: valuesOf(user),
    required: ['name', 'email'],
    save: (_values, changes) => changeUser(user, changes),
    done: 'User updated successfully',
    failed: 'Failed to update user',
    onDone: onClose,
    refreshes: userList(),
  })
  const isOwn = useSession()?.user.id === user.id
  const warning = sessionWarning(user, form.draft, isOwn)
  const submit = isOwn && warning?.includes(signsOut) ? 'Save and sign out' : 'Save'
  return (
    <FormDialog {...{ form, open, onClose, submit }} maxWidth="sm" title="Edit User" busyText="Saving…">
      <FieldGrid>
        <NameAndEmail form={form} />
        <RoleField form={form} />
        <Field form={form} name="status" label="Status" choices={userStatusLabels} />
        {leavesStaff(user, form.draft) && <LeadsTo form={form as unknown as LeadsToForm} user={user} />}
        <PhoneAndDepartment form={form} />
        <Field
          form={form}
          name="password"
          type="password"
          label="New password"
          helperText={`${characters}; empty leaves it as it is`}
        />
      </FieldGrid>
      {warning !== null && <Alert severity={isOwn ? 'warning' : 'info'}>{warning}</Alert>}
    </FormDialog>
  )
}

const leavesStaff = (user: ListedUser, draft: UserValues) => isActiveStaff(user) && !isActiveStaff(draft)

type LeadsToForm = Form<{ leadsTo: string }>

/** Who takes the leads of a colleague who leaves, with what there is to take; absent while they have none. */
function LeadsTo({ form, user }: { form: LeadsToForm; user: ListedUser }) {
  const { data: work } = useQuery(userWork(user.id))
  const colleagues = (useQuery(userList()).data ?? []).filter((each) => isActiveStaff(each) && each.id !== user.id)
  if (!work || work.leads === 0) return null
  const names = Object.fromEntries(colleagues.map(({ id, name }) => [id, name]))
  return (
    <Field
      form={form}
      name="leadsTo"
      label="Reassign their leads to"
      choices={{ '': 'No one', ...names }}
      helperText={workText(user.name, work)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    />
  )
}

/** Names the person, what becomes of whoever is signed in with the account, and asks who takes the leads. */
export function DeleteUserDialog({ user, open, onClose }: DialogState & { user: ListedUser }) {
  const isOwn = useSession()?.user.id === user.id
  const form = useForm({
    start: { leadsTo: '' },
    save: ({ leadsTo }) => deleteUser(user, leadsTo),
    done: 'User deleted successfully',
    // The reason stands in the dialog too.
    failed: 'Failed to delete user',
    onDone: onClose,
    refreshes: userList(),
  })
  return (
    <FormDialog
      {...{ form, open, onClose }}
      title={`Delete ${user.name}`}
      text={userDeletionText(user, isOwn)}
      submit="Delete User"
      busyText="Deleting…"
      dangerous
    >
      <LeadsTo form={form} user={user} />
    </FormDialog>
  )
}

const NameAndEmail = ({ form }: { form: Form<UserValues> }) => (
  <>
    <Field form={form} name="name" label="Name" autoFocus />
    <Field form={form} name="email" label="Email" type="email" />
  </>
)

const RoleField = ({ form }: { form: Form<UserValues> }) => (
  <Field
    form={form}
    name="role"
    label="Role"
    choices={roleLabels}
    helperText={form.draft.role === 'user' ? 'Has no access to the staff area' : undefined}
  />
)

const PhoneAndDepartment = ({ form }: { form: Form<UserValues> }) => (
  <>
    <Field form={form} name="phone" label="Phone" type="tel" />
    <Field form={form} name="department" label="Department" />
  </>
)
