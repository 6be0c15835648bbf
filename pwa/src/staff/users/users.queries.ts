import type { Role, UserStatus } from '@kerbside/schema/users/user'
import { hasWords } from '@kerbside/schema/typed-text'
import { queryOptions } from '@tanstack/react-query'
import { graphql, mutate, query, type ResultOf } from '../../api/graphql.ts'

const Users = graphql(`
  query Users {
    users {
      id
      name
      email
      role
      status
      phone
      department
      lastLoginAt
      twoStepEnabledAt
      createdAt
      version
    }
  }
`)

/** Everybody with an account: a staff list is short enough to search in the browser. */
export const userList = () =>
  queryOptions({
    queryKey: ['users'],
    queryFn: async () => (await query(Users, {})).users.map(withPlainNames),
  })

type UserRow = ResultOf<typeof Users>['users'][number]

/** Role and status as the rest of the code and the address write them; GraphQL writes enum values in capitals. */
const withPlainNames = ({ role, status, ...user }: UserRow) => ({
  ...user,
  role: role.toLowerCase() as Lowercase<UserRow['role']>,
  status: status.toLowerCase() as Lowercase<UserRow['status']>,
})
export type ListedUser = ReturnType<typeof withPlainNames>

const CreateUser = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      id
    }
  }
`)
const UpdateUser = graphql(`
  mutation UpdateUser($id: ID!, $input: UpdateUserInput!) {
    updateUser(id: $id, input: $input) {
      id
    }
  }
`)
const DeleteUser = graphql(`
  mutation DeleteUser($id: ID!, $leadsTo: ID) {
    deleteUser(id: $id, leadsTo: $leadsTo)
  }
`)

/** What the dialogs set of a user; an empty text is none. */
export type UserValues = {
  name: string
  email: string
  password: string
  role: Role
  status: UserStatus
  phone: string
  department: string
  /** Who takes the leads of somebody who is no longer active staff; empty for nobody. */
  leadsTo: string
}

export const addUser = ({ name, email, password, leadsTo: _, ...values }: UserValues) =>
  mutate(CreateUser, { input: { name, email, password, ...toInput(values) } })

const InviteUser = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) {
      id
    }
  }
`)
const SendInvitation = graphql(`
  mutation SendInvitation($id: ID!) {
    sendInvitation(id: $id) {
      id
    }
  }
`)

/** The person chooses the password by a link in an email. */
export const inviteUser = ({ name, email, password: _, status: __, leadsTo: ___, ...values }: UserValues) =>
  mutate(InviteUser, { input: { name, email, ...toInput(values) } })

/** Another link for a pending user. */
export const sendInvitation = ({ id }: ListedUser) => mutate(SendInvitation, { id })

/** Whatever is not given stays as it is; when a colleague was quicker, nothing is changed. */
export const changeUser = ({ id, version }: ListedUser, values: Partial<UserValues>) =>
  mutate(UpdateUser, { id, input: { ...toInput(values), version } })

const ResetTwoStep = graphql(`
  mutation ResetTwoStep($id: ID!) {
    resetTwoStep(id: $id) {
      id
    }
  }
`)

/** For a person who has lost phone and recovery codes. */
export const resetTwoStep = ({ id }: ListedUser) => mutate(ResetTwoStep, { id })

/** `leadsTo`: the id of who takes the leads; empty for nobody. */
export const deleteUser = ({ id }: ListedUser, leadsTo: string) => mutate(DeleteUser, { id, leadsTo: leadsTo || null })

const UserWork = graphql(`
  query UserWork($id: ID!) {
    userWork(id: $id) {
      leads
      followUps
      savedViews
    }
  }
`)
export type UserWork = ResultOf<typeof UserWork>['userWork']

/** What waits with a colleague who is to leave. */
export const userWork = (id: string) =>
  queryOptions({
    queryKey: ['user work', id],
    queryFn: async () => (await query(UserWork, { id })).userWork,
    staleTime: 0,
  })

/** As GraphQL writes it: enum values in capitals, and null for an empty phone or department. */
const toInput = ({ role, status, phone, department, leadsTo, ...texts }: Partial<UserValues>) => ({
  ...(leadsTo && { leadsTo }),
  ...texts,
  ...(role && { role: role.toUpperCase() as Uppercase<Role> }),
  ...(status && { status: status.toUpperCase() as Uppercase<UserStatus> }),
  ...(phone !== undefined && { phone: phone.trim() || null }),
  ...(department !== undefined && { department: department.trim() || null }),
})

export type UserFilter = { search: string; role: Role | null; status: UserStatus | null }

/** Every word is in the name, email or department (docs/specification.md, 9.6). */
export function filterUsers(users: readonly ListedUser[], { search, role, status }: UserFilter): ListedUser[] {
  return users.filter(
    (user) =>
      (role === null || user.role === role) &&
      (status === null || user.status === status) &&
      hasWords([user.name, user.email, user.department ?? ''], search),
  )
}
