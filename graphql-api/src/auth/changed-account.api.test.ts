import { SessionModel } from '@kerbside/schema/users/session.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSession, createTestApp, createUser, useTestApp } from '../testing/test-app.ts'
import { hashPassword } from '../users/credentials.ts'

// Sign-ins while the account is being changed.
const app = useTestApp({ RATE_LIMITS: 'off' })
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const email = 'ada@kerbside.test'
beforeEach(async () => void (await createUser('admin', { email, passwordHash })))
const me = async (token: string) => (await app.request('GET', '/api/auth/me', { token })).status

const idOf = async () => (await UserModel.findOne({ email }).lean().orFail())._id
/** All but those of the admin who makes the change. */
const sessionsLeft = async () => {
  const others = await UserModel.find({ email: { $ne: email } }).distinct('_id')
  return SessionModel.countDocuments({ userId: { $nin: others } })
}

/** Signs another admin in, who changes the account, or deletes it (null). */
async function anotherAdmin() {
  const path = `/api/auth/user/${String(await idOf())}`
  const { token } = await createSession(await createUser('admin'))
  return (change: object | null) =>
    change === null ? app.request('DELETE', path, { token }) : app.request('PATCH', path, { token, body: change })
}

/** A promise to be resolved from outside. */
function deferred<T = void>() {
  let resolve: (value: T | Promise<T>) => void = () => {}
  const promise = new Promise<T>((take) => (resolve = take))
  return { promise, resolve }
}

/** An app whose sign-ins wait between password and session. The n-th one goes on when `until(n)` is done. */
function holdingApp(until: (number: number) => Promise<void>) {
  let number = 0
  const loginLimits = { ...app.deps.loginLimits, succeeded: () => until((number += 1)) }
  const holding = createTestApp(app.config, { loginLimits })
  onTestFinished(() => holding.close())
  return () => holding.request('POST', '/api/auth/login', { body: { email, password } })
}

test.each([
  ['password', { password: 'another long password' }],
  ['status', { status: 'inactive' }],
  ['account, which is deleted', null],
])('a sign-in that is held between password and session is nobody after a change of %s', async (_, change) => {
  const reached = deferred()
  const gate = deferred()
  const slowLogin = holdingApp(() => (reached.resolve(), gate.promise))
  const signingIn = slowLogin()
  await reached.promise
  const changeAccount = await anotherAdmin()
  expect((await changeAccount(change)).status).toBeLessThan(300)
  gate.resolve()
  const answer = await signingIn
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await sessionsLeft()).toBe(0)
})

test('of 25 sign-ins with the old password before, while and after it is changed, none outlives the change', async () => {
  const changeAccount = await anotherAdmin()
  const changed = deferred<{ status: number }>()
  const slowLogin = holdingApp(async (number) => {
    if (number === 1) changed.resolve(changeAccount({ password: 'another long password' }))
    // Spread over the time that the change takes, and the last beyond it.
    if (number === 25) await changed.promise
    else await new Promise((resolve) => setTimeout(resolve, number * 5))
  })
  const answers = await Promise.all(Array.from({ length: 25 }, slowLogin))
  expect((await changed.promise).status).toBe(200)
  const alive = await Promise.all(answers.map(async ({ body }) => (body.token ? await me(body.token) : 401)))
  expect(alive.filter((status) => status === 200)).toEqual([])
  expect(await sessionsLeft()).toBe(0)
})
