import { expect, test } from 'vitest'
import { sendPrice } from './send-price.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  sendPrice('/leads/x/price', { id: 'an-id', kind: 'fixed' }, async () => Response.json(body, { status, headers }))
const later = { kind: 'away', retryAfterSeconds: null }

test('only the server’s own word for this price counts as received', async () => {
  expect(await answer(200, { data: { id: 'an-id' } })).toEqual({ kind: 'received' })
  expect(await answer(200, { data: { id: 'another' } })).toEqual(later)
  expect(await answer(200, {})).toEqual(later)
  const signIn = async () => new Response('<h1>Free Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })
  expect(await sendPrice('/leads/x/price', { id: 'an-id' }, signIn)).toEqual(later)
  expect(await sendPrice('/leads/x/price', { id: 'an-id' }, () => Promise.reject(new TypeError('no network')))).toEqual(
    later,
  )
})

test.each([400, 404, 409, 410, 413, 415, 422])('%i in the server’s words is final', async (status) => {
  const errors = { kind: ['Say whether'] }
  const refused = { kind: 'refused', message: 'Please check', errors }
  expect(await answer(status, { message: 'Please check', errors })).toEqual(refused)
  expect(await answer(status, {})).toEqual(later)
})

test.each([401, 403, 429, 500, 502, 503])('%i means later', async (status) => {
  expect(await answer(status, { message: 'No' })).toEqual(later)
  expect(await answer(status, { message: 'No' }, { 'retry-after': '7' })).toEqual({
    kind: 'away',
    retryAfterSeconds: 7,
  })
})
