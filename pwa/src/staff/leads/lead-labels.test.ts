import { expect, test } from 'vitest'
import { promiseOf } from './lead-labels.ts'

const now = new Date('2026-11-21T12:00:00Z')
const lead = (answerDueAt: string, status = 'NEW', state = 'OFFERED') => ({
  answerDueAt,
  status,
  contactedAt: null as string | null,
  enoughQuotesAt: null as string | null,
  sharingStoppedAt: null as string | null,
  offers: [{ state }],
})

test('a new lead that nobody has answered is due when an answer was promised', () => {
  expect(promiseOf(lead('2026-11-21T13:30:00Z'), now)).toEqual({ kind: 'due', minutesLeft: 90 })
})
test('no answer by then breaks the promise', () => {
  const due = new Date('2026-11-21T12:00:00Z')
  expect(promiseOf(lead('2026-11-21T12:00:00Z'), now)).toEqual({ kind: 'broken', since: due })
})
test('a firm’s acceptance keeps it', () => {
  expect(promiseOf(lead('2026-11-20T10:00:00Z', 'NEW', 'ACCEPTED'), now)).toEqual({ kind: 'kept' })
})
test('staff contact keeps it', () => {
  expect(promiseOf(lead('2026-11-20T10:00:00Z', 'CONTACTED'), now)).toEqual({ kind: 'kept' })
})
test('a call or an email by staff keeps it, also while the lead is new', () => {
  const called = { ...lead('2026-11-20T10:00:00Z'), contactedAt: '2026-11-20T13:00:00Z' }
  expect(promiseOf(called, now)).toEqual({ kind: 'kept' })
})
test('a homeowner who wants no more quotes waits for no answer', () => {
  const waiting = lead('2026-11-20T10:00:00Z')
  expect(promiseOf({ ...waiting, enoughQuotesAt: '2026-11-20T09:00:00Z' }, now)).toEqual({ kind: 'kept' })
  expect(promiseOf({ ...waiting, sharingStoppedAt: '2026-11-20T09:00:00Z' }, now)).toEqual({ kind: 'kept' })
})
