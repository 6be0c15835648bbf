import { expect, test } from 'vitest'
import { restCall } from './rest.ts'
import { aServer } from './testing/fake-session.ts'

test('an error carries its code, its message, every wrong field and the wait', async () => {
  const { url } = await aServer(() => ({
    status: 422,
    body: { message: 'Please check the highlighted fields.', errors: { email: ['Taken.'], name: ['Too long.'] } },
  }))
  await expect(restCall('/x', { base: url })).rejects.toMatchObject({
    code: 'INVALID',
    message: 'Please check the highlighted fields.',
    fields: { email: ['Taken.'], name: ['Too long.'] },
  })
})

test('a rate limit carries how long to wait', async () => {
  const { url } = await aServer(() => ({
    status: 429,
    body: { message: 'Slow down.' },
    headers: { 'retry-after': '90' },
  }))
  await expect(restCall('/x', { base: url })).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 90 })
})

test('an answer that is no JSON is never shown as a success', async () => {
  const { url } = await aServer(() => ({ status: 200, body: '<html>' }))
  await expect(restCall('/x', { base: url })).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('a proxy’s error page keeps its status', async () => {
  const { url } = await aServer(() => ({ status: 503, body: '<html>' }))
  await expect(restCall('/x', { base: url })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('nobody answers: offline', async () => {
  await expect(restCall('/x', { base: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'OFFLINE' })
})

test('an empty answer is null', async () => {
  const { url } = await aServer(() => ({ status: 204 }))
  await expect(restCall('/x', { method: 'DELETE', base: url })).resolves.toBeNull()
})
