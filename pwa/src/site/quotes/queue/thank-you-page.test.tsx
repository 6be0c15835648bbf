// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aNewQuote, away, sentAs } from '../../../offline/outbox/testing/quotes.ts'
import { drafts } from '../draft.ts'
import { act } from '../../testing/act.ts'
import { aQueue, mount, press, text } from '../../testing/quote-form.tsx'
import { loadQueue } from './queue-part.tsx'
import { ThankYouPage } from './thank-you-page.tsx'

const edited: string[] = []

async function show(queue: ReturnType<typeof aQueue>['queue'], reference: string | null = null) {
  await mount(<ThankYouPage reference={reference} phone="0808 157 0192" onEdit={(page) => edited.push(page)} />, queue)
}

beforeAll(loadQueue)
beforeEach(async () => {
  await drafts.erase('/')
  edited.length = 0
})

test('an acknowledged request is thanked for, with its reference', async () => {
  await show(aQueue().queue, 'KB-7QX2MD')
  expect(text('h1')).toBe('We have your request')
  expect(text('.thank-you__reference strong')).toBe('KB-7QX2MD')
})

test('nothing claims to have been received when nothing is known', async () => {
  await show(aQueue().queue)
  expect(text('h1')).toBe('Your request')
  expect(document.body.textContent).not.toContain('We have your request')
})

test('what waits is said to wait, and once it is through the page says so by itself', async () => {
  const { queue } = aQueue(away, sentAs('KB-222222'))
  await queue.submit(aNewQuote('a'))
  await queue.refresh()
  await show(queue)
  expect(text('h1')).toBe('Saved on this phone — not sent yet')
  expect(document.body.textContent).not.toContain('We have your request')
  await press('Send now')
  await act(async () => queue.refresh())
  expect(text('h1')).toBe('We have your request')
  expect(text('.thank-you__reference strong')).toBe('KB-222222')
})

test('Edit goes back to the form with the answers and what was wrong', async () => {
  const { queue } = aQueue(away)
  await queue.submit(aNewQuote('a'))
  await queue.refresh()
  await show(queue)
  await press('Edit')
  expect(edited).toEqual(['/'])
  expect(await drafts.read('/')).toMatchObject({
    submissionId: 'a',
    answers: { first_name: 'Aoife' },
    editing: { message: null },
  })
})

test('answers that the server did not take under a used id are not lost and not said to be sent: a press sends them anew', async () => {
  const { queue, sent } = aQueue(away, { kind: 'sent-before' }, sentAs('KB-333333'))
  await queue.submit(aNewQuote('a'))
  await queue.sendNow()
  await queue.refresh()
  await show(queue)
  expect(text('h1')).toBe('Saved on this phone — not sent yet')
  expect(text('.queue__entry p')).toContain('This form was sent before. These answers were not sent.')
  expect(document.body.textContent).not.toContain('We send it by itself')
  await press('Send as a new request')
  await act(async () => queue.refresh())
  expect(text('.thank-you__reference strong')).toBe('KB-333333')
  expect(sent.map(({ id }) => id)).toEqual(['a', 'a', expect.stringMatching(/^[\da-f]{8}$/)])
  expect(sent.at(-1)?.body).toMatchObject({ submission_id: sent.at(-1)?.id, email: 'aoife@example.com' })
})

test('of what the server rejected each wrong field is named at once, with its message', async () => {
  const errors = { email: ['Enter an email address.'], first_name: ['Too long.', 'No links.'], odd: ['Not a field.'] }
  const { queue } = aQueue(away, { kind: 'refused', message: 'Please check the form.', errors })
  await queue.submit(aNewQuote('a'))
  await queue.sendNow()
  await queue.refresh()
  await show(queue)
  expect(text('.queue__entry p')).toBe('Please check the form. Press Edit to put it right.')
  const lines = [...document.querySelectorAll('.queue__errors li')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['email: Enter an email address.', 'first_name: Too long. No links.', 'Not a field.'])
})

test('Edit keeps the time that was measured', async () => {
  const { queue } = aQueue(away)
  const quote = aNewQuote('a')
  await queue.submit({ ...quote, body: { ...quote.body, elapsed_ms: 42_000 } })
  await queue.refresh()
  await show(queue)
  await press('Edit')
  expect(await drafts.read('/')).toMatchObject({ shownMs: 42_000 })
})

test('Discard asks once before it discards', async () => {
  const { queue } = aQueue(away)
  await queue.submit(aNewQuote('a'))
  await queue.refresh()
  await show(queue)
  await press('Discard')
  expect(queue.snapshot().quotes).toHaveLength(1)
  await press('Discard this request')
  await act(async () => queue.refresh())
  expect(queue.snapshot().quotes).toEqual([])
})

test('what waited for 30 days is offered for the last time: the page says so, and a press sends it', async () => {
  const { queue, sent } = aQueue(away, sentAs('KB-444444'))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 31 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await queue.submit(aNewQuote('a'))
  vi.useRealTimers()
  await queue.refresh()
  await show(queue)
  expect(text('.queue__entry p')).toContain('Waiting for 31 days, so it is not sent by itself any more.')
  expect(document.body.textContent).not.toContain('We send it by itself')
  await act(async () => queue.refresh())
  expect(queue.snapshot().quotes[0]?.lastOfferedAt).toBeGreaterThan(0)
  await press('Send now')
  await act(async () => queue.refresh())
  expect(text('.thank-you__reference strong')).toBe('KB-444444')
  expect(sent.map(({ id }) => id)).toEqual(['a', 'a'])
})

test('a phone that could save nothing says to keep the page open', async () => {
  const { queue } = aQueue(away)
  await queue.submit(aNewQuote('a'))
  await queue.refresh()
  await show({ ...queue, snapshot: () => lost })
  expect(document.body.textContent).toContain(
    'This phone could not save your request. Keep this page open until it is sent.',
  )
  const lostQuote = queue.snapshot().quotes
  expect(lostQuote).toHaveLength(1)
})

const lost = {
  loaded: true,
  readAt: 1,
  durable: false,
  receipt: null,
  sending: false,
  hasPhotos: false,
  quotes: [
    {
      ...aNewQuote('a'),
      savedAt: Date.now(),
      state: 'waiting' as const,
      attempts: 1,
      notBefore: 0,
      message: null,
      errors: {},
    },
  ],
}
