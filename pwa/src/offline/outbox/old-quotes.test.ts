import { expect, test } from 'vitest'
import type { QueuedQuote } from './queued-quote.ts'
import { evenEarly, setUp } from './testing/outbox.ts'
import { aNewQuote, away, sentAs } from './testing/quotes.ts'

const day = 24 * 3_600_000

test('what waited for 30 days is not sent by itself, but when the homeowner asks for it', async () => {
  const { outbox, clock } = setUp()
  await outbox.save(aNewQuote('a'))
  clock.now += 30 * day - 10
  expect(await outbox.nextTryAt()).not.toBeNull()
  clock.now += 10
  expect(await outbox.nextTryAt()).toBeNull()
  const sent: string[] = []
  const send = async ({ id }: QueuedQuote) => (sent.push(id), sentAs('KB-777777'))
  await outbox.flush(send, evenEarly)
  expect([sent, await outbox.all()]).toMatchObject([[], [{ id: 'a' }]])
  await outbox.saveAgain('a')
  await outbox.flush(send, evenEarly)
  expect([sent, await outbox.all()]).toEqual([['a'], []])
})

test('it goes a week after the homeowner was told, and never without that', async () => {
  const { outbox, clock } = setUp()
  const flush = () => outbox.flush(async () => away, evenEarly)
  await outbox.save(aNewQuote('a'))
  clock.now += 400 * day
  await flush()
  expect(await outbox.all()).toHaveLength(1)
  await outbox.offerForTheLastTime('a')
  clock.now += 7 * day - 10
  await flush()
  expect(await outbox.all()).toHaveLength(1)
  clock.now += 10
  await flush()
  expect(await outbox.all()).toEqual([])
})

test('what is sent again after its last offer has all its time before it', async () => {
  const { outbox, clock } = setUp()
  await outbox.save(aNewQuote('a'))
  clock.now += 30 * day
  await outbox.offerForTheLastTime('a')
  await outbox.saveAgain('a')
  clock.now += 30 * day
  await outbox.flush(async () => away, evenEarly)
  expect(await outbox.all()).toMatchObject([{ id: 'a' }])
})
