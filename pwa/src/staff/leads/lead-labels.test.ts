import { expect, test } from 'vitest'
import { promiseOf } from './lead-labels.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('a homeowner who waits is due an answer when it was promised', () => {
  expect(promiseOf({ answerDueAt: '2026-11-21T13:30:00Z' }, now)).toEqual({ kind: 'due', minutesLeft: 90 })
})
test('no answer by then breaks the promise', () => {
  const due = '2026-11-21T12:00:00Z'
  expect(promiseOf({ answerDueAt: due }, now)).toEqual({ kind: 'broken', since: new Date(due) })
})
test('who waits for no answer is due none', () => {
  expect(promiseOf({ answerDueAt: null }, now)).toEqual({ kind: 'kept' })
})
