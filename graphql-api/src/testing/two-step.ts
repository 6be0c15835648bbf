import { UserModel, type UserRecord } from '@kerbside/schema/users/user.model'
import { TOTP } from 'otpauth'
import { hashPassword } from '../users/credentials.ts'
import { createSession, createUser, type TestApp } from './test-app.ts'

/** Of those who set two-step sign-in up here. */
export const password = 'correct horse battery'
export const passwordHash = await hashPassword(password)

/** What the authenticator app shows for a secret, some half minutes later. */
export const codeAt = (secret: string, at: Date, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() + steps * 30_000 })

/** Another code than this one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Sets two-step sign-in up for a new user, as the screen does. */
export async function enrol(app: TestApp, changes: Partial<UserRecord> = {}) {
  const user = await createUser(changes.role ?? 'manager', { passwordHash, ...changes })
  const { token } = await createSession(user, app.deps.now())
  const { secret, recoveryCodes } = await setUp(app, token)
  return { user, token, secret, recoveryCodes }
}

export async function setUp(app: TestApp, token: string) {
  const started = await app.graphql('mutation { startTwoStep { secret uri } }', {}, token)
  const { secret } = started.data.startTwoStep
  // A code of the half minute before leaves the present one unused.
  const code = codeAt(secret, app.deps.now(), -1)
  const enabled = await enable(app, token, { password, code })
  return { secret: secret as string, recoveryCodes: enabled.data.enableTwoStep as string[] }
}

export const enable = (app: TestApp, token: string, proof: { password: string; code: string }) =>
  app.graphql(
    'mutation ($password: String!, $code: String!) { enableTwoStep(password: $password, code: $code) }',
    proof,
    token,
  )

/** With what nobody else reads. */
export const storedUser = async ({ _id }: Pick<UserRecord, '_id'>) =>
  UserModel.findById(_id).select('+twoStep').lean().orFail()
