import { invalid } from '@kerbside/schema/errors'
import { requireCan, type Role } from '@kerbside/schema/users/user'
import { UserModel } from '@kerbside/schema/users/user.model'
import { isValidObjectId } from 'mongoose'
import type { Context } from '../deps.ts'

export type Assignee = { id: string; name: string }

const working = { status: 'active', role: { $in: ['admin', 'manager'] satisfies Role[] } } as const

/** Everybody a lead can be given to. */
export async function listAssignees(ctx: Context): Promise<Assignee[]> {
  requireCan(ctx.viewer, 'lead:read')
  const users = await UserModel.find(working, { name: 1 }).sort({ name: 1, _id: 1 }).lean()
  return users.map(({ _id, name }) => ({ id: String(_id), name }))
}

/** For the services that give leads away. */
export async function findAssignee(id: string): Promise<Assignee> {
  const user = isValidObjectId(id) ? await UserModel.findOne({ _id: id, ...working }, { name: 1 }).lean() : null
  if (!user) throw invalid('assignedTo', 'Choose an active admin or manager.')
  return { id: String(user._id), name: user.name }
}
