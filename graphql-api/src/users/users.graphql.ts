import type { User } from '@kerbside/schema/users/user'
import { builder } from '../builder.ts'
import { listAssignees, type Assignee } from './assignees.service.ts'

export const RoleEnum = builder.enumType('Role', {
  values: { ADMIN: { value: 'admin' }, MANAGER: { value: 'manager' }, USER: { value: 'user' } } as const,
})
export const UserStatusEnum = builder.enumType('UserStatus', {
  values: { ACTIVE: { value: 'active' }, INACTIVE: { value: 'inactive' }, PENDING: { value: 'pending' } } as const,
})

export const UserType = builder.objectRef<User>('User').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    role: t.expose('role', { type: RoleEnum }),
    status: t.expose('status', { type: UserStatusEnum }),
    phone: t.exposeString('phone', { nullable: true }),
    department: t.exposeString('department', { nullable: true }),
    lastLoginAt: t.expose('lastLoginAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const AssigneeType = builder.objectRef<Assignee>('Assignee').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

builder.queryField('assignees', (t) =>
  t.field({
    type: [AssigneeType],
    description: 'Active admins and managers.',
    resolve: (_root, _args, ctx) => listAssignees(ctx),
  }),
)
