import { underLock, type OneAtATime } from '@kerbside/schema/operation/one-at-a-time'
import { browserLocks } from '../offline/browser.ts'
import { ApiError, codeOfStatus, offline } from './api-error.ts'
import { isRecord, session, toSessionUser, type SessionStore, type SessionUser } from './session.ts'

export type SessionWorld = {
  store: SessionStore
  /** One at a time over all tabs: the others then find the new token in the storage and need not ask. */
  exclusively: OneAtATime
  url: string
}

export function createWithSession({ store, exclusively, url }: SessionWorld) {
  const storedToken = () => store.get()?.token ?? null

  /** The new token; null when the session has ended. Throws when the server could not be asked: the session may be good. */
  const renew = (staleToken: string | null) =>
    exclusively(async () => {
      const before = store.get()
      if (before === null || staleToken === null) return null
      // Another call or another tab was faster.
      if (before.token !== staleToken) return before.token
      // The answer may have been lost on its way: the old refresh token is good for 30 seconds more, so ask again at once.
      const renewed = await requestRenewal(url).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'OFFLINE') return requestRenewal(url)
        throw error
      })
      // Signed out, or signed in as somebody else, while the request was under way.
      if (renewed === null || storedToken() !== staleToken) return null
      store.set({ token: renewed.token, user: renewed.user ?? before.user })
      return renewed.token
    })

  /**
   * Runs a request with the stored token. When the server no longer knows the token, renews the session once in silence
   * and runs the request again; a second 401 ends the session: storage is cleared, and the route guard shows the
   * sign-in page.
   */
  return async function withSession<T>(request: (token: string | null) => Promise<T>): Promise<T> {
    let token = storedToken()
    try {
      return await request(token).catch(async (error: unknown) => {
        const renewed = isUnauthenticated(error) ? await renew(token) : null
        if (renewed === null) throw error
        token = renewed
        return request(token)
      })
    } catch (error) {
      // Whoever signed in meanwhile stays signed in.
      if (isUnauthenticated(error) && storedToken() === token) store.clear()
      throw error
    }
  }
}

const isUnauthenticated = (error: unknown) => error instanceof ApiError && error.code === 'UNAUTHENTICATED'

/** Null when the server has ended the session. */
async function requestRenewal(url: string): Promise<{ token: string; user: SessionUser | null } | null> {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(12_000),
  }).catch(throwOffline)
  if (response.status === 401 || response.status === 403) return null
  const body: unknown = await response.json().catch(throwOffline)
  const { token, user } = isRecord(body) ? body : {}
  if (!response.ok || typeof token !== 'string')
    throw new ApiError(codeOfStatus(response.status), 'Your session could not be renewed. Please try again.')
  return { token, user: isRecord(user) ? toSessionUser(user) : null }
}

function throwOffline(error: unknown): never {
  throw offline(error)
}

export const withSession = createWithSession({
  store: session,
  exclusively: underLock('kerbside-session', browserLocks()),
  url: '/api/auth/refresh',
})
