import { expect, onTestFinished, test, vi } from 'vitest'
import type { QueuedQuote, SendResult } from './queued-quote.ts'
import { evenEarly, setUp } from './testing/outbox.ts'
import { aNewQuote, away, sentAs } from './testing/quotes.ts'

const byTheClock = { evenEarly: false }

test('a quote leaves the outbox only when the server acknowledged it, and its reference stays', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  expect(await outbox.all()).toMatchObject([{ id: 'a', state: 'waiting', attempts: 0 }])
  await outbox.flush(async () => sentAs('KB-7QX2MD'), evenEarly)
  expect(await outbox.all()).toEqual([])
  expect(await outbox.receipt('a')).toMatchObject({ reference: 'KB-7QX2MD' })
  expect(await outbox.latestReceipt()).toMatchObject({ id: 'a' })
})

test('the flush sends oldest first and stops at the first sign that the server is away', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('b'))
  await outbox.save(aNewQuote('a'))
  const tried: string[] = []
  await outbox.flush(async ({ id }) => (tried.push(id), away), evenEarly)
  expect(tried).toEqual(['b'])
  expect(await outbox.all()).toHaveLength(2)
})

test('a quote that the server cannot take keeps the others from nothing', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.save(aNewQuote('b'))
  const results: Record<string, SendResult> = { a: { kind: 'failed' }, b: sentAs('KB-222222') }
  await outbox.flush(async ({ id }) => results[id] ?? away, evenEarly)
  expect(await outbox.all()).toMatchObject([{ id: 'a', state: 'waiting', attempts: 1 }])
})

test('a rejected quote is kept with what is wrong, and not sent again', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const errors = { email: ['Enter an email'] }
  await outbox.flush(async () => ({ kind: 'refused', message: 'Please check.', errors }), evenEarly)
  let sends = 0
  await outbox.flush(async () => ((sends += 1), sentAs('KB-333333')), evenEarly)
  expect(sends).toBe(0)
  expect(await outbox.all()).toMatchObject([{ state: 'refused', message: 'Please check.', errors }])
})

test('the clock waits out the back-off and what the server asked for; a person does not have to', async () => {
  const { outbox, clock } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => ({ kind: 'away', retryAfterSeconds: 60 }), evenEarly)
  const tries: string[] = []
  const send = async ({ id }: QueuedQuote) => (tries.push(id), away)
  clock.now += 30_000
  await outbox.flush(send, byTheClock)
  expect(tries).toEqual([])
  clock.now += 31_000
  await outbox.flush(send, byTheClock)
  await outbox.flush(send, evenEarly)
  expect(tries).toEqual(['a', 'a'])
})

test('the wait for an absent server grows for all quotes together, and begins anew after an answer', async () => {
  const { outbox, clock } = setUp()
  for (const id of ['a', 'b', 'c']) await outbox.save(aNewQuote(id))
  const waitOf = async () => ((await outbox.nextTryAt()) ?? 0) - clock.now
  for (const shortest of [4_000, 8_000, 10_000]) {
    await outbox.flush(async () => away, evenEarly)
    expect(await waitOf()).toBeGreaterThanOrEqual(shortest - 10)
    expect(await waitOf()).toBeLessThan(shortest * 1.51)
  }
  await outbox.flush(async ({ id }) => (id === 'a' ? sentAs('KB-777777') : away), evenEarly)
  expect(await waitOf()).toBeLessThan(6_001)
})

test('the clock waits for 15 seconds at most, and yet for as long as the server asks', async () => {
  const { outbox, clock } = setUp()
  await outbox.save(aNewQuote('a'))
  const waitOf = async () => ((await outbox.nextTryAt()) ?? 0) - clock.now
  for (const result of [away, { kind: 'failed' } as const]) {
    for (let tries = 0; tries < 8; tries += 1) await outbox.flush(async () => result, evenEarly)
    expect(await waitOf()).toBeLessThanOrEqual(15_000)
    expect(await waitOf()).toBeGreaterThan(9_900)
  }
  clock.now += 15_000
  const tries: string[] = []
  await outbox.flush(async ({ id }) => (tries.push(id), { kind: 'away', retryAfterSeconds: 60 }), byTheClock)
  expect(tries).toEqual(['a'])
  expect(await waitOf()).toBeGreaterThan(59_900)
})

test('by the clock, the first that the server takes is followed by all others, oldest first, even one that was to wait', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  for (let tries = 0; tries < 4; tries += 1) await outbox.flush(async () => ({ kind: 'failed' }), evenEarly)
  await outbox.save(aNewQuote('b'))
  await outbox.save(aNewQuote('c'))
  const tried: string[] = []
  await outbox.flush(async ({ id }) => (tried.push(id), sentAs(`KB-${id}`)), byTheClock)
  expect(tried).toEqual(['b', 'a', 'c'])
  expect(await outbox.nextTryAt()).toBeNull()
})

test('fifty quotes are sent to a server that comes and goes each second, once each', async () => {
  let spread = 0 // the waits differ as they do by chance, and are the same in each run
  const random = vi.spyOn(Math, 'random').mockImplementation(() => (spread = (spread + 0.618) % 1))
  onTestFinished(() => random.mockRestore())
  const { outbox, clock } = setUp()
  const ids = Array.from({ length: 50 }, (_, index) => `quote-${index}`)
  for (const id of ids) await outbox.save(aNewQuote(id))
  const begin = clock.now
  const taken: string[] = []
  const send = async ({ id }: QueuedQuote) => {
    clock.now += 60 // the time of one request: a second has room for sixteen
    if (Math.floor(clock.now / 1_000) % 2 === 1) return away
    taken.push(id)
    return sentAs(`KB-${id}`)
  }
  for (let at = await outbox.nextTryAt(); at !== null; at = await outbox.nextTryAt()) {
    clock.now = Math.max(clock.now, at)
    await outbox.flush(send, byTheClock)
  }
  expect(taken).toEqual(ids)
  expect(clock.now - begin).toBeLessThan(4 * 60_000)
})

test('what was discarded while it was under way does not come back', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async (quote) => (await outbox.discard(quote), away), evenEarly)
  expect(await outbox.all()).toEqual([])
})

test('one quote is discarded alone, also one that the server rejected, and the others are sent', async () => {
  const { outbox } = setUp()
  for (const id of ['a', 'b', 'c', 'd']) await outbox.save(aNewQuote(id))
  const rejected: SendResult = { kind: 'refused', message: 'Please check.', errors: {} }
  await outbox.flush(async ({ id }) => (id === 'b' ? rejected : { kind: 'failed' }), evenEarly)
  for (const quote of await outbox.all()) if (['b', 'c'].includes(quote.id)) await outbox.discard(quote)
  expect(await outbox.all()).toMatchObject([{ id: 'a' }, { id: 'd' }])
  const sent: string[] = []
  await outbox.flush(async ({ id }) => (sent.push(id), sentAs(`KB-${id}`)), evenEarly)
  expect(sent).toEqual(['a', 'd'])
})

test('what was edited after it was shown is not discarded with what was shown', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const [shown] = await outbox.all()
  await outbox.save({ ...aNewQuote('a', { email: 'right@example.com' }), replaces: true })
  if (shown) await outbox.discard(shown)
  expect(await outbox.all()).toMatchObject([{ id: 'a', body: { email: 'right@example.com' } }])
})

test('the five newest receipts stay, and they hold no answers', async () => {
  const { outbox } = setUp()
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const id of ids) {
    await outbox.save(aNewQuote(id))
    await outbox.flush(async () => sentAs(`KB-${id}`), evenEarly)
  }
  const receipts = await Promise.all(ids.map((id) => outbox.receipt(id)))
  expect(receipts.map((receipt) => receipt?.reference)).toEqual([
    undefined,
    undefined,
    'KB-c',
    'KB-d',
    'KB-e',
    'KB-f',
    'KB-g',
  ])
  expect(JSON.stringify(receipts).toLowerCase()).not.toContain('aoife')
})

test('every change is announced', async () => {
  const { outbox, changes } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => away, evenEarly)
  for (const quote of await outbox.all()) await outbox.discard(quote)
  expect(changes()).toBe(3)
})
