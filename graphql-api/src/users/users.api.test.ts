import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createUser, signInAs, useTestApp, type TestAnswer } from '../testing/test-app.ts'

// GET /auth/user: 200, 400, 401, 403, 422 · POST: 201, 400, 401, 403, 415, 422
// GET /auth/user/{id}: 200, 401, 403, 404 · PATCH: 200, 401, 403, 404, 409, 422 · DELETE: 204, 401, 403, 404, 409
const app = useTestApp()
let admin = ''
let adminId = ''
beforeEach(async () => {
  const { token, viewer } = await createSession(await createUser('admin', { name: 'Ada', email: 'ada@kerbside.test' }))
  admin = token
  adminId = viewer.id
})
const call = (method: string, path = '', body?: unknown, token: string | null = admin) =>
  app.request(method, `/api/auth/user${path}`, { body, token })
const ben = { name: 'Ben', email: 'ben@kerbside.test', password: 'a long password' }

test.each([
  ['GET', ''],
  ['POST', ''],
  ['GET', '/x'],
  ['PATCH', '/x'],
  ['DELETE', '/x'],
])('%s /auth/user%s is for admins', async (method, path) => {
  const body = method === 'POST' || method === 'PATCH' ? {} : undefined
  const statuses = []
  for (const token of [null, await signInAs('user'), await signInAs('manager')]) {
    statuses.push((await call(method, path, body, token)).status)
  }
  expect(statuses).toEqual([401, 403, 403])
})

test('a user is made, read, changed and deleted', async () => {
  const made = await call('POST', '', { ...ben, email: ' Ben@Kerbside.test ', role_id: 2 })
  expect(made.status).toBe(201)
  expect(made.body.data).toEqual({
    id: expect.any(String),
    name: 'Ben',
    email: 'ben@kerbside.test',
    role_id: 2,
    status: 'active',
    phone: null,
    department: null,
    last_login_at: null,
    created_at: expect.stringMatching(/Z$/),
    version: 1,
  })
  const { id } = made.body.data
  expect((await call('GET', `/${id}`)).body).toEqual(made.body)
  const changed = await call('PATCH', `/${id}`, { department: 'Sales', role_id: '3' })
  expect(changed.body.data).toMatchObject({ department: 'Sales', role_id: 3, name: 'Ben' })
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('GET', `/${id}`)).status).toBe(404)
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
  expect((await call('PATCH', `/${id}`, {})).status).toBe(404)
})

test.each([0, 4, 9, -1, '7'])('role_id %s is an ordinary user', async (role) => {
  const { id, ...made } = (await call('POST', '', { ...ben, role_id: role })).body.data
  expect(made.role_id).toBe(3)
  await call('PATCH', `/${id}`, { role_id: 2 })
  expect((await call('PATCH', `/${id}`, { role_id: role })).body.data.role_id).toBe(3)
})

test('a new user signs in with the password, and with a new one after it is changed', async () => {
  const { id } = (await call('POST', '', ben)).body.data
  const login = async (password: string) =>
    (await app.request('POST', '/api/auth/login', { body: { email: ben.email, password } })).status
  expect(await login(ben.password)).toBe(200)
  await call('PATCH', `/${id}`, { password: 'another long password' })
  expect(await login(ben.password)).toBe(401)
  expect(await login('another long password')).toBe(200)
})

test.each([
  [{}, ['name', 'email', 'password']],
  [{ ...ben, email: 'no address' }, ['email']],
  [{ ...ben, email: 'ada@kerbside.test' }, ['email']],
  [{ ...ben, password: 'short' }, ['password']],
  [{ ...ben, password: 'x'.repeat(129) }, ['password']],
  [{ ...ben, role_id: 'boss' }, ['role_id']],
  [{ ...ben, role_id: { $gt: 0 } }, ['role_id']],
  [{ ...ben, status: 'gone', name: ' ' }, ['name', 'status']],
  [{ ...ben, passwordHash: 'x', _id: 'y' }, ['passwordHash', '_id']],
  [{ ...ben, email: { $ne: null } }, ['email']],
])('a user that cannot be is 422 with its fields: %j', async (body, fields) => {
  const answer = await call('POST', '', body)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields])
  expect(await UserModel.countDocuments()).toBe(1)
})

const noValues: unknown[] = [{ toString: 1 }, { toString: 1, valueOf: 1 }, ['x'], [], {}, true, 1.5, { $gt: '' }]

test.each(['name', 'email', 'password', 'role_id', 'status', 'phone', 'department'])(
  'a %s of any other type is 422 with its name, and no bug',
  async (field) => {
    for (const value of noValues) {
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${adminId}`],
      ] as const) {
        const answer = await call(method, path, { ...ben, [field]: value })
        expect([answer.status, Object.keys(answer.body.errors)], `${method} ${JSON.stringify(value)}`).toEqual([
          422,
          [field],
        ])
      }
    }
  },
)

test('whoever may not change users hears that, whatever the body holds', async () => {
  const manager = await signInAs('manager')
  for (const value of noValues) {
    expect((await call('POST', '', { ...ben, role_id: value }, manager)).status).toBe(403)
    expect((await call('PATCH', `/${adminId}`, { role_id: value }, null)).status).toBe(401)
  }
})

test.each([[[]], ['text'], [7], [null]])('a body that is no object is malformed: %j', async (body) => {
  expect((await call('POST', '', JSON.stringify(body))).status).toBe(400)
  expect((await call('PATCH', `/${adminId}`, JSON.stringify(body))).status).toBe(400)
})

test.each(['limit=x', 'limit=-1', 'limit=1.5', 'role_id=[object Object]', 'status=%00', `search=${'x'.repeat(201)}`])(
  'a list asked for with %s is 422',
  async (query) => expect((await call('GET', `?${query}`)).status).toBe(422),
)

test.each(['x', '%00', '1'.repeat(300), '000000000000', '$where'])('nobody has the id %s', async (id) => {
  expect((await call('GET', `/${id}`)).status).toBe(404)
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
  expect((await call('PATCH', `/${id}`, { name: 'X' })).status).toBe(404)
})

test('an email that somebody else has is rejected on change too', async () => {
  const { id } = (await call('POST', '', ben)).body.data
  const { status, body } = await call('PATCH', `/${id}`, { email: 'ADA@kerbside.test' })
  expect([status, body.errors]).toEqual([422, { email: ['This email address is already in use.'] }])
})

test('of two admins who change one user, the second hears of it, and changes nothing', async () => {
  const { id, version } = (await call('POST', '', ben)).body.data
  expect((await call('PATCH', `/${id}`, { name: 'Benedict', version })).body.data).toMatchObject({
    version: version + 1,
  })
  const late = await call('PATCH', `/${id}`, { name: 'Benjamin', version })
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('A colleague has changed this user')])
  const both = ['A', 'B'].map((name) => call('PATCH', `/${id}`, { name, version: version + 1 }))
  expect((await Promise.all(both)).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  expect((await call('PATCH', `/${id}`, { name: 'Last' })).body.data).toMatchObject({ name: 'Last', version: 4 })
})

test.each([{ status: 'inactive' }, { password: 'another long password' }])(
  'a change of %j ends every session of that person',
  async (change) => {
    const user = await createUser('admin')
    const sessions = await Promise.all([createSession(user), createSession(user)])
    await call('PATCH', `/${String(user._id)}`, { name: 'Still here' })
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(2)
    await call('PATCH', `/${String(user._id)}`, change)
    for (const { token } of sessions) expect((await app.request('GET', '/api/auth/me', { token })).status).toBe(401)
  },
)

test.each([
  ['PATCH', { role_id: 3 }],
  ['PATCH', { status: 'inactive' }],
  ['DELETE', undefined],
])('the last active admin stays: %s %j', async (method, body) => {
  await createUser('admin', { status: 'inactive' })
  const { status } = await call(method, `/${adminId}`, body)
  expect(status).toBe(409)
  expect(await UserModel.findById(adminId).lean()).toMatchObject({ role: 'admin', status: 'active' })
})

test('admins who remove each other at once: one stays', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createUser('admin')))
  const ids = [adminId, ...others.map(({ _id }) => String(_id))]
  const tokens = [admin, ...(await Promise.all(others.map((other) => createSession(other)))).map(({ token }) => token)]
  const answers = await Promise.all(
    ids.map((id, index) => call('DELETE', `/${id}`, undefined, tokens[(index + 1) % 4])),
  )
  await expectOneToStay(answers, 204)
})

test('all of the admins demoted by one at once: one stays', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createUser('admin')))
  const ids = [...others.map(({ _id }) => String(_id)), adminId]
  const answers = await Promise.all(ids.map((id) => call('PATCH', `/${id}`, { role_id: 2 })))
  await expectOneToStay(answers, 200)
})

/** Of four admins; whoever was removed meanwhile may do nothing any more, and the last one is a conflict. */
async function expectOneToStay(answers: TestAnswer[], done: number) {
  const statuses = answers.map(({ status }) => status)
  const left = await UserModel.countDocuments({ role: 'admin', status: 'active' })
  expect(left).toBeGreaterThanOrEqual(1)
  expect(statuses.filter((status) => status === done)).toHaveLength(4 - left)
  expect(statuses.filter((status) => ![done, 401, 403, 409].includes(status))).toEqual([])
  expect(statuses).toContain(done)
}

test('the list is searched, filtered and walked', async () => {
  await createUser('manager', { name: 'Mia', department: 'North' })
  await createUser('user', { name: 'Noah', status: 'pending' })
  const names = async (query: string) => {
    const { body } = await call('GET', `?${query}`)
    return body.data.map(({ name }: { name: string }) => name)
  }
  expect(await names('search=NORTH')).toEqual(['Mia'])
  expect(await names('role_id=2')).toEqual(['Mia'])
  expect(await names('status=pending')).toEqual(['Noah'])
  const first = (await call('GET', '?limit=2')).body
  expect(first).toMatchObject({ total: 3, data: [{ name: 'Ada' }, { name: 'Mia' }] })
  const second = (await call('GET', `?limit=2&cursor=${first.next_cursor}`)).body
  expect(second).toMatchObject({ total: 3, next_cursor: null, data: [{ name: 'Noah' }] })
  expect((await call('GET', '?cursor=foreign')).status).toBe(400)
  expect((await call('GET', '?role_id=boss&limit=0')).body.errors).toMatchObject({ role_id: [expect.any(String)] })
})

test('GraphQL: users are listed, made, changed and deleted by admins', async () => {
  const run = (query: string, variables: object = {}, token = admin) => app.graphql(query, variables, token)
  const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id role status } }'
  const { createUser: made } = (await run(create, { input: { ...ben, role: 'MANAGER' } })).data
  expect(made).toMatchObject({ role: 'MANAGER', status: 'ACTIVE' })
  expect((await run(create, { input: ben })).errors?.[0]?.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    fields: { email: ['This email address is already in use.'] },
  })
  const update = 'mutation ($id: ID!) { updateUser(id: $id, input: { status: INACTIVE, phone: "1" }) { status phone } }'
  expect((await run(update, { id: made.id })).data.updateUser).toEqual({ status: 'INACTIVE', phone: '1' })
  expect((await run('{ users(search: "ben") { name } }')).data.users).toEqual([{ name: 'Ben' }])
  expect((await run('{ assignees { name } }')).data.assignees).toEqual([{ name: 'Ada' }])
  expect((await run('mutation ($id: ID!) { deleteUser(id: $id) }', { id: made.id })).data.deleteUser).toBe(true)
  const last = await run('mutation ($id: ID!) { deleteUser(id: $id) }', { id: adminId })
  expect(last.errors?.[0]?.extensions).toEqual({ code: 'CONFLICT' })
  expect((await run('{ users { id } }', {}, await signInAs('manager'))).errors?.[0]?.extensions).toEqual({
    code: 'FORBIDDEN',
  })
})

test('a role that is an object with a toString of its own is 422', async () => {
  const token = await signInAs('admin')
  for (const role_id of [{ toString: 1 }, { toString: null, valueOf: [] }, [1], [[]], true]) {
    const body = { name: 'A', email: 'a@kerbside.test', password: 'long-enough-password', role_id }
    const { status, body: problem } = await app.request('POST', '/api/auth/user', { token, body })
    expect([status, Object.keys(problem.errors)]).toEqual([422, ['role_id']])
  }
})
