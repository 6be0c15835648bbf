import { passwordLength } from '@kerbside/schema/users/user'
import { Alert, Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@mui/material'
import { useState, type ComponentProps } from 'react'
import { useSession } from '../../api/session.ts'
import { DialogFrame, SubmitActions } from '../ui/confirm-dialog.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { draftOf, emptyDraft, useUserForm, type UserField } from './use-user-form.ts'
import { roleLabels, sessionWarning, userStatusLabels } from './user-labels.ts'
import { addUser, changeUser, inviteUser, type ListedUser, type UserValues } from './users.queries.ts'

type DialogState = { open: boolean; onClose: () => void }
type UserForm = ReturnType<typeof useUserForm>

const characters = `${passwordLength.min} to ${passwordLength.max} characters`

/** What was typed stays when the dialog is closed, until the user is added. */
export function AddUserDialog({ open, onClose }: DialogState) {
  const [isInvited, setInvited] = useState(false)
  const form = useUserForm({
    start: emptyDraft,
    required: isInvited ? ['name', 'email'] : ['name', 'email', 'password'],
    save: isInvited ? inviteUser : addUser,
    done: isInvited ? 'Invitation sent' : 'User added successfully',
    failed: 'Failed to add user',
    onDone: onClose,
  })
  return (
    <UserDialog {...{ form, open, onClose }} title="Add User" submit="Add User" busyText="Adding…">
      <TextInput form={form} name="name" label="Name" autoFocus />
      <EmailInput form={form} />
      <PasswordInput form={form} label="Password" helperText={characters} disabled={isInvited} />
      <FormControlLabel
        control={<Checkbox checked={isInvited} onChange={(_event, checked) => setInvited(checked)} />}
        label="Send an invitation instead: the person chooses the password"
      />
      <Choice form={form} name="role" label="Role" labels={roleLabels} />
      <ContactInputs form={form} />
    </UserDialog>
  )
}

/** Sends only what was changed. Mounted anew for each person. */
export function EditUserDialog({ user, open, onClose }: DialogState & { user: ListedUser }) {
  const form = useUserForm({
    start: draftOf(user),
    required: ['name', 'email'],
    save: (draft) => changeUser(user.id, changesOf(draftOf(user), draft)),
    done: 'User updated successfully',
    failed: 'Failed to update user',
    onDone: onClose,
  })
  const isOwn = useSession()?.user.id === user.id
  const warning = sessionWarning(user, form.draft, isOwn)
  const submit = isOwn && warning !== null ? 'Save and sign out' : 'Save'
  return (
    <UserDialog {...{ form, open, onClose, submit }} title="Edit User" busyText="Saving…">
      <TextInput form={form} name="name" label="Name" autoFocus />
      <EmailInput form={form} />
      <Choice form={form} name="role" label="Role" labels={roleLabels} />
      <Choice form={form} name="status" label="Status" labels={userStatusLabels} />
      <ContactInputs form={form} />
      <PasswordInput form={form} label="New password" helperText={`${characters}; empty leaves it as it is`} />
      {warning !== null && (
        <Alert severity={isOwn ? 'warning' : 'info'} sx={{ gridColumn: '1 / -1' }}>
          {warning}
        </Alert>
      )}
    </UserDialog>
  )
}

const changesOf = (before: UserValues, draft: UserValues): Partial<UserValues> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== before[name as UserField]))

type UserDialogProps = DialogState & {
  form: UserForm
  title: string
  submit: string
  busyText: string
  children: ComponentProps<typeof Box>['children']
}

function UserDialog({ form, title, submit, busyText, children, open, onClose }: UserDialogProps) {
  const { busy, error } = form
  const actions = <SubmitActions {...{ submit, busyText, busy }} onCancel={onClose} />
  return (
    <DialogFrame {...{ open, onClose, title, actions, busy, error }} maxWidth="sm" onSubmit={form.submit}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>{children}</Box>
    </DialogFrame>
  )
}

type TextName = Exclude<UserField, 'role' | 'status'>
type InputProps = Omit<ComponentProps<typeof PasswordField>, 'form'> & { form: UserForm; name: TextName }

/** The browser fills in nothing: it knows the person at the screen, not the one who is described here. */
function fieldProps({ form, name, helperText, ...props }: InputProps) {
  const errors = form.errors[name]
  return {
    autoComplete: 'off',
    ...props,
    name,
    value: form.draft[name],
    required: form.required.includes(name),
    error: errors !== undefined,
    helperText: errors?.join(' ') ?? helperText,
    inputRef: form.inputRef(name),
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
  }
}

const TextInput = (props: InputProps & { type?: string }) => <TextField {...fieldProps(props)} />

const notProse = { spellCheck: false, autoCapitalize: 'none' }
const EmailInput = ({ form }: { form: UserForm }) => (
  <TextInput form={form} name="email" label="Email" type="email" slotProps={{ htmlInput: notProse }} />
)

const PasswordInput = (props: Omit<InputProps, 'name'>) => (
  <PasswordField {...fieldProps({ ...props, name: 'password', autoComplete: 'new-password' })} />
)

const ContactInputs = ({ form }: { form: UserForm }) => (
  <>
    <TextInput form={form} name="phone" label="Phone" type="tel" />
    <TextInput form={form} name="department" label="Department" />
  </>
)

type ChoiceProps<Name extends 'role' | 'status'> = {
  form: UserForm
  name: Name
  label: string
  labels: Record<UserValues[Name], { label: string }>
}

function Choice<Name extends 'role' | 'status'>({ form, name, label, labels }: ChoiceProps<Name>) {
  const choices = Object.keys(labels) as UserValues[Name][]
  const errors = form.errors[name]
  return (
    <TextField
      select
      label={label}
      name={name}
      value={form.draft[name]}
      error={errors !== undefined}
      helperText={errors?.join(' ')}
      inputRef={form.inputRef(name)}
      onChange={(event) => form.change({ [name]: event.target.value })}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {labels[choice].label}
        </MenuItem>
      ))}
    </TextField>
  )
}
