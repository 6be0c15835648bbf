import { expect, test } from 'vitest'
import type { QueuedQuote } from './queued-quote.ts'
import { evenEarly, setUp } from './testing/outbox.ts'
import { aNewQuote, sentAs } from './testing/quotes.ts'

const anotherId = /^[\da-f]{8}$/

test('saving the same answers again keeps one entry under one id', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  expect(await outbox.save(aNewQuote('a'))).toBe('a')
  expect(await outbox.all()).toHaveLength(1)
})

test('a second tab with the same draft but other answers gets an id of its own', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const id = await outbox.save(aNewQuote('a', { propertyType: 'Detached house' }))
  expect(id).toMatch(anotherId)
  expect(await outbox.all()).toMatchObject([{ id: 'a' }, { id, body: { submission_id: id } }])
})

test('other answers under an id that was acknowledged are a new request; the same ones are not', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => sentAs('KB-444444'), evenEarly)
  expect(await outbox.save(aNewQuote('a'))).toBe('a')
  expect(await outbox.save(aNewQuote('a', { email: 'other@example.com' }))).toMatch(anotherId)
})

test('an edited quote takes the place of the queued one and is sent under its id', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => ({ kind: 'refused', message: 'No', errors: {} }), evenEarly)
  await outbox.save({ ...aNewQuote('a', { email: 'right@example.com' }), replaces: true })
  expect(await outbox.all()).toMatchObject([
    { id: 'a', state: 'waiting', message: null, body: { email: 'right@example.com' } },
  ])
})

test('answers whose id was used before stay, are not tried again by themselves, and go on under a new id when asked', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => ({ kind: 'sent-before' }), evenEarly)
  const sent: string[] = []
  const send = async ({ id }: QueuedQuote) => (sent.push(id), sentAs('KB-666666'))
  await outbox.flush(send, evenEarly)
  expect([sent, await outbox.all()]).toMatchObject([[], [{ id: 'a', state: 'sent-before' }]])

  await outbox.saveAgain('a')
  const id = (await outbox.all())[0]?.id ?? ''
  expect(id).toMatch(anotherId)
  expect(await outbox.all()).toMatchObject([{ id, state: 'waiting', body: { submission_id: id } }])
  await outbox.saveAgain(id)
  await outbox.flush(send, evenEarly)
  expect([sent, await outbox.all()]).toEqual([[id], []])
})

test('an edit of answers whose id was used before takes their place under a new id', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  await outbox.flush(async () => ({ kind: 'sent-before' }), evenEarly)
  await outbox.save({ ...aNewQuote('a', { email: 'new@example.com' }), replaces: true })
  expect(await outbox.all()).toMatchObject([
    { id: expect.stringMatching(anotherId), state: 'waiting', body: { email: 'new@example.com' } },
  ])
})

test('what was edited while the old answers were under way is sent as a request of its own', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const sent: unknown[] = []
  const send = async ({ id, body }: QueuedQuote) => {
    sent.push([id, body.email])
    if (id === 'a') await outbox.save({ ...aNewQuote('a', { email: 'new@example.com' }), replaces: true })
    return sentAs('KB-555555')
  }
  await outbox.flush(send, evenEarly)
  expect(sent).toEqual([
    ['a', 'aoife@example.com'],
    [expect.stringMatching(anotherId), 'new@example.com'],
  ])
})

test('other answers saved again under an id that was used, after the page was closed in the middle, are one request', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const sent = new Set<string>()
  const send = async ({ id }: QueuedQuote) => (sent.add(id), sentAs('KB-999999'))
  await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  await outbox.flush(send, evenEarly)
  await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  await outbox.flush(send, evenEarly)
  expect([sent.size, await outbox.all()]).toEqual([2, []])
})

test('the same answers saved again by a second tab while they were under way are sent once', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const sent: string[] = []
  const send = async ({ id }: QueuedQuote) => {
    sent.push(id)
    await outbox.save(aNewQuote('a'))
    return sentAs('KB-888888')
  }
  await outbox.flush(send, evenEarly)
  expect([sent, await outbox.all()]).toEqual([['a'], []])
})

test('answers that wait under an id of their own, saved again after the first ones were discarded, are one request', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const [first] = await outbox.all()
  const id = await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  if (first) await outbox.discard(first)
  expect(await outbox.save(aNewQuote('a', { email: 'other@example.com' }))).toBe(id)
  expect(await outbox.all()).toMatchObject([{ id }])
})

test('an edit into answers that wait under an id of their own leaves one request', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const id = await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  await outbox.save({ ...aNewQuote('a', { email: 'other@example.com' }), replaces: true })
  expect(await outbox.all()).toMatchObject([{ id, body: { email: 'other@example.com' } }])
})

test('an edit into answers that wait already leaves what another tab has made of the edited ones meanwhile', async () => {
  const { outbox } = setUp()
  await outbox.save(aNewQuote('a'))
  const id = await outbox.save(aNewQuote('a', { email: 'other@example.com' }))
  const { quotes } = outbox.store
  const put = quotes.put
  quotes.put = async (quote) => {
    quotes.put = put
    await outbox.save({ ...aNewQuote('a', { email: 'third@example.com' }), replaces: true })
    await put(quote)
  }
  await outbox.save({ ...aNewQuote('a', { email: 'other@example.com' }), replaces: true })
  expect((await outbox.all()).map((quote) => [quote.id, quote.body.email])).toEqual(
    expect.arrayContaining([
      ['a', 'third@example.com'],
      [id, 'other@example.com'],
    ]),
  )
})
