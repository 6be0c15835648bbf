import { userStatuses, type UserStatus } from '@kerbside/schema/users/user'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { brokenAnswer } from '../../api/api-error.ts'
import { rest } from '../../api/rest.ts'

const UserJson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role_id: z.number(),
  status: z.enum(userStatuses),
  phone: z.nullable(z.string()),
  department: z.nullable(z.string()),
  last_login_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type ListedUser = z.infer<typeof UserJson>
export type { UserStatus }

const UserListJson = z.object({ data: z.array(UserJson), next_cursor: z.nullish(z.string()) })

/** Everybody with an account: a staff list is short enough to search in the browser. */
export const userList = () => queryOptions({ queryKey: ['users'], queryFn: ({ signal }) => readAllUsers(signal) })

async function readAllUsers(signal: AbortSignal): Promise<ListedUser[]> {
  const users: ListedUser[] = []
  let cursor: string | null | undefined
  do {
    const parameters = new URLSearchParams({ limit: '200', ...(cursor ? { cursor } : {}) })
    const page = UserListJson.safeParse(await rest(`/auth/user?${parameters}`, { signal }))
    if (!page.success) throw brokenAnswer(page.error)
    users.push(...page.data.data)
    cursor = page.data.next_cursor
  } while (cursor)
  return users
}
