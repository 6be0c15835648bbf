import { expect, test } from 'vitest'
import { readPeriod } from './use-report-days.tsx'

const now = new Date('2026-11-25T12:00:00Z')

test.each([
  ['', '30-days', { from: '2026-10-27', to: '2026-11-25' }],
  ['period=last-month', 'last-month', { from: '2026-10-01', to: '2026-10-31' }],
  ['period=nonsense', '30-days', { from: '2026-10-27', to: '2026-11-25' }],
  ['from=2026-01-01&to=2026-01-31', null, { from: '2026-01-01', to: '2026-01-31' }],
  ['from=2026-02-01&to=2026-01-31', null, null],
  ['from=&to=2026-01-31', null, null],
])('the address "%s" is the period %s', (address, preset, days) => {
  expect(readPeriod(new URLSearchParams(address), now)).toMatchObject({ preset, days })
})
