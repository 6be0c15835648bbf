// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { aNewQuote, away, sentAs } from '../../../offline/outbox/testing/quotes.ts'
import { act } from '../../testing/act.ts'
import { aQueue, mount, text } from '../../testing/quote-form.tsx'
import { QueueBar } from './queue.tsx'

const bar = () => document.querySelector('.queue-bar')

test('the bar is there while something waits, leads to the list, and goes with the last of it', async () => {
  const { queue } = aQueue(away, away, sentAs('KB-222222'), sentAs('KB-333333'))
  await mount(<QueueBar />, queue)
  expect(bar()).toBeNull()
  await act(async () => queue.submit(aNewQuote('a')))
  expect(text('.queue-bar')).toBe('A request is on this phone — not sent yet')
  expect(bar()?.querySelector('a')?.getAttribute('href')).toBe('/thank-you')
  await act(async () => queue.submit(aNewQuote('b')))
  expect(text('.queue-bar')).toBe('2 requests are on this phone — not sent yet')
  await act(async () => queue.sendNow())
  expect(bar()).toBeNull()
})

test('it points out what has waited for days', async () => {
  const { queue } = aQueue(away)
  await queue.submit(aNewQuote('a'))
  const { quotes } = queue.snapshot()
  const snapshot = { ...queue.snapshot(), readAt: (quotes[0]?.savedAt ?? 0) + 49 * 3_600_000 }
  await mount(<QueueBar />, { ...queue, snapshot: () => snapshot })
  expect(text('.queue-bar')).toContain('not sent for 2 days')
})
