import { expect, test } from 'vitest'
import { formatAgo, formatLastSeen, formatMinutes, formatWait } from './times.ts'

const now = new Date(2026, 10, 21, 10, 30)
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const minute = 60_000

test.each([
  [0, 'just now'],
  [-5 * minute, 'just now'],
  [minute, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [3 * 60 * minute, '3 hours ago'],
  [25 * 60 * minute, 'yesterday'],
  [6 * 24 * 60 * minute, '6 days ago'],
  [15 * 24 * 60 * minute, '15 days ago'],
  [31 * 24 * 60 * minute, 'last month'],
  [200 * 24 * 60 * minute, '6 months ago'],
  [800 * 24 * 60 * minute, '2 years ago'],
])('%d ms old is %s', (age, words) => expect(formatAgo(before(age), now)).toBe(words))

test.each([
  [null, 'Never'],
  [before(minute), 'Today'],
  [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 19, 0, 1), '2 days ago'],
  [new Date(2026, 10, 14, 12, 0), '7 days ago'],
  [new Date(2026, 10, 13, 12, 0), '13 Nov 2026'],
])('last seen %s is %s', (at, words) => expect(formatLastSeen(at, now)).toBe(words))

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [40.2, '41 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [7_200, '120 minutes'],
  [86_400, '24 hours'],
])('a wait of %d s is %s', (seconds, words) => expect(formatWait(seconds)).toBe(words))

test.each([
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h 0 min'],
  [119, '1 h 59 min'],
])('%d minutes are %s', (minutes, words) => expect(formatMinutes(minutes)).toBe(words))
