import { queryOptions } from '@tanstack/react-query'
import { graphql, query, type ResultOf } from '../../api/graphql.ts'

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
      createdAt
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
