import { expect, test } from 'vitest'
import { formatPhone } from './lead-labels.ts'

test.each([
  ['+447700900123', '+44 7700 900123'],
  ['+353851234567', '+353 85 123 4567'],
  ['+35318765432', '+35318765432'],
  ['+12025550123', '+12025550123'],
  ['', ''],
])('%s is written %s', (stored, written) => expect(formatPhone(stored)).toBe(written))
