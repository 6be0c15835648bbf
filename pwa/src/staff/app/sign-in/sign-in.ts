import { ApiError } from '../../../api/api-error.ts'
import { restCall } from '../../../api/rest.ts'
import { isRecord, session, toSessionUser, type Session } from '../../../api/session.ts'

/** Signs in and stores the session. Throws an `ApiError` with the server's message. */
export async function signIn(email: string, password: string): Promise<Session> {
  const answer = unwrap(await restCall('/auth/login', { method: 'POST', body: { email, password } }).catch(forget))
  const token = answer['token'] ?? answer['access_token']
  if (typeof token !== 'string' || token === '')
    throw new ApiError('INTERNAL', 'Login response did not include a token')
  const user = isRecord(answer['user']) ? answer['user'] : await readProfile(token)
  const signedIn = { token, user: toSessionUser(user) }
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
