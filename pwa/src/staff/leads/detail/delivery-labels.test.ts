import { expect, test } from 'vitest'
import { isWorthANotice, mailOutageMessage, type MailOutage } from '../outages.tsx'
import { attemptSummary, deliveryChip, deliveryDetail } from './delivery-labels.ts'
import type { LeadDelivery } from '../lead.queries.ts'

const now = new Date(2026, 4, 4, 15, 0)
const outage: MailOutage = {
  kind: 'REFUSES_SIGN_IN',
  since: new Date(2026, 4, 4, 14, 5).toISOString(),
  nextTryAt: new Date(2026, 4, 4, 14, 20).toISOString(),
  waiting: 12,
}
const delivery: LeadDelivery = {
  id: 'lead-1-confirmation',
  kind: 'CONFIRMATION',
  contractorId: null,
  state: 'QUEUED',
  attempts: 0,
  attemptLog: [],
  bounce: null,
  messageId: null,
  template: null,
  lastError: null,
  refused: false,
  nextTryAt: null,
  sentAt: null,
  updatedAt: new Date(2026, 4, 4, 14, 0).toISOString(),
}

test('staff read since when and why no email goes out, and how many wait', () => {
  expect(mailOutageMessage(outage, now)).toBe(
    'The mail server has rejected our sign-in since 14:05; 12 emails are waiting.',
  )
  expect(mailOutageMessage({ ...outage, kind: 'UNREACHABLE', waiting: 1 }, now)).toBe(
    'The mail server has been unreachable since 14:05; 1 email is waiting.',
  )
  expect(mailOutageMessage({ ...outage, waiting: 0 }, new Date(2026, 4, 6))).toBe(
    'The mail server has rejected our sign-in since 4 May 2026, 14:05.',
  )
})

test('an outage of seconds is not announced', () => {
  const since = (milliseconds: number) => ({ ...outage, since: new Date(now.getTime() - milliseconds).toISOString() })
  expect(isWorthANotice(since(29_000), now)).toBe(false)
  expect(isWorthANotice(since(30_000), now)).toBe(true)
})

test('an email that waits says for what, and when it is tried next', () => {
  expect(deliveryDetail(delivery, outage)).toBe('Waiting: the mail server is away; next try 14:20')
  const greylisted = { ...delivery, attempts: 2, lastError: '451 later', nextTryAt: outage.nextTryAt }
  expect(deliveryDetail(greylisted, null)).toBe('2 tries: 451 later; next try 14:20')
  expect(deliveryDetail(delivery, null)).toBe('4 May 2026, 14:00')
})

test('an email that waits for the working hours of a firm says until when', () => {
  const held = { ...delivery, nextTryAt: new Date(2026, 4, 5, 8, 0).toISOString() }
  expect(deliveryDetail(held, outage, now)).toBe(
    'Held until 5 May 2026, 08:00, when the firm opens or gets its email of the day',
  )
  expect(deliveryDetail(held, null, new Date(2026, 4, 5, 7, 59))).toBe('4 May 2026, 14:00')
})

test('an email that failed says whether the address rejected it or nobody took it', () => {
  const failed = { ...delivery, state: 'FAILED' as const, attempts: 9, lastError: '550 unknown' }
  expect(deliveryDetail({ ...failed, refused: true }, outage)).toBe(
    'The address rejects it, 4 May 2026, 14:00: 550 unknown',
  )
  expect(deliveryDetail(failed, null)).toBe('Given up after 9 tries, 4 May 2026, 14:00: 550 unknown')
})

test('an offer that ran out before its email left was never sent', () => {
  expect(deliveryChip({ state: 'EXPIRED', sentAt: null }).label).toBe('Never sent, expired')
  expect(deliveryChip({ state: 'EXPIRED', sentAt: outage.since }).label).toBe('Sent, expired')
})

test.each([
  [{ round: 0, code: 250, milliseconds: 84 }, 'Taken (250) · after 84 ms'],
  [{ round: 0, code: 550, milliseconds: 1_240 }, 'Not taken (550) · after 1.2 s'],
  [{ round: 2, code: null, milliseconds: 600_000 }, 'Sent again · No answer · after 600.0 s'],
])('the try %j is described as %j', (attempt, summary) => {
  expect(attemptSummary({ ...attempt, at: now.toISOString(), answer: '' })).toBe(summary)
})
