import { expect, test } from 'vitest'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { backOff } from './outbox/connection.ts'

test('without locks of the browser one flush follows the other, also after a failure', async () => {
  const flushOnce = underLock('outbox', undefined)
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    seen.push(`${name} ends`)
    if (name === 'a') throw new Error('broken')
  }
  const [first] = await Promise.allSettled([flushOnce(work('a')), flushOnce(work('b'))])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(first.status).toBe('rejected')
})

type Work = () => Promise<unknown>

/** The browser's locks, as far as they matter here: exclusive unless they are asked for otherwise. */
function locksFixture(): LockManager {
  const queues = new Map<string, Promise<unknown>>()
  const request = (name: string, options: LockOptions | Work, work?: Work) => {
    const mine = typeof options === 'function' ? options : work
    if (!mine) throw new TypeError('nothing to do under the lock')
    const { mode = 'exclusive', ifAvailable = false }: LockOptions = typeof options === 'function' ? {} : options
    if (mode === 'shared' || ifAvailable) return mine()
    const turn = (queues.get(name) ?? Promise.resolve()).then(mine)
    queues.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  }
  return { request } as unknown as LockManager
}

test('under the browser’s lock tabs that know nothing of each other flush one after the other', async () => {
  const locks = locksFixture()
  const [tab, other] = [underLock('outbox', locks), underLock('outbox', locks)]
  const seen: string[] = []
  let finish: () => void = () => {}
  const first = tab(async () => {
    seen.push('tab begins')
    await new Promise<void>((resolve) => (finish = resolve))
    seen.push('tab ends')
    return 42
  })
  const second = other(async () => void seen.push('other begins'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(seen).toEqual(['tab begins'])
  finish()
  expect(await first).toBe(42)
  await second
  expect(seen).toEqual(['tab begins', 'tab ends', 'other begins'])
})

test('the back-off doubles from five seconds and never passes six minutes', () => {
  expect([1, 2, 3].map((attempt) => backOff(attempt, 0.5))).toEqual([5_000, 10_000, 12_500])
  expect(backOff(50, 1)).toBe(15_000)
  expect(backOff(1, 0)).toBe(4_000)
})

test('a lock that is never granted holds nothing up for ever', async () => {
  const silent = { request: () => new Promise(() => {}) } as unknown as LockManager
  const flushOnce = underLock('outbox', silent)
  expect(await flushOnce(async () => 1)).toBe(1)
  expect(await flushOnce(async () => 2)).toBe(2)
})

test('work that has begun under the lock is done once, however long it takes', async () => {
  let runs = 0
  const locks = locksFixture()
  const flushOnce = underLock('outbox', locks)
  const work = async () => {
    runs += 1
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    return runs
  }
  expect(await flushOnce(work)).toBe(1)
})

test('locks that fail are done without', async () => {
  const failing = { request: () => Promise.reject(new DOMException('No', 'NotAllowedError')) } as unknown as LockManager
  expect(await underLock('outbox', failing)(async () => 1)).toBe(1)
})
