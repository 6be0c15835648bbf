import { oneAtATime, type OneAtATime } from '../offline/one-at-a-time.ts'
import { ApiError, codeOfStatus, offline } from './api-error.ts'
import { isRecord, session, toSessionUser, type Session, type SessionStore } from './session.ts'

/** `try-later`: the server could not be asked; the session may still be good. */
export type RenewalOutcome =
  { kind: 'renewed'; token: string } | { kind: 'ended' } | { kind: 'try-later'; error: ApiError }

export type RenewalWorld = {
  store: SessionStore
  /** One at a time over all tabs: the others then find the new token in the storage and need not ask. */
  exclusively: OneAtATime
  url: () => string
}

export function createRenewal({ store, exclusively, url }: RenewalWorld) {
  return function renew(staleToken: string | null): Promise<RenewalOutcome> {
    return exclusively(async () => {
      const before = store.get()
      if (before === null || staleToken === null) return { kind: 'ended' }
      // Another call or another tab was faster.
      if (before.token !== staleToken) return { kind: 'renewed', token: before.token }
      const answer = await requestRenewal(url()).then((first) => (isUnanswered(first) ? requestRenewal(url()) : first))
      // Signed out, or signed in as somebody else, while the request was under way.
      if (store.get()?.token !== staleToken) return { kind: 'ended' }
      if ('kind' in answer) return answer
      const renewed = { token: answer.token, user: answer.user ?? before.user }
      store.set(renewed)
      return { kind: 'renewed', token: renewed.token }
    })
  }
}

type Renewed = { token: string; user: Session['user'] | null }

type Answer = Renewed | Exclude<RenewalOutcome, { kind: 'renewed' }>

/** The answer may have been lost on its way: the old refresh token is good for 30 seconds more, so ask again at once. */
const isUnanswered = (answer: Answer) =>
  'kind' in answer && answer.kind === 'try-later' && answer.error.code === 'OFFLINE'

async function requestRenewal(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(12_000),
    })
    if (response.status === 401 || response.status === 403) return { kind: 'ended' }
    const body: unknown = await response.json()
    const token = isRecord(body) ? body['token'] : undefined
    if (response.ok && isRecord(body) && typeof token === 'string')
      return { token, user: isRecord(body['user']) ? toSessionUser(body['user']) : null }
    return {
      kind: 'try-later',
      error: new ApiError(codeOfStatus(response.status), 'Your session could not be renewed. Please try again.'),
    }
  } catch (error) {
    return { kind: 'try-later', error: offline(error) }
  }
}

const exclusively = oneAtATime('kerbside-session', globalThis.navigator?.locks)
const renew = createRenewal({ store: session, exclusively, url: () => '/api/auth/refresh' })

/**
 * Runs a request with the stored token. When the server no longer knows the token, renews the session once in silence
 * and runs the request again; a second 401 ends the session: storage is cleared, and the route guard shows the
 * sign-in page.
 */
export async function withSession<T>(request: (token: string | null) => Promise<T>): Promise<T> {
  return runWithSession({ store: session, renew }, request)
}

export type SessionRun = { store: SessionStore; renew: (staleToken: string | null) => Promise<RenewalOutcome> }

export async function runWithSession<T>(
  { store, renew: renewToken }: SessionRun,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const storedToken = () => store.get()?.token ?? null
  let token = storedToken()
  try {
    return await request(token).catch(async (error: unknown) => {
      if (!isUnauthenticated(error)) throw error
      const outcome = await renewToken(token)
      if (outcome.kind === 'try-later') throw outcome.error
      if (outcome.kind === 'ended') throw error
      token = outcome.token
      return request(token)
    })
  } catch (error) {
    // Whoever signed in meanwhile stays signed in.
    if (isUnauthenticated(error) && storedToken() === token) store.clear()
    throw error
  }
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'
