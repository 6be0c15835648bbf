import { requireCan, roles, userStatuses, type User } from '@kerbside/schema/users/user'
import { toUser, UserModel } from '@kerbside/schema/users/user.model'
import { parse } from '@kerbside/schema/validate'
import { isValidObjectId } from 'mongoose'
import { z } from 'zod'
import { searchPattern, invalidCursor, ListLimit, defaultPageSize } from '../http/lists.ts'
import type { Context } from '../deps.ts'

export const UserFilter = z.strictObject({
  search: z.string().max(200, 'Search for 200 characters at most').nullish(),
  role: z.enum(roles, 'This is not a role').nullish(),
  status: z.enum(userStatuses, 'This is not a status').nullish(),
})
const Page = z.strictObject({
  filter: UserFilter,
  limit: ListLimit.default(defaultPageSize),
  cursor: z.string().optional(),
})

/** Everybody whom the filter leaves, oldest account first. */
export async function listUsers(ctx: Context, input: unknown): Promise<User[]> {
  requireCan(ctx.viewer, 'user:manage')
  const records = await UserModel.find(matching(parse(UserFilter, input)))
    .sort({ _id: 1 })
    .lean()
  return records.map(toUser)
}

export type UserPage = { users: User[]; nextCursor: string | null; total: number }

/** The same, a page at a time; ids rise with time, so they are the cursor. */
export async function pageOfUsers(ctx: Context, input: unknown): Promise<UserPage> {
  requireCan(ctx.viewer, 'user:manage')
  const { filter, limit, cursor } = parse(Page, input)
  if (cursor && !/^[\da-f]{24}$/.test(cursor)) throw invalidCursor('cursor')
  const wanted = matching(filter)
  const [records, total] = await Promise.all([
    UserModel.find(cursor && isValidObjectId(cursor) ? { $and: [wanted, { _id: { $gt: cursor } }] } : wanted)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean(),
    UserModel.countDocuments(wanted),
  ])
  const users = records.slice(0, limit).map(toUser)
  return { users, nextCursor: records.length > limit ? (users.at(-1)?.id ?? null) : null, total }
}

/** Substring search over name, email and department (docs/specification.md, 9.6). */
function matching({ search, role, status }: z.output<typeof UserFilter>) {
  const pattern = searchPattern(search)
  return {
    ...(pattern && { $or: [{ name: pattern }, { email: pattern }, { department: pattern }] }),
    ...(role && { role }),
    ...(status && { status }),
  }
}
