import { roleIds, roleOf, userStatuses, type User } from '@kerbside/schema/users/user'
import { z } from 'zod'
import {
  changesIn,
  data,
  json,
  limitParameter,
  noContent,
  pageOf,
  queryParameter,
  readRestFields,
  routesTagged,
} from '../http/route.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  NewUser,
  pageOfUsers,
  updateUser,
  UserChange,
  UserFilter,
  type UserPage,
} from './users.service.ts'

const route = routesTagged('Users')
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
    version: z.number().describe('Rises with every change'),
  })
  .meta({ id: 'User' })

export const toRestUser = (user: User) => readRestFields(UserJson, user, { roleId: roleIds[user.role] })

const params = z.object({ id: z.string() })
const One = z.object({ data: UserJson })

/** The role travels as a number, or as its text from a form's select; any number but 1 and 2 is an ordinary user. */
const roleId = <S extends z.ZodType>(role: S, description: string) =>
  z
    .preprocess((id) => {
      if (id === undefined) return undefined
      // Only numbers and texts: an object could have a toString of its own.
      const wanted = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
      return /^-?\d{1,9}$/.test(wanted) ? roleOf(wanted) : ''
    }, role)
    .meta({ type: 'integer', description })

const roleNumbers = '1 admin, 2 manager, 3 or any other number user'
const { role: newRole, ...newFields } = NewUser.shape
const NewUserBody = z
  .strictObject({ ...newFields, role_id: roleId(newRole, `${roleNumbers}; 3 if missing`) })
  .meta({ id: 'NewUser' })
  .transform(({ role_id: role, ...user }) => ({ ...user, role }))
const asItWas = z.unknown().describe('Cannot be changed: only the value it has')
const { role: changedRole, leadsTo, ...changedFields } = UserChange.shape
const UserChangeBody = z
  .strictObject({
    ...changedFields,
    role_id: roleId(changedRole, roleNumbers),
    leads_to: leadsTo.describe('Who takes their leads when they are no longer active staff: a user’s id'),
    ...z.object({ id: asItWas, last_login_at: asItWas, created_at: asItWas }).partial().shape,
  })
  .meta({
    id: 'UserChange',
    description: 'A whole user can be sent back: fields that keep their value change nothing.',
  })

const ListQuery = z
  .object({
    limit: limitParameter.describe('1 to 200; without it and a cursor, the whole list'),
    cursor: queryParameter(z.string()).describe('The next_cursor of the page before'),
    search: queryParameter(UserFilter.shape.search).describe('Part of a name, email or department'),
    role_id: queryParameter(roleId(UserFilter.shape.role, roleNumbers)),
    status: queryParameter(UserFilter.shape.status),
  })
  .transform(({ limit, cursor, role_id: role, ...filter }) => ({ limit, cursor, filter: { ...filter, role } }))

const toRestPage = ({ users, nextCursor, total }: UserPage) => ({
  data: users.map(toRestUser),
  next_cursor: nextCursor,
  total,
})

export const userRoutes = [
  route('get', '/auth/user', 'listUsers', {
    summary: 'Users, oldest account first',
    who: 'user:manage',
    query: ListQuery,
    answers: {
      200: pageOf(UserJson),
      400: 'A cursor that is not one of this list',
      422: 'A filter that cannot be',
    },
    handle: async (ctx, { query }) => {
      if (query.limit !== undefined || query.cursor !== undefined)
        return json(toRestPage(await pageOfUsers(ctx, query)))
      const users = await listUsers(ctx, query.filter)
      return json(toRestPage({ users, nextCursor: null, total: users.length }))
    },
  }),
  route('post', '/auth/user', 'createUser', {
    summary: 'Make a user',
    who: 'user:manage',
    body: NewUserBody,
    answers: { 201: { description: 'Made', schema: One }, 422: 'Invalid, or the email is taken' },
    handle: async (ctx, { body }) => data(toRestUser(await createUser(ctx, body)), 201),
  }),
  route('get', '/auth/user/{id}', 'getUser', {
    summary: 'One user',
    who: 'user:manage',
    params,
    answers: { 200: { description: 'The user', schema: One }, 404: 'No such user' },
    handle: async (ctx, { params: { id } }) => data(toRestUser(await getUser(ctx, id))),
  }),
  route('patch', '/auth/user/{id}', 'updateUser', {
    summary: 'Change a user. A change of status or password ends every session of that person.',
    who: 'user:manage',
    params,
    body: UserChangeBody,
    answers: {
      200: { description: 'The user as it is now', schema: One },
      404: 'No such user',
      409: 'The last active admin stays one; or the version given is not the present one',
      422: 'Invalid, or the email is taken',
    },
    handle: async (ctx, { params: { id }, body }) => {
      const { role_id: role, leads_to, ...user } = changesIn(toRestUser(await getUser(ctx, id)), body)
      return data(toRestUser(await updateUser(ctx, id, { ...user, role, leadsTo: leads_to })))
    },
  }),
  route('delete', '/auth/user/{id}', 'deleteUser', {
    summary: 'Delete a user',
    who: 'user:manage',
    params,
    answers: { 204: 'Deleted', 404: 'No such user', 409: 'The last active admin stays' },
    handle: (ctx, { params: { id } }) => deleteUser(ctx, id).then(noContent),
  }),
]
