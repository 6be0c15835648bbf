import { roleIds, userStatuses, type User } from '@kerbside/schema/users/user'
import { z } from 'zod'

/** A user as the REST API shows it. */
export const UserJson = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role_id: z.number().describe('1 admin, 2 manager, 3 user'),
    status: z.enum(userStatuses),
    phone: z.string().nullable(),
    department: z.string().nullable(),
    last_login_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' })

export function toRestUser({ id, name, email, role, status, ...user }: User): z.infer<typeof UserJson> {
  return {
    id,
    name,
    email,
    role_id: roleIds[role],
    status,
    phone: user.phone,
    department: user.department,
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
  }
}
