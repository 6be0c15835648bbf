import { expect, test, vi } from 'vitest'
import { parseSession, roleIdOf, sessionKey, toSessionUser } from './session.ts'
import { aSession, aStorage, aTab, signedInStorage } from './testing/fake-session.ts'

test('a session is restored from storage, and is the same object until it changes', () => {
  const tab = aTab(signedInStorage('one'))
  expect(tab.get()).toEqual(aSession('one'))
  expect(tab.get()).toBe(tab.get())
  tab.set(aSession('two'))
  expect(tab.get()?.token).toBe('two')
})

test.each([null, '', 'not json', '[]', '{}', '{"token":""}', '{"token":7}'])(
  'an entry without a token is no session: %s',
  (text) => expect(parseSession(text)).toBeNull(),
)

test('an entry with a token and no user is a session of an ordinary user', () => {
  expect(parseSession('{"token":"t"}')?.user.role).toBe(3)
})

test('a 401 clears all of local storage', () => {
  const storage = signedInStorage('one')
  aTab(storage).clear('server')
  expect(storage.length).toBe(0)
})

test('signing out takes the session away, nothing else, and notifies this tab', () => {
  const storage = signedInStorage('one')
  const tab = aTab(storage)
  const notified = vi.fn()
  tab.subscribe(notified)
  expect(tab.get()).not.toBeNull()
  tab.clear('person')
  expect([storage.getItem(sessionKey), storage.length]).toEqual([null, 1])
  expect(tab.get()).toBeNull()
  expect(notified).toHaveBeenCalledOnce()
  expect(tab.endedBy()).toBe('person')
  tab.set(aSession('two'))
  expect([tab.get()?.token, tab.endedBy()]).toEqual(['two', null])
})

test('another tab that signs out is noticed, until nobody listens', () => {
  const storage = signedInStorage('one')
  const events = new EventTarget()
  const tab = aTab(storage, events)
  const notified = vi.fn()
  const stop = tab.subscribe(notified)
  expect(tab.get()).not.toBeNull()
  storage.removeItem(sessionKey)
  events.dispatchEvent(Object.assign(new Event('storage'), { key: sessionKey }))
  expect(notified).toHaveBeenCalledOnce()
  expect(tab.get()).toBeNull()
  expect(tab.endedBy()).toBe('server')
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'another entry' }))
  expect(notified).toHaveBeenCalledOnce()
  stop()
  events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(notified).toHaveBeenCalledOnce()
})

test.each([
  [1, 1],
  ['1', 1],
  ['admin', 1],
  ['MANAGER', 2],
  [2, 2],
  [3, 3],
  [99, 3],
  ['owner', 3],
  [undefined, 3],
  [null, 3],
  ['constructor', 3],
])('the role %j is role id %d', (value, id) => expect(roleIdOf(value)).toBe(id))

test('role_id wins over role', () => {
  expect(toSessionUser({ id: 7, email: 'a@b.example', name: 'A', role_id: 2, role: 'admin' })).toEqual({
    id: '7',
    email: 'a@b.example',
    name: 'A',
    role: 2,
  })
})

test('an empty storage is a visitor', () => expect(aTab(aStorage()).get()).toBeNull())

test('a 401 without a session, as for a wrong password, ends none', () => {
  const tab = aTab(aStorage({ another: 'entry' }))
  tab.clear('server')
  expect(tab.endedBy()).toBeNull()
})
