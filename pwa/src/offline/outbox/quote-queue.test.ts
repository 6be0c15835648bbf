import { expect, test, vi } from 'vitest'
import { inTurn } from '@kerbside/schema/operation/one-at-a-time'
import { createOutbox } from './outbox.ts'
import { createQuoteQueue } from './quote-queue.ts'
import type { SendResult } from './queued-quote.ts'
import { memoryStore } from './quote-store.ts'
import { aNewQuote, away, sentAs } from './testing/quotes.ts'

type Answers = (SendResult | Promise<SendResult>)[] | { shift: () => Promise<SendResult> }

function setUp(answers: Answers) {
  const store = memoryStore()
  const flushOnce = inTurn()
  const sent: string[] = []
  let syncs = 0
  const open = () => {
    const outbox = createOutbox({
      store,
      now: () => Date.now(),
      changed: () => void queue.refresh(),
    })
    const queue = createQuoteQueue({
      outbox,
      send: async ({ id }) => (sent.push(id), answers.shift() ?? away),
      flushOnce,
      now: () => Date.now(),
      askForBackgroundSync: () => void (syncs += 1),
      foundPhotos: () => {},
    })
    return queue
  }
  return { open, sent, syncs: () => syncs }
}

test('a quote that arrives at once is sent, and its reference known', async () => {
  const { open } = setUp([sentAs('KB-7QX2MD')])
  const queue = open()
  expect(await queue.submit(aNewQuote('a'))).toEqual({ kind: 'sent', reference: 'KB-7QX2MD' })
  await queue.refresh()
  expect(queue.snapshot()).toMatchObject({ loaded: true, quotes: [], receipt: { reference: 'KB-7QX2MD' } })
})

test('without a network it waits, and the browser is asked to wake us', async () => {
  const { open, syncs } = setUp([away])
  const queue = open()
  expect(await queue.submit(aNewQuote('a'))).toEqual({ kind: 'waiting' })
  await queue.refresh()
  expect(queue.snapshot().quotes).toMatchObject([{ id: 'a', state: 'waiting' }])
  expect(syncs()).toBe(1)
})

test('a rejected quote goes back to the open form and leaves nothing in the queue', async () => {
  const { open } = setUp([{ kind: 'refused', message: 'Please check.', errors: { email: ['Enter an email'] } }])
  const queue = open()
  expect(await queue.submit(aNewQuote('a'))).toEqual({
    kind: 'refused',
    message: 'Please check.',
    errors: { email: ['Enter an email'] },
  })
  await queue.refresh()
  expect(queue.snapshot().quotes).toEqual([])
})

test('two tabs that flush at the same time send each quote once', async () => {
  const { open, sent } = setUp([sentAs('KB-222222'), sentAs('KB-333333')])
  const [one, other] = [open(), open()]
  const submitted = await Promise.all([one.submit(aNewQuote('a')), other.sendNow(), other.sendNow(), one.sendNow()])
  expect(submitted[0]).toEqual({ kind: 'sent', reference: 'KB-222222' })
  expect(sent).toEqual(['a'])
})

test('a server that takes too long is told apart from a failure: the quote waits and goes on being sent', async () => {
  vi.useFakeTimers()
  try {
    let answer: (result: SendResult) => void = () => {}
    const { open } = setUp([new Promise((resolve) => (answer = resolve))])
    const queue = open()
    const submitted = queue.submit(aNewQuote('a'))
    await vi.advanceTimersByTimeAsync(12_500)
    expect(await submitted).toEqual({ kind: 'waiting' })
    answer(sentAs('KB-444444'))
    await vi.advanceTimersByTimeAsync(10)
    expect(queue.snapshot()).toMatchObject({ quotes: [], receipt: { reference: 'KB-444444' } })
  } finally {
    vi.useRealTimers()
  }
})

test('opening the site again sends what waits; coming back online does not wait for the clock', async () => {
  vi.useFakeTimers()
  try {
    const { open, sent } = setUp([away, away, sentAs('KB-555555')])
    await open().submit(aNewQuote('a'))
    const window = new EventTarget()
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
    const again = open()
    again.start({ window: window as unknown as Window, document: document as unknown as Document })
    await vi.advanceTimersByTimeAsync(10)
    expect(sent).toEqual(['a', 'a'])
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(10)
    expect(sent).toEqual(['a', 'a', 'a'])
    expect(again.snapshot().receipt).toMatchObject({ reference: 'KB-555555' })
  } finally {
    vi.useRealTimers()
  }
})

test('the clock alone sends it, with nobody touching anything', async () => {
  vi.useFakeTimers()
  try {
    const { open, sent } = setUp([away, away, sentAs('KB-666666')])
    const queue = open()
    queue.start({ window: new EventTarget() as unknown as Window, document: document() })
    await queue.submit(aNewQuote('a'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['a', 'a', 'a'])
    expect(queue.snapshot().quotes).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a page that somebody sees sends fifty quotes in ten minutes to a server that is away every other second', async () => {
  vi.useFakeTimers({ now: 0 })
  let spread = 0 // the waits differ as they do by chance, and are the same in each run
  vi.spyOn(Math, 'random').mockImplementation(() => (spread = (spread + 0.618) % 1))
  try {
    const tries: number[] = []
    const taken: number[] = []
    const shift = async (): Promise<SendResult> => {
      tries.push(Date.now())
      const isAway = Math.floor(Date.now() / 1_000) % 2 === 1
      await new Promise((resolve) => setTimeout(resolve, 400)) // a phone's network: a second has room for three
      if (isAway) return away
      return sentAs(`KB-${taken.push(Date.now())}`)
    }
    const { open, sent } = setUp({ shift })
    const queue = open()
    const ids = Array.from({ length: 50 }, (_, index) => `quote-${index}`)
    for (const id of ids) await queue.outbox.save(aNewQuote(id))
    queue.start({ window: new EventTarget() as unknown as Window, document: document() })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(taken).toHaveLength(50)
    expect([...new Set(sent)]).toEqual(ids)
    expect(Math.max(...tries.map((at, index) => at - (tries[index - 1] ?? 0)))).toBeLessThanOrEqual(15_400)
    expect(queue.snapshot().quotes).toEqual([])
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

test('a page that was hidden for long tries as soon as it is seen', async () => {
  vi.useFakeTimers()
  try {
    const { open, sent } = setUp([])
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    const queue = open()
    queue.start({ window: new EventTarget() as unknown as Window, document: page as unknown as Document })
    await queue.submit(aNewQuote('a'))
    await vi.advanceTimersByTimeAsync(30 * 60_000)
    const before = sent.length
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10)
    expect(sent).toHaveLength(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

const document = () => Object.assign(new EventTarget(), { visibilityState: 'hidden' }) as unknown as Document
