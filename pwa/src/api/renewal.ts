import { ApiError, codeOfStatus, offline } from './api-error.ts'
import { isRecord, session, toSessionUser, type Session, type SessionStore } from './session.ts'

/** `try-later`: the server could not be asked; the session may still be good. */
export type RenewalOutcome =
  { kind: 'renewed'; token: string } | { kind: 'ended' } | { kind: 'try-later'; error: ApiError }

export type RenewalWorld = {
  store: SessionStore
  /** One at a time over all tabs: the others then find the new token in the storage and need not ask. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
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
      // Signed out, or signed in as somebody else, while the server was thinking.
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

let turn: Promise<unknown> = Promise.resolve()

/** Over all tabs where the browser can, else within this one. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request('kerbside-session', work)
  const mine = turn.then(work)
  turn = mine.catch(() => undefined) // The caller gets the failure; the next in line only waits.
  return mine
}

const renew = createRenewal({ store: session, exclusively: oneAtATime, url: () => '/api/auth/refresh' })

/**
 * Runs a request with the stored token. When the server no longer knows the token, renews the session once in silence
 * and runs the request again; when that is refused too, the session is over: storage is cleared, and the route guard
 * shows the sign-in page.
 */
export async function withSession<T>(request: (token: string | null) => Promise<T>): Promise<T> {
  return runWithSession({ store: session, renew }, request)
}

export type SessionRun = { store: SessionStore; renew: (staleToken: string | null) => Promise<RenewalOutcome> }

export async function runWithSession<T>(
  { store, renew: renewToken }: SessionRun,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = store.get()?.token ?? null
  try {
    return await request(token)
  } catch (error) {
    if (!isUnauthenticated(error)) throw error
    const outcome = await renewToken(token)
    if (outcome.kind === 'try-later') throw outcome.error
    if (outcome.kind === 'renewed') return await again(store, outcome.token, request)
    // A token that somebody else has put there meanwhile is not ours to remove.
    if ((store.get()?.token ?? null) === token) store.clear()
    throw error
  }
}

async function again<T>(store: SessionStore, token: string, request: (token: string) => Promise<T>): Promise<T> {
  try {
    return await request(token)
  } catch (error) {
    if (isUnauthenticated(error) && store.get()?.token === token) store.clear()
    throw error
  }
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'
