import { expect, test } from 'vitest'
import { followUpIn, followUpOn } from './lead-follow-up.tsx'

const local = (iso: string | null) => (iso === null ? null : new Date(iso).toString().slice(0, 21))

test('a shortcut means nine in the morning of that day, also across the end of a month', () => {
  const now = new Date(2026, 10, 29, 16, 45)
  expect([0, 1, 7].map((days) => local(followUpIn(days, now)))).toEqual([
    'Sun Nov 29 2026 09:00',
    'Mon Nov 30 2026 09:00',
    'Sun Dec 06 2026 09:00',
  ])
})

test('a chosen day means nine in the morning too; an incomplete one means nothing', () => {
  expect(local(followUpOn('2026-12-01'))).toBe('Tue Dec 01 2026 09:00')
  expect(followUpOn('')).toBeNull()
  expect(followUpOn('2026-13-40')).toBeNull()
})
