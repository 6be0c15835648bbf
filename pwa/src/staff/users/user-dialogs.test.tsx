// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../testing/render-staff.tsx'
import { UserListPage } from './user-list-page.tsx'

const ada = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@kerbside.example',
  role: 'ADMIN',
  status: 'ACTIVE',
  phone: null,
  department: null,
  lastLoginAt: null,
  twoStepEnabledAt: null,
  createdAt: '2026-01-02T03:04:05Z',
  version: 1,
}
const ben = { ...ada, id: 'u2', name: 'Ben', email: 'ben@kerbside.example', role: 'MANAGER', department: 'Sales' }
const kerbside = { name: 'Cara', email: 'cara@kerbside.example', password: 'a long password' }

/** The screen, signed in as Ada, on a server that stores nothing and fails once with each of these. */
const openUsers = (...failures: Failure[]) => openList([ada, ben], failures)

const noWork = { leads: 0, followUps: 0, savedViews: 0 }

async function openList(users: object[], failures: Failure[] = [], work = noWork) {
  const sent: { operation: string; variables: object }[] = []
  const { user } = await renderStaff(<UserListPage />, (operation, variables) => {
    if (operation === 'Users') return answerOf({ users })
    if (operation === 'UserWork') return answerOf({ userWork: work })
    sent.push({ operation, variables })
    return answerOf(
      { createUser: ada, inviteUser: ada, updateUser: ada, resetTwoStep: ada, deleteUser: true },
      failures.shift(),
    )
  })
  return { user, sent }
}
type Opened = Awaited<ReturnType<typeof openUsers>>

const field = (label: string) => within(screen.getByRole('dialog')).getByRole('textbox', { name: label })
const password = (label: RegExp) => within(screen.getByRole('dialog')).getByLabelText(label, { selector: 'input' })
const press = ({ user }: Opened, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function openAdd(screenOf: Opened) {
  await screenOf.user.click(await screen.findByRole('button', { name: 'Add User' }))
  await screen.findByRole('dialog', { name: 'Add User' })
}

async function openMenu({ user }: Opened, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  await screen.findByRole('dialog')
}

async function choose({ user }: Opened, label: string, option: string) {
  await user.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

async function fillIn({ user }: Opened) {
  await enter(user, field('Name'), kerbside.name)
  await enter(user, field('Email'), kerbside.email)
  await enter(user, password(/^Password/), kerbside.password)
}

test('a user is added with all fields, and the form is empty when it is opened again', async () => {
  const page = await openUsers()
  await openAdd(page)
  await fillIn(page)
  await choose(page, 'Role', 'Manager')
  await enter(page.user, field('Phone'), '020 7946 0958')
  await enter(page.user, field('Department'), 'Sales')
  await press(page, 'Add User')
  await screen.findByText('User added successfully')
  const input = { ...kerbside, role: 'MANAGER', status: 'ACTIVE', phone: '020 7946 0958', department: 'Sales' }
  expect(page.sent).toEqual([{ operation: 'CreateUser', variables: { input } }])
  await closed()
  await openAdd(page)
  expect(field('Name')).toHaveProperty('value', '')
  expect(password(/^Password/)).toHaveProperty('value', '')
})

test('instead of a password an invitation is sent', async () => {
  const page = await openUsers()
  await openAdd(page)
  await enter(page.user, field('Name'), kerbside.name)
  await enter(page.user, field('Email'), kerbside.email)
  await page.user.click(within(screen.getByRole('dialog')).getByRole('checkbox', { name: /^Send an invitation/ }))
  expect(password(/^Password/)).toHaveProperty('disabled', true)
  await press(page, 'Add User')
  await screen.findByText('Invitation sent')
  const input = { name: kerbside.name, email: kerbside.email, role: 'MANAGER', phone: null, department: null }
  expect(page.sent).toEqual([{ operation: 'InviteUser', variables: { input } }])
})

test('required fields are asked for before anything is sent', async () => {
  const page = await openUsers()
  await openAdd(page)
  await enter(page.user, field('Name'), 'Cara')
  await press(page, 'Add User')
  await screen.findByText('Please fill in required fields')
  expect(page.sent).toEqual([])
  expect(document.activeElement).toBe(field('Email'))
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(field('Name').getAttribute('aria-invalid')).toBe('false')
})

test('a taken email is shown at its field, and goes when it is changed', async () => {
  const taken = 'This email address is already in use.'
  const page = await openUsers({ message: taken, code: 'BAD_USER_INPUT', fields: { email: [taken] } })
  await openAdd(page)
  await fillIn(page)
  await press(page, 'Add User')
  const toast = (await screen.findByText('Failed to add user')).closest('[role=alert]')
  expect(toast?.textContent).toBe(`Failed to add user${taken}`)
  await within(screen.getByRole('dialog')).findByText(taken)
  expect(document.activeElement).toBe(field('Email'))
  expect(field('Email').getAttribute('aria-describedby')).toBe(within(screen.getByRole('dialog')).getByText(taken).id)
  await page.user.type(field('Email'), 'x')
  expect(within(screen.getByRole('dialog')).queryByText(taken)).toBeNull()
})

test('what belongs to no field stands in the dialog under a title', async () => {
  const message = 'Please try again in a moment.'
  const page = await openUsers({ message, code: 'UNAVAILABLE' })
  await openAdd(page)
  await fillIn(page)
  await press(page, 'Add User')
  const title = await within(screen.getByRole('dialog')).findByText('Failed to create user')
  expect(title.closest('[role=alert]')?.textContent).toBe(`Failed to create user${message}`)
})

test('editing sends only what was changed', async () => {
  const page = await openUsers()
  await openMenu(page, 'Ben', 'Edit User')
  await page.user.clear(field('Department'))
  await choose(page, 'Status', 'Inactive')
  await screen.findByText('Saving signs Ben out at once on every device.')
  await press(page, 'Save')
  await screen.findByText('User updated successfully')
  const input = { status: 'INACTIVE', department: null, version: 1 }
  expect(page.sent).toEqual([{ operation: 'UpdateUser', variables: { id: 'u2', input } }])
})

test('what a colleague has saved meanwhile stands beside what was typed, and saving again is based on it', async () => {
  const users = [ada, ben]
  const page = await openList(users, [{ message: 'A colleague has changed this user.', code: 'CONFLICT' }])
  await openMenu(page, 'Ben', 'Edit User')
  await enter(page.user, field('Department'), 'Support')
  await choose(page, 'Status', 'Inactive')
  users[1] = { ...ben, department: 'Field', phone: '020 7946 0958', version: 2 } as never
  await press(page, 'Save')
  await screen.findByText('A colleague has changed this user.')
  await screen.findByText('A colleague has saved here meanwhile: Field')
  expect(field('Department')).toHaveProperty('value', 'Support')
  expect(field('Phone')).toHaveProperty('value', '020 7946 0958')
  expect(screen.getAllByText(/A colleague has saved here meanwhile/)).toHaveLength(1)
  await press(page, 'Save')
  await screen.findByText('User updated successfully')
  const input = { department: 'Support', status: 'INACTIVE', version: 2 }
  expect(page.sent.at(-1)).toEqual({ operation: 'UpdateUser', variables: { id: 'u2', input } })
})

test('a new password has to be typed to be set', async () => {
  const page = await openUsers()
  await openMenu(page, 'Ben', 'Edit User')
  await enter(page.user, password(/^New password/), 'another long password')
  await press(page, 'Save')
  await screen.findByText('User updated successfully')
  expect(page.sent[0]?.variables).toEqual({ id: 'u2', input: { password: 'another long password', version: 1 } })
})

test('the own account is marked, and what a change does to it is announced; the last admin stays', async () => {
  const message = 'This is the last active admin. Make somebody else an admin first.'
  const page = await openUsers({ message, code: 'CONFLICT' })
  expect((await screen.findByText('You')).closest('tr, li')?.textContent).toContain(ada.email)
  await openMenu(page, 'Ada', 'Edit User')
  await choose(page, 'Role', 'User')
  await screen.findByText('This is your own account: you can no longer manage users.')
  await screen.findByText('Has no access to the staff area')
  await press(page, 'Save')
  await screen.findByText('Failed to update user')
  await within(screen.getByRole('dialog')).findByText(message)
})

test('two-step sign-in is marked, and that of a colleague can be reset, but not one’s own', async () => {
  const twoStepEnabledAt = '2026-02-03T04:05:06Z'
  const page = await openList([ada, ben].map((person) => ({ ...person, twoStepEnabledAt })))
  expect(await screen.findAllByText('Two-step')).toHaveLength(2)
  await page.user.click(screen.getByRole('button', { name: 'Actions for Ada' }))
  await screen.findByRole('menuitem', { name: 'Edit User' })
  expect(screen.queryByRole('menuitem', { name: 'Reset Two-Step Sign-In' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await openMenu(page, 'Ben', 'Reset Two-Step Sign-In')
  within(screen.getByRole('dialog', { name: 'Reset the two-step sign-in of Ben' })).getByText(/signed out at once/)
  await press(page, 'Reset')
  await screen.findByText('Two-step sign-in of Ben reset')
  expect(page.sent).toEqual([{ operation: 'ResetTwoStep', variables: { id: 'u2' } }])
})

test('deleting names the person, and a failure stays in the dialog', async () => {
  const page = await openUsers({ message: 'That user could not be found.', code: 'NOT_FOUND' })
  await openMenu(page, 'Ben', 'Delete User')
  const dialog = screen.getByRole('dialog', { name: 'Delete Ben' })
  within(dialog).getByText(/Delete the account of Ben \(ben@kerbside.example\)\?/)
  await press(page, 'Delete User')
  await screen.findByText('Failed to delete user')
  await within(dialog).findByText('That user could not be found.')
  await press(page, 'Delete User')
  await screen.findByText('User deleted successfully')
  expect(page.sent.at(-1)).toEqual({ operation: 'DeleteUser', variables: { id: 'u2', leadsTo: null } })
  await closed()
})

test('deleting or deactivating a colleague with leads asks who takes them', async () => {
  const page = await openList([ada, ben], [], { leads: 12, followUps: 3, savedViews: 1 })
  await openMenu(page, 'Ben', 'Delete User')
  await screen.findByText('Ben has 12 leads, 3 follow-ups and 1 saved view.')
  await choose(page, 'Reassign their leads to', 'Ada')
  await press(page, 'Delete User')
  await closed()
  expect(page.sent.at(-1)).toEqual({ operation: 'DeleteUser', variables: { id: 'u2', leadsTo: 'u1' } })
  await openMenu(page, 'Ben', 'Edit User')
  expect(screen.queryByLabelText('Reassign their leads to')).toBeNull()
  await choose(page, 'Status', 'Inactive')
  await screen.findByText('Ben has 12 leads, 3 follow-ups and 1 saved view.')
  await press(page, 'Save')
  await closed()
  expect(page.sent.at(-1)).toMatchObject({ operation: 'UpdateUser', variables: { input: { status: 'INACTIVE' } } })
})
