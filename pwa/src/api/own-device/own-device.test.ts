import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../session.ts'
import { aSession, aStorage, aTab } from '../testing/fake-session.ts'
import { createOwnDevice } from './own-device.ts'

const ofManager = (token = 't'): Session => ({ ...aSession(token), user: { ...aSession(token).user, role: 2 } })

/** A browser in which Ada has signed in on her own device. `erased`: how often what is kept was deleted. */
function anOwnDevice({ isOwn = true } = {}) {
  const storage = aStorage()
  const sessions = aTab(storage)
  const seen = { erased: 0, changed: 0 }
  const erase = async () => void (seen.erased += 1)
  const start = () => {
    const device = createOwnDevice({ sessions, storage: () => storage, erase })
    onTestFinished(device.start())
    onTestFinished(device.subscribe(() => void (seen.changed += 1)))
    return device
  }
  const device = start()
  device.choose(ofManager().user, isOwn)
  sessions.set(ofManager())
  seen.erased = 0
  return { device, sessions, seen, start }
}

test('who ticks it at sign-in may keep copies, also after the app was closed', () => {
  const { device, seen, start } = anOwnDevice()
  expect([device.isChosen(), start().isChosen(), seen.erased]).toEqual([true, true, 0])
  expect(seen.changed).toBeGreaterThan(0)
})

test('without the tick nothing is kept, and what was is deleted', () => {
  const { device, seen, start } = anOwnDevice({ isOwn: false })
  start()
  expect([device.isChosen(), seen.erased]).toEqual([false, 1])
})

test.each<[string, (session: ReturnType<typeof aTab>) => void]>([
  ['a log-out', (session) => session.clear('person')],
  ['a 401', (session) => session.clear('server')],
  ['another role of the same person', (session) => session.set(aSession('renewed'))],
  ['another person', (session) => session.set({ token: 'x', user: { ...ofManager().user, id: 'u2' } })],
])('%s deletes what is kept and ends the choice', async (_, end) => {
  const { device, sessions, seen } = anOwnDevice()
  end(sessions)
  expect([device.isChosen(), seen.erased]).toEqual([false, 1])
  sessions.set(ofManager('again'))
  expect(device.isChosen()).toBe(false)
})

test('a renewed session of the same person and role leaves everything', () => {
  const { device, sessions, seen } = anOwnDevice()
  sessions.set(ofManager('renewed'))
  expect([device.isChosen(), seen.erased]).toEqual([true, 0])
})
