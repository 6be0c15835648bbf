import { expect, test } from 'vitest'
import { evenEarly, setUp as setUpOutbox } from '../outbox/testing/outbox.ts'
import { aNewQuote } from '../outbox/testing/quotes.ts'
import { createPhotoOutbox } from './photo-outbox.ts'
import type { PhotoResult } from './queued-photo.ts'

const hour = 3_600_000

function setUp() {
  const { outbox, clock } = setUpOutbox()
  let ids = 0
  const newId = () => `photo-${(ids += 1)}`
  const photos = createPhotoOutbox({ outbox, now: () => (clock.now += 1), newId, changed: () => {} })
  const sent: string[] = []
  const sending = (result: PhotoResult) => async (photo: { id: string }) => {
    sent.push(photo.id)
    return result
  }
  const add = (quoteId: string, isShared = false) =>
    photos.add({ quoteId, page: '/', bytes: new Uint8Array([1]).buffer }, isShared)
  const acknowledge = () => outbox.flush(async () => ({ kind: 'sent', reference: 'KB-222222' }), evenEarly)
  const states = async () => (await photos.all()).map(({ id, state }) => `${id} ${state}`)
  return { outbox, photos, clock, sent, sending, add, acknowledge, states }
}

test('a photo is sent once its request is, oldest first, and not again', async () => {
  const { outbox, photos, sent, sending, add, acknowledge, states } = setUp()
  await outbox.save(aNewQuote('a'))
  await add('a')
  await add('a')
  await add('of-a-form')
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect([sent, await photos.nextTryAt()]).toEqual([[], null])
  await acknowledge()
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect(sent).toEqual(['photo-1', 'photo-2'])
  expect(await states()).toEqual(['photo-1 sent', 'photo-2 sent', 'photo-3 waiting'])
  expect((await photos.all()).map(({ bytes }) => bytes.byteLength)).toEqual([0, 0, 1])
})

test('no photo is sent while another request waits', async () => {
  const { outbox, photos, sent, sending, add, acknowledge } = setUp()
  await outbox.save(aNewQuote('a'))
  await add('a')
  await acknowledge()
  await outbox.save(aNewQuote('b'))
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect(sent).toEqual([])
  await acknowledge()
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect(sent).toEqual(['photo-1'])
})

test('cut off, it waits with the connection, and the next one too; a timer keeps to that, a person need not', async () => {
  const { outbox, photos, clock, sent, sending, add, acknowledge } = setUp()
  await outbox.save(aNewQuote('a'))
  await add('a')
  await add('a')
  await acknowledge()
  await photos.flush(sending({ kind: 'away', retryAfterSeconds: 60 }), evenEarly)
  await photos.flush(sending({ kind: 'sent' }), { evenEarly: false })
  expect(sent).toEqual(['photo-1'])
  expect(await photos.nextTryAt()).toBeGreaterThan(clock.now + 50_000)
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect([sent, await photos.nextTryAt()]).toEqual([['photo-1', 'photo-1', 'photo-2'], null])
})

test('one that the server cannot take is tried again within 15 seconds', async () => {
  const { outbox, photos, clock, sent, sending, add, acknowledge } = setUp()
  await outbox.save(aNewQuote('a'))
  await add('a')
  await acknowledge()
  for (let tries = 0; tries < 8; tries += 1) await photos.flush(sending({ kind: 'failed' }), evenEarly)
  await photos.flush(sending({ kind: 'sent' }), { evenEarly: false })
  expect(sent).toHaveLength(8)
  clock.now += 15_000
  await photos.flush(sending({ kind: 'sent' }), { evenEarly: false })
  expect(sent).toHaveLength(9)
})

test('one that the server rejects goes, and says why for a day', async () => {
  const { outbox, photos, clock, sending, add, acknowledge } = setUp()
  await outbox.save(aNewQuote('a'))
  await add('a')
  await acknowledge()
  await photos.flush(sending({ kind: 'rejected', message: 'No photo' }), evenEarly)
  expect(await photos.all()).toMatchObject([{ state: 'rejected', message: 'No photo', bytes: { byteLength: 0 } }])
  clock.now += 25 * hour
  await photos.flush(sending({ kind: 'sent' }), evenEarly)
  expect(await photos.all()).toEqual([])
})

test('one that the server rejects costs neither the photos after it nor the requests', async () => {
  const { outbox, photos, sent, add, acknowledge, states } = setUp()
  await outbox.save(aNewQuote('a'))
  for (let count = 0; count < 3; count += 1) await add('a')
  await acknowledge()
  const rejectsSecond = async ({ id }: { id: string }): Promise<PhotoResult> => {
    sent.push(id)
    return id === 'photo-2' ? { kind: 'rejected', message: 'No photo' } : { kind: 'sent' }
  }
  await photos.flush(rejectsSecond, evenEarly)
  expect(sent).toEqual(['photo-1', 'photo-2', 'photo-3'])
  expect(await states()).toEqual(['photo-1 sent', 'photo-2 rejected', 'photo-3 sent'])
  expect(await outbox.receipt('a')).toMatchObject({ reference: 'KB-222222' })
  await outbox.save(aNewQuote('b'))
  await acknowledge()
  expect(await outbox.receipt('b')).toMatchObject({ reference: 'KB-222222' })
})

test('photos follow their request to another id, and are forgotten with it or with their form', async () => {
  const { outbox, photos, clock, add, acknowledge } = setUp()
  await outbox.save(aNewQuote('a'))
  await acknowledge()
  await add('a')
  // A second job from a form left open: the first one is sent already.
  const other = { ...aNewQuote('a'), answers: [{ name: 'email', label: 'Email', value: 'other@example.com' }] }
  const id = await outbox.save(other)
  expect(await photos.all()).toMatchObject([{ quoteId: id }])
  await add('of-a-form')
  clock.now += hour
  await photos.removeForgotten(async () => ({ submissionId: 'of-a-form' }))
  expect((await photos.all()).map(({ quoteId }) => quoteId)).toEqual([id, 'of-a-form'])
  for (const quote of await outbox.all()) await outbox.discard(quote)
  await photos.removeForgotten(async () => null)
  expect(await photos.all()).toEqual([])
})

test('of a device that others use nothing is written, and what was goes', async () => {
  const { outbox, photos, add } = setUp()
  await add('a')
  await photos.keepNone('a')
  await add('a', true)
  expect([await outbox.store.photos.all(), (await photos.all()).length, photos.isUnwritten()]).toEqual([[], 2, true])
})
