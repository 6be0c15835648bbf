import { ApiError, fieldErrorsOf } from '../../../api/api-error.ts'
import { ownDevice } from '../../../api/own-device/own-device.ts'
import { restCall } from '../../../api/rest.ts'
import { isRecord, session, toSessionUser, type Session } from '../../../api/session.ts'
import { formatWait } from '../../ui/times.ts'

export type Credentials = { email: string; password: string; code?: string }

/**
 * Signs in and stores the session; on a device of their own it also allows copies for work without a connection. Throws an
 * `ApiError` with the server's message.
 */
export async function signIn(body: Credentials, isOwnDevice: boolean): Promise<Session> {
  const answer = unwrap(await restCall('/auth/login', { method: 'POST', body }).catch(forget))
  const token = answer['token'] ?? answer['access_token']
  if (typeof token !== 'string' || token === '')
    throw new ApiError('INTERNAL', 'Login response did not include a token')
  const user = isRecord(answer['user']) ? answer['user'] : await readProfile(token)
  const signedIn = { token, user: toSessionUser(user) }
  ownDevice.choose(signedIn.user, isOwnDevice)
  session.set(signedIn)
  return signedIn
}

/** Any 401 clears local storage (docs/specification.md, 8.3), also the one for a wrong password. */
function forget(error: unknown): never {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') session.clear()
  throw error
}

async function readProfile(token: string): Promise<Record<string, unknown>> {
  const profile = unwrap(await restCall('/auth/me', { token }))
  return isRecord(profile['user']) ? profile['user'] : profile
}

/** The response's own fields, or those under `data`. */
function unwrap(answer: unknown): Record<string, unknown> {
  if (!isRecord(answer)) return {}
  return isRecord(answer['data']) ? answer['data'] : answer
}

/** What is wrong with the code of a two-step sign-in; undefined when it is something else. */
export const codeProblem = (error: unknown): string | undefined => fieldErrorsOf(error)['code']?.join(' ')

/** What the sign-in form shows. */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Login failed'
  if (error.code === 'RATE_LIMITED')
    return `Too many attempts. Please try again in ${formatWait(error.retryAfter ?? 60)}.`
  return error.message || 'Login failed'
}
