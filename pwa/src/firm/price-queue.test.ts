import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { underLock } from '@kerbside/schema/operation/one-at-a-time'
import { forgetOld, openDraftStore } from './draft-store.ts'
import { createPriceQueue } from './price-queue.ts'
import type { Sent } from './send-price.ts'

const fields = { id: 'an-id', 'lines.3.text': 'Paving', 'lines.3.unitPrice': '80' }
const later: Sent = { kind: 'away', retryAfterSeconds: null }

/** A page with the form: what it sent, and what it showed. `answers` are those of the server, the last one for ever. */
function page(answers: Sent[], store = openDraftStore(crypto.randomUUID())) {
  const clock = { now: 1_000_000 }
  const sent: Record<string, string>[] = []
  const shown: string[] = []
  const queue = createPriceQueue({
    key: 'a-link',
    store,
    async send(price) {
      expect(await store.get('a-link')).toMatchObject({ state: 'waiting' })
      sent.push(price)
      return answers.length > 1 ? (answers.shift() ?? later) : (answers[0] ?? later)
    },
    oneSender: underLock('price', undefined),
    now: () => clock.now,
    show: (state) => void shown.push(state),
    refused: ({ message }) => void shown.push(message),
  })
  return { queue, store, sent, shown, clock }
}

test('a price is saved before it is sent, and forgotten only once the server has it', async () => {
  const { queue, store, sent, shown } = page([later, { kind: 'received' }])
  await queue.submit(fields)
  expect(await store.get('a-link')).toMatchObject({ state: 'waiting', attempts: 1 })
  await queue.flush({ evenEarly: true })
  expect(await store.get('a-link')).toBeUndefined()
  expect(sent).toEqual(Array(2).fill({ id: 'an-id', ...row('0') }))
  expect(shown).toEqual(['waiting', 'sending', 'waiting', 'sending', 'received'])
})

const row = (place: string) => ({
  [`lines.${place}.text`]: 'Paving',
  [`lines.${place}.unitPrice`]: '80',
  ...Object.fromEntries(
    ['quantity', 'unit', 'rate', 'rateReason', 'isProvisional'].map((part) => [`lines.${place}.${part}`, '']),
  ),
})

test('the clock tries again after 15 seconds at most, and not before the back-off is over', async () => {
  const { queue, store, sent, clock } = page([later])
  await queue.submit(fields)
  await queue.flush({ evenEarly: false })
  expect(sent).toHaveLength(1)
  for (let attempt = 0; attempt < 8; attempt++) {
    clock.now += 15_000
    await queue.flush({ evenEarly: false })
  }
  expect(sent).toHaveLength(9)
  await store.remove('a-link')
})

test('two tabs that send at once send it once', async () => {
  const { queue, sent } = page([{ kind: 'received' }])
  await Promise.all([queue.submit(fields), queue.flush({ evenEarly: true }), queue.flush({ evenEarly: true })])
  expect(sent).toHaveLength(1)
})

test('what the server refuses is typed again, and is not tried by itself', async () => {
  const { queue, store, sent, shown } = page([{ kind: 'refused', message: 'Please check', errors: {} }])
  await queue.submit(fields)
  await queue.flush({ evenEarly: true })
  expect(sent).toHaveLength(1)
  expect(await store.get('a-link')).toMatchObject({ state: 'typed' })
  expect(shown.at(-1)).toBe('Please check')
})

test('what was typed is there after the page was closed, and is forgotten after two months', async () => {
  const { queue, store } = page([later])
  await queue.keep(fields)
  expect((await page([later], store).queue.draft())?.fields).toEqual(fields)
  await forgetOld(store, 1_000_000 + 59 * 86_400_000)
  expect(await store.all()).toHaveLength(1)
  await forgetOld(store, 1_000_000 + 61 * 86_400_000)
  expect(await store.all()).toEqual([])
})
