import { expect, test } from 'vitest'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { ApiError } from './api-error.ts'
import { createWithSession } from './renewal.ts'
import { restCall } from './rest.ts'
import type { SessionStore } from './session.ts'
import { aServer, aSession, aStorage, aTab, signedInStorage, type Answer } from './testing/fake-session.ts'

/** An api that knows one access token and issues the next one for each refresh. */
async function anApi(options: { refresh?: () => Answer; lose?: () => boolean } = {}) {
  let good = 'token-1'
  const next = () => {
    good = `token-${Number(good.slice(6)) + 1}`
    return { status: 200, body: { token: good, user: { id: 'u1', email: 'a@b.example', name: 'Ada', role_id: 2 } } }
  }
  const server = await aServer(({ url, headers, socket }) => {
    if (url === '/auth/refresh') {
      const answer = (options.refresh ?? next)()
      if (options.lose?.()) socket.destroy()
      return answer
    }
    if (headers.authorization === `Bearer ${good}`) return { status: 200, body: { data: 'secret' } }
    return { status: 401, body: { message: 'Please sign in.' } }
  })
  return {
    ...server,
    expire: () => (good = 'token-5'),
    refreshes: () => server.seen.filter((line) => line.startsWith('POST /auth/refresh')).length,
  }
}

function aClient(store: SessionStore, url: string, exclusively = underLock('session', undefined)) {
  const withSession = createWithSession({ store, exclusively, url: `${url}/auth/refresh` })
  return { read: () => withSession((token) => restCall('/data', { token, base: url })) }
}

test('a good token is used as it is', async () => {
  const api = await anApi()
  await expect(aClient(aTab(signedInStorage('token-1')), api.url).read()).resolves.toEqual({ data: 'secret' })
  expect(api.refreshes()).toBe(0)
})

test('an expired token is renewed once in silence, and the request is made again', async () => {
  const api = await anApi()
  api.expire()
  const tab = aTab(signedInStorage('token-1'))
  await expect(aClient(tab, api.url).read()).resolves.toEqual({ data: 'secret' })
  expect(tab.get()).toEqual({ token: 'token-6', user: { id: 'u1', email: 'a@b.example', name: 'Ada', role: 2 } })
  expect(api.refreshes()).toBe(1)
})

test('many requests in two tabs at once renew the session once', async () => {
  const api = await anApi()
  api.expire()
  const storage = signedInStorage('token-1')
  const lock = underLock('session', undefined)
  const tabs = [aClient(aTab(storage), api.url, lock), aClient(aTab(storage), api.url, lock)]
  const answers = await Promise.all([...tabs, ...tabs, ...tabs].map((tab) => tab.read()))
  expect(answers).toEqual(Array.from({ length: 6 }, () => ({ data: 'secret' })))
  expect(api.refreshes()).toBe(1)
})

test('a session that has ended clears the storage', async () => {
  const api = await anApi({ refresh: () => ({ status: 401, body: {} }) })
  api.expire()
  const storage = signedInStorage('token-1')
  await expect(aClient(aTab(storage), api.url).read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(storage.length).toBe(0)
})

test('a second 401 right after renewal ends the session instead of renewing again', async () => {
  const api = await anApi({ refresh: () => ({ status: 200, body: { token: 'not good either' } }) })
  const storage = signedInStorage('old')
  await expect(aClient(aTab(storage), api.url).read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(api.refreshes()).toBe(1)
  expect(storage.length).toBe(0)
})

test.each([503, 429, 500])('renewal answered %d keeps the session for later', async (status) => {
  const api = await anApi({ refresh: () => ({ status, body: { message: 'Later.' } }) })
  api.expire()
  const tab = aTab(signedInStorage('token-1'))
  await expect(aClient(tab, api.url).read()).rejects.toBeInstanceOf(ApiError)
  expect(tab.get()?.token).toBe('token-1')
})

test('a proxy’s error page in place of a renewal keeps the session', async () => {
  const api = await anApi({ refresh: () => ({ status: 502, body: '<html>' }) })
  api.expire()
  const tab = aTab(signedInStorage('token-1'))
  await expect(aClient(tab, api.url).read()).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(tab.get()?.token).toBe('token-1')
})

test('a renewal whose answer is lost is asked for once more, within the time that the old cookie is good for', async () => {
  let lost = 0
  const api = await anApi({ lose: () => (lost += 1) === 1 })
  api.expire()
  const tab = aTab(signedInStorage('token-1'))
  await expect(aClient(tab, api.url).read()).resolves.toEqual({ data: 'secret' })
  expect([api.refreshes(), tab.get()?.token]).toEqual([2, 'token-7'])
})

test('a server that is away is asked for a renewal twice, and the session stays', async () => {
  const api = await anApi({ lose: () => true })
  api.expire()
  const tab = aTab(signedInStorage('token-1'))
  await expect(aClient(tab, api.url).read()).rejects.toMatchObject({ code: 'OFFLINE' })
  expect([api.refreshes(), tab.get()?.token]).toEqual([2, 'token-1'])
})

test('a visitor gets the 401 without an attempt to renew', async () => {
  const api = await anApi()
  await expect(aClient(aTab(aStorage()), api.url).read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(api.refreshes()).toBe(0)
})

test('signing out while the server renews stays signed out', async () => {
  const storage = signedInStorage('token-1')
  const api = await anApi({
    refresh: () => {
      storage.clear()
      return { status: 200, body: { token: 'token-9' } }
    },
  })
  api.expire()
  await expect(aClient(aTab(storage), api.url).read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(storage.length).toBe(0)
})

test('an old request’s 401 does not end the session of the person who signed in meanwhile', async () => {
  const storage = signedInStorage('token-1')
  const tab = aTab(storage)
  const api = await anApi({
    refresh: () => {
      tab.set(aSession('somebody else'))
      return { status: 401, body: {} }
    },
  })
  api.expire()
  await expect(aClient(tab, api.url).read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(tab.get()?.token).toBe('somebody else')
})
