import { DeliveryModel } from '@kerbside/schema/deliveries/delivery.model'
import { linkToAccount } from '@kerbside/schema/links/signed-link'
import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, test } from 'vitest'
import { createSession, createTestApp, createUser, signInAs, useTestApp } from '../testing/test-app.ts'

const app = useTestApp()
const password = 'a password of my own'
let admin = ''
beforeEach(async () => {
  await app.deps.queues.mail.obliterate({ force: true })
  admin = await signInAs('admin')
})

type Answer = Awaited<ReturnType<typeof app.graphql>>
const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions['code']
const forgotten = (email: string) =>
  app.graphql('mutation ($email: String!) { requestPasswordReset(email: $email) }', { email })
const choose = (token: string, chosen = password) =>
  app.graphql('mutation ($token: String!, $password: String!) { setPassword(token: $token, password: $password) }', {
    token,
    password: chosen,
  })
const read = (token: string) =>
  app.graphql('query ($token: String!) { passwordLink(token: $token) { name email } }', { token })
const invite = (input: object, token = admin) =>
  app.graphql('mutation ($input: InviteUserInput!) { inviteUser(input: $input) { id status role } }', { input }, token)
const login = async (email: string, given = password) =>
  (await app.request('POST', '/api/auth/login', { body: { email, password: given } })).status

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
/** As a worker signs it for the email. */
const linkOf = (user: UserRecord, expiresAt = hours(1)) =>
  app.deps.links.sign({ purpose: 'password', ...linkToAccount(user) }, expiresAt)
const emailsOf = async ({ _id }: Pick<UserRecord, '_id'>) =>
  (
    await DeliveryModel.find({ userId: String(_id) })
      .sort({ createdAt: 1 })
      .lean()
  ).map(({ kind }) => kind)
const queued = async () => (await app.deps.queues.mail.getJobs()).map(({ data }) => data.deliveryId)
const found = async (email: string) => (await UserModel.findOne({ email }).lean()) as UserRecord

test('a forgotten password: one email, and its link sets a new one, once, and signs out every device', async () => {
  const user = await createUser('manager')
  await createSession(user)
  expect((await forgotten(` ${user.email.toUpperCase()} `)).data).toEqual({ requestPasswordReset: true })
  await forgotten(user.email)
  expect(await emailsOf(user)).toEqual(['password-reset'])
  expect(await queued()).toHaveLength(1)

  const link = await linkOf(user)
  expect((await read(link)).data.passwordLink).toEqual({ name: user.name, email: user.email })
  expect((await choose(link, 'short')).errors?.[0]?.extensions).toMatchObject({
    fields: { password: expect.anything() },
  })
  expect((await choose(link)).data).toEqual({ setPassword: true })
  expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0)
  expect(await login(user.email)).toBe(200)
  expect(await emailsOf(user)).toEqual(['password-reset', 'password-changed'])
  expect(codeOf(await read(link))).toBe('NOT_FOUND')
  expect(codeOf(await choose(link, 'another password of mine'))).toBe('NOT_FOUND')
  expect(await login(user.email)).toBe(200)
})

test('of ten uses of a link at once one sets the password', async () => {
  const user = await createUser('user')
  const link = await linkOf(user)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => choose(link, `my password number ${index}`)),
  )
  expect(answers.filter(({ data }) => data?.setPassword === true)).toHaveLength(1)
  expect((await found(user.email)).credentialsVersion).toBe(1)
  expect(await emailsOf(user)).toEqual(['password-changed'])
})

test('an unknown address, a pending and an inactive account get the same answer and no email', async () => {
  const [pending, inactive] = [
    await createUser('user', { status: 'pending' }),
    await createUser('user', { status: 'inactive' }),
  ]
  for (const email of ['nobody@kerbside.test', pending.email, inactive.email]) {
    expect(await forgotten(email)).toEqual({ data: { requestPasswordReset: true } })
  }
  expect(await queued()).toEqual([])
  expect((await forgotten(' ')).errors?.[0]?.extensions).toMatchObject({ fields: { email: expect.anything() } })
})

test('asking for links counts like trying to sign in', async () => {
  const limited = createTestApp(app.config, {
    loginLimits: { ...app.deps.loginLimits, attempt: () => Promise.reject(new Error('limited')) },
  })
  const user = await createUser('user')
  const answer = await limited.graphql('mutation { requestPasswordReset(email: "' + user.email + '") }')
  expect(answer.errors).toHaveLength(1)
  expect(await emailsOf(user)).toEqual([])
  await limited.close()
})

test('a link that is too old, tampered with, for something else, or of an inactive person sets nothing', async () => {
  const user = await createUser('user')
  const inactive = await createUser('user', { status: 'inactive' })
  const other = await app.deps.links.sign({ purpose: 'preview', pageId: String(user._id) }, hours(1))
  const good = await linkOf(user)
  for (const link of ['', 'x', `${good}x`, other, await linkOf(user, hours(-1)), await linkOf(inactive)]) {
    expect(codeOf(await choose(link))).toBe('NOT_FOUND')
    expect(codeOf(await read(link))).toBe('NOT_FOUND')
  }
  expect((await found(user.email)).credentialsVersion).toBe(0)
})

test('whoever is invited chooses the password, is active then, and another link can be sent until then', async () => {
  const { data } = await invite({ name: 'Noor', email: 'noor@kerbside.test', role: 'MANAGER' })
  expect(data.inviteUser).toMatchObject({ status: 'PENDING', role: 'MANAGER' })
  const noor = await found('noor@kerbside.test')
  expect(await emailsOf(noor)).toEqual(['invitation'])
  expect(await queued()).toHaveLength(1)
  const again = () =>
    app.graphql('mutation ($id: ID!) { sendInvitation(id: $id) { id } }', { id: data.inviteUser.id }, admin)
  expect((await again()).errors).toBeUndefined()
  expect(await emailsOf(noor)).toEqual(['invitation', 'invitation'])
  expect((await choose(await linkOf(noor))).errors).toBeUndefined()
  expect(await found('noor@kerbside.test')).toMatchObject({ status: 'active', credentialsVersion: 1 })
  expect(await login('noor@kerbside.test')).toBe(200)
  expect(codeOf(await again())).toBe('CONFLICT')
})

test('an invitation names every wrong field, and an address that is taken', async () => {
  const wrong = await invite({ name: ' ', email: 'nowhere' })
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ fields: { name: expect.anything(), email: expect.anything() } })
  const user = await createUser('user')
  expect((await invite({ name: 'Noor', email: user.email })).errors?.[0]?.extensions).toMatchObject({
    fields: { email: expect.anything() },
  })
  expect(await queued()).toEqual([])
})

const change = (id: string, input: object, token = admin) =>
  app.graphql(
    'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }',
    { id, input },
    token,
  )

test('a link that was mailed to a wrong or former address sets no password once the address is corrected', async () => {
  const { data } = await invite({ name: 'Noor', email: 'noor@gmial.test', role: 'ADMIN' })
  const wrong = await linkOf(await found('noor@gmial.test'))
  expect((await change(data.inviteUser.id, { email: 'noor@gmail.test' })).errors).toBeUndefined()
  expect([codeOf(await read(wrong)), codeOf(await choose(wrong))]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  const noor = await found('noor@gmail.test')
  expect(noor.status).toBe('pending')
  // Another invitation goes out, and the former address is told.
  expect((await emailsOf(noor)).toSorted()).toEqual(['email-changed-away', 'invitation', 'invitation'])
  expect((await choose(await linkOf(noor))).errors).toBeUndefined()

  const active = await createUser('manager')
  const reset = await linkOf(active)
  await change(String(active._id), { email: 'another@kerbside.test' })
  expect(codeOf(await choose(reset))).toBe('NOT_FOUND')
})

test('a changed email signs out every device and tells both addresses', async () => {
  const user = await createUser('manager')
  const { token } = await createSession(user)
  await change(String(user._id), { email: 'moved@kerbside.test' })
  expect((await app.request('GET', '/api/auth/me', { token })).status).toBe(401)
  const told = await DeliveryModel.find({ userId: String(user._id) })
    .sort({ kind: 1 })
    .lean()
  expect(told.map(({ kind, formerAddress }) => [kind, formerAddress])).toEqual([
    ['email-changed', undefined],
    ['email-changed-away', user.email],
  ])
  expect(await queued()).toHaveLength(2)
  // The same address again changes nothing.
  await change(String(user._id), { email: 'moved@kerbside.test' })
  expect(await queued()).toHaveLength(2)
})

test('a password that an admin changes is told to the person; deleting the person deletes the emails', async () => {
  const user = await createUser('user')
  const id = String(user._id)
  await change(id, { department: 'North' })
  expect(await emailsOf(user)).toEqual([])
  await change(id, { password })
  expect(await emailsOf(user)).toEqual(['password-changed'])
  await app.graphql('mutation ($id: ID!) { deleteUser(id: $id) }', { id }, admin)
  expect(await emailsOf(user)).toEqual([])
})
