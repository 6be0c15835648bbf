import { passwordLength, roleIds, roles, userStatuses } from '@kerbside/schema/users/user'
import { z } from 'zod'
import { limitOf } from '../http/list-limit.ts'
import { data, json, noContent, route, withFieldNames } from '../http/route.ts'
import { pageOfUsers, type UserPage } from './user-list.service.ts'
import { toRestUser, UserJson } from './users.json.ts'
import { createUser, deleteUser, getUser, updateUser } from './users.service.ts'

const tag = 'Users'
const params = z.object({ id: z.string() })
const One = z.object({ data: UserJson })

const roleId = z.union([z.literal(1), z.literal(2), z.literal(3)]).describe('1 admin, 2 manager, 3 user')
const NewUserJson = z
  .object({
    name: z.string().max(200),
    email: z.string(),
    password: z.string().min(passwordLength.min).max(passwordLength.max),
    role_id: roleId.optional().describe('3 if missing'),
    status: z.enum(userStatuses).optional(),
    phone: z.string().nullable().optional(),
    department: z.string().nullable().optional(),
  })
  .meta({ id: 'NewUser' })
const UserChangeJson = NewUserJson.partial().meta({ id: 'UserChange' })

/** What the service calls the role travels as a number here; as text, too, from a form's select. */
function toRole(id: unknown): unknown {
  if (id === undefined) return undefined
  // An object would be asked for a text of its own making; what is no number and no text is simply no role.
  const wanted = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  return roles.find((role) => String(roleIds[role]) === wanted) ?? ''
}

function toUserInput(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('role_id' in body)) return body
  const { role_id: id, ...rest } = body
  return { ...rest, role: toRole(id) }
}

function toPageInput({ search, role_id: role, status, limit, cursor }: Record<string, string>) {
  return {
    filter: { search, status: status || undefined, role: role ? toRole(role) : undefined },
    limit: limitOf(limit),
    cursor: cursor || undefined,
  }
}

const toRestPage = ({ users, nextCursor, total }: UserPage) => ({
  data: users.map(toRestUser),
  next_cursor: nextCursor,
  total,
})

const restField = (field: string) => field.replace(/^filter\./, '').replace(/^role$/, 'role_id')

export const userRoutes = [
  route({
    method: 'get',
    path: '/auth/user',
    tag,
    summary: 'Users, oldest account first',
    who: 'admin',
    query: z.object({
      limit: z.string().optional().describe('1 to 200; 25 without it'),
      cursor: z.string().optional().describe('The next_cursor of the page before'),
      search: z.string().optional().describe('Part of a name, email or department'),
      role_id: z.string().optional(),
      status: z.enum(userStatuses).optional(),
    }),
    answers: {
      200: {
        description: 'One page',
        schema: z.object({ data: z.array(UserJson), next_cursor: z.string().nullable(), total: z.number() }),
      },
      400: 'A cursor that is not one of this list',
      422: 'A filter that cannot be',
    },
    handle: (ctx, { query }) =>
      withFieldNames(restField, async () => json(toRestPage(await pageOfUsers(ctx, toPageInput(query))))),
  }),
  route({
    method: 'post',
    path: '/auth/user',
    tag,
    summary: 'Make a user',
    who: 'admin',
    body: NewUserJson,
    answers: { 201: { description: 'Made', schema: One }, 422: 'Invalid, or the email is taken' },
    handle: (ctx, { body }) =>
      withFieldNames(restField, async () => data(toRestUser(await createUser(ctx, toUserInput(body))), 201)),
  }),
  route({
    method: 'get',
    path: '/auth/user/{id}',
    tag,
    summary: 'One user',
    who: 'admin',
    params,
    answers: { 200: { description: 'The user', schema: One }, 404: 'No such user' },
    handle: async (ctx, { param }) => data(toRestUser(await getUser(ctx, param('id')))),
  }),
  route({
    method: 'patch',
    path: '/auth/user/{id}',
    tag,
    summary: 'Change a user. A change of role, status or password ends every session of that person.',
    who: 'admin',
    params,
    body: UserChangeJson,
    answers: {
      200: { description: 'The user as it is now', schema: One },
      404: 'No such user',
      409: 'The last active admin stays one',
      422: 'Invalid, or the email is taken',
    },
    handle: (ctx, { param, body }) =>
      withFieldNames(restField, async () => data(toRestUser(await updateUser(ctx, param('id'), toUserInput(body))))),
  }),
  route({
    method: 'delete',
    path: '/auth/user/{id}',
    tag,
    summary: 'Delete a user',
    who: 'admin',
    params,
    answers: { 204: 'Deleted', 404: 'No such user', 409: 'The last active admin stays' },
    handle: async (ctx, { param }) => {
      await deleteUser(ctx, param('id'))
      return noContent()
    },
  }),
]
