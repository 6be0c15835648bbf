import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'
import { createFlushOnce } from './flush-once.ts'

test('without locks of the browser one flush follows the other, also after a failure', async () => {
  const flushOnce = createFlushOnce(undefined)
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

test('with locks the browser decides whose turn it is', async () => {
  const names: string[] = []
  const locks = {
    request: async (name: string, work: () => Promise<unknown>) => {
      names.push(name)
      return work()
    },
  }
  const flushOnce = createFlushOnce(locks as unknown as LockManager)
  expect(await flushOnce(async () => 42)).toBe(42)
  expect(names).toEqual(['kerbside-outbox'])
})

test('the back-off doubles from five seconds and never passes six minutes', () => {
  expect([1, 2, 3].map((attempt) => backOff(attempt, 0.5))).toEqual([5_000, 10_000, 20_000])
  expect(backOff(50, 1)).toBe(360_000)
  expect(backOff(1, 0)).toBe(4_000)
})
