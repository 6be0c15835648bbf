import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leased } from './lease.ts'
import { inTurn } from '@kerbside/schema/operation/one-at-a-time'

/** Tabs of one browser, with one clock, that write down when they begin and end. */
function tabs(clock = { now: 1_000_000 }) {
  const name = crypto.randomUUID()
  const seen: string[] = []
  const open = (tab: string, now = () => clock.now) => {
    const once = leased(name, inTurn(), now)
    return (ms = 20) =>
      once(async () => {
        seen.push(`${tab} begins`)
        await sleep(ms)
        seen.push(`${tab} ends`)
      })
  }
  return { open, seen, clock }
}

test('tabs that know nothing of each other work one after the other', async () => {
  const { open, seen } = tabs()
  const [a, b] = [open('a'), open('b')]
  const first = a(60)
  await sleep(20)
  await Promise.all([first, b()])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('the same tab works one after the other, also after a failure', async () => {
  const name = crypto.randomUUID()
  const once = leased(name, inTurn())
  const first = once(async () => {
    await sleep(10)
    throw new Error('broken')
  })
  const second = once(async () => 'done')
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('done')
})

test('the lease of a tab that was closed in the middle ends by itself, and no sooner', async () => {
  const { open, seen, clock } = tabs()
  void open('closed')(10 * 60_000)
  await sleep(20)
  const waiting = open('next')()
  await sleep(700)
  expect(seen).toEqual(['closed begins'])
  clock.now += 16_000
  await waiting
  expect(seen).toEqual(['closed begins', 'next begins', 'next ends'])
})

test('a lease from before the clock was set back holds nobody up', async () => {
  const { open, seen, clock } = tabs()
  void open('before')(10 * 60_000)
  await sleep(20)
  clock.now -= 86_400_000
  await open('after')()
  expect(seen).toEqual(['before begins', 'after begins', 'after ends'])
})
