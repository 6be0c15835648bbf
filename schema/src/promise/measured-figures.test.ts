import { expect, test } from 'vitest'
import { figuresOf, figureTexts, whyHidden, type AnsweredLeads } from './measured-figures.ts'

const now = new Date('2026-11-20T12:00:00Z')
const promise = { promiseHours: 2 }
const measured = (...counted: [minutes: number | null, leads: number, firms?: number][]) =>
  figuresOf(
    counted.map(([minutes, leads, firms = 0]): AnsweredLeads => ({ minutes, leads, firms })),
    promise,
    now,
  )

test('leads without an answer count as waiting longer than all others', () => {
  expect(measured([null, 2, 0], [121, 1, 4], [30, 3, 9], [120, 2, 2])).toEqual({
    measuredAt: now,
    promiseHours: 2,
    leads: 8,
    inTime: 5,
    medianMinutes: 120,
    firms: 15,
  })
  expect(measured([null, 1], [30, 1]).medianMinutes).toBeNull()
  expect(measured()).toMatchObject({ leads: 0, inTime: 0, medianMinutes: null })
})

test('of two leads in the middle the later one is told', () => {
  expect(measured([10, 1], [50, 1]).medianMinutes).toBe(50)
  expect(measured([10, 2], [50, 1]).medianMinutes).toBe(10)
})

test.each([
  [19, 'Only 19 of the 20 leads that it takes are old enough to be measured.'],
  [20, null],
])('%i leads answered in time', (leads, reason) => {
  expect(whyHidden(measured([30, leads]), promise, now)).toBe(reason)
})

test('the promise is met while half of the leads and nine in ten of them were answered in time', () => {
  const hidden = (...counted: Parameters<typeof measured>) => whyHidden(measured(...counted), promise, now)
  expect(hidden([30, 90], [121, 10])).toBeNull()
  expect(hidden([30, 89], [121, 11])).toBe('89% were answered in time, and it takes 90%.')
  expect(hidden([30, 50], [121, 50])).toMatch(/^Half of the homeowners waited longer than the promised two hours/)
  expect(hidden([null, 30], [30, 20])).toMatch(/^Half of the homeowners/)
})

test('a measurement by another promise, of more than a day ago, or none at all is not shown', () => {
  const figures = measured([30, 40])
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  expect(whyHidden(null, promise, now)).toMatch(/^Nothing has been measured/)
  expect(whyHidden(figures, { promiseHours: 1 }, now)).toMatch(/^The promised hours were changed/)
  expect([whyHidden(figures, promise, later(24)), whyHidden(figures, promise, later(24.1))]).toEqual([
    null,
    'They are more than a day old: no worker has measured since.',
  ])
})

test.each([
  [0, '1 minute'],
  [1, '1 minute'],
  [120, '120 minutes'],
  [121, '3 hours'],
])('a median of %i minutes reads %s', (minutes, text) => {
  expect(figureTexts(measured([minutes, 20]))?.medianResponse).toBe(text)
})

test('averages and shares are rounded down', () => {
  expect(figureTexts(measured([30, 29, 100], [180, 1, 0]))).toEqual({
    medianResponse: '30 minutes',
    firmsPerRequest: '3.3',
    answeredInTime: '96%',
  })
  expect(figureTexts(measured([30, 20, 60]))).toMatchObject({ firmsPerRequest: '3', answeredInTime: '100%' })
  expect(figureTexts(measured([null, 20]))).toBeNull()
})
