// @vitest-environment jsdom
import { defaultHome } from '@kerbside/schema/pages/defaults/default-home'
import { useEffect, useReducer } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../api/session.ts'
import type { SendResult } from '../../offline/outbox/queued-quote.ts'
import {
  aQueue,
  control,
  fillIn,
  goodAnswers,
  mount,
  press,
  showForm,
  text,
  type,
  untouched,
} from '../testing/quote-form.tsx'
import { drafts } from './draft.ts'
import { QuoteForm } from './quote-form.tsx'

const { submitText } = defaultHome.quoteForm.labels
const sent: SendResult = { kind: 'sent', reference: 'KB-7QX2MD' }
beforeEach(async () => {
  await drafts.erase('/')
  sessionStorage.clear()
})

test('a clock that is set back while the form is open does not show in the time it took', async () => {
  const { queue, sent: bodies } = aQueue(sent)
  await showForm({ queue })
  await fillIn()
  vi.setSystemTime(Date.now() - 3_600_000)
  try {
    await press(submitText)
  } finally {
    vi.useRealTimers()
  }
  const elapsed = Number(bodies[0]?.body['elapsed_ms'])
  expect(elapsed).toBeGreaterThan(0)
  expect(elapsed).toBeLessThan(600_000)
})

test.each([
  [{ shownMs: 45_000 }, [expect.any(Number), true]],
  [{ shownMs: null }, [undefined, false]],
])('the time before a reload counts, as far as it was measured: %j', async (kept, expected) => {
  await drafts.write('/', { submissionId: crypto.randomUUID(), answers: goodAnswers, ...kept })
  const { queue, sent: bodies } = aQueue(sent)
  await showForm({ queue })
  await press(submitText)
  const elapsed = bodies[0]?.body['elapsed_ms']
  expect([elapsed, Number(elapsed) >= 45_000]).toEqual(expected)
})

test('a reload brings back what was typed, under the same id', async () => {
  const { queue, sent: requests } = aQueue(sent)
  await showForm({ queue })
  await fillIn()
  const before = await drafts.read('/')
  await showForm({ queue })
  expect(control('email').value).toBe('aoife@example.com')
  await press(submitText)
  expect(requests[0]?.id).toBe(before?.submissionId)
})

test('what was typed before React came is stored though the page is left before the draft was read', async () => {
  const form = { content: defaultHome.quoteForm, page: '/', formVersion: 7, form: untouched, onStored: () => {} }
  function LeftAtOnce() {
    const [isLeft, leave] = useReducer(() => true, false)
    useEffect(leave, [leave])
    return !isLeft && <QuoteForm {...form} />
  }
  await mount(<LeftAtOnce />, aQueue().queue, () => {
    control('first_name').value = 'Aoife'
  })
  expect(document.forms).toHaveLength(0)
  await vi.waitFor(async () => expect((await drafts.read('/'))?.answers).toMatchObject({ first_name: 'Aoife' }))
})

test('on a shared device nothing of the form stays behind, and it is sent as ever', async () => {
  const { queue, sent: requests } = aQueue(sent)
  await showForm({ queue })
  await fillIn()
  await press('This is a shared device: do not keep what I type here')
  expect(await drafts.read('/')).toBeNull()
  await type('first_name', 'Aoife Maire')
  expect(await drafts.read('/')).toBeNull()
  expect(document.body.textContent).toContain('Shared device: what you type here is not kept.')
  await press(submitText)
  expect(requests[0]?.body).toMatchObject({ first_name: 'Aoife Maire' })
})

test('a form half filled in outlives the clearing of local storage by a 401 of the staff area', async () => {
  const { queue } = aQueue(sent)
  await showForm({ queue })
  await fillIn()
  session.clear('server')
  await showForm({ queue })
  expect(control('email').value).toBe('aoife@example.com')
})

test('a queued quote comes back to be edited with what was wrong, and takes its old place', async () => {
  const { queue, sent: requests } = aQueue({ kind: 'away', retryAfterSeconds: null }, sent)
  await showForm({ queue })
  await fillIn()
  await press(submitText)
  const [waiting] = queue.snapshot().quotes
  const editing = { message: 'Please check.', errors: { mobile: ['Wrong number'] } }
  await drafts.write('/', { submissionId: waiting?.id ?? '', shownMs: 1, answers: goodAnswers, editing })
  await showForm({ queue })
  expect(document.getElementById('answer-mobile-error')?.textContent).toBe('Error: Wrong number')
  await type('mobile', '+353 85 123 4567')
  await press(submitText)
  expect(requests.map(({ id }) => id)).toEqual([waiting?.id, waiting?.id])
  expect(requests[1]?.body).toMatchObject({ mobile: '+353 85 123 4567' })
})

test('a form that was begun stays as it was seen when another is published; an untouched one is replaced', async () => {
  const { queue, sent: requests } = aQueue(sent, sent)
  const { show } = await showForm({ queue })
  await fillIn()
  await show({ cardTitle: 'Newer' }, 8)
  expect(text('#quote-title')).toBe(defaultHome.quoteForm.cardTitle)
  await press(submitText)
  expect(requests[0]?.body).toMatchObject({ form_version: 7 })
  await show({ cardTitle: 'Newest' }, 9)
  expect(text('#quote-title')).toBe('Newest')
})
