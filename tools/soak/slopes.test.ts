import { expect, test } from 'vitest'
import { slopeOf, type Limit } from './slopes.ts'

const limit: Limit = { share: 0.25, least: 20, unit: 'MB' }
const verdict = (values: number[]) => slopeOf({ name: 'memory', values, limit }).isWrong
const times = <T>(count: number, value: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => value(index))

test('a figure that goes up and down, or that rises at first and then stays, is right', () => {
  expect(verdict(times(60, (index) => 200 + (index % 5) * 8))).toBe(false)
  expect(verdict(times(60, (index) => Math.min(100 + index * 5, 200)))).toBe(false)
  expect(verdict(times(60, (index) => 200 - index))).toBe(false)
})

test('a figure that rises all the time by more than it may is wrong, also between peaks', () => {
  expect(verdict(times(60, (index) => 200 + 2 * index))).toBe(true)
  expect(verdict(times(60, (index) => 200 + 2 * index + (index % 2) * 40))).toBe(true)
  expect(verdict(times(60, (index) => 200 + index / 2))).toBe(false)
})

test('a small figure may rise by the least that counts', () => {
  expect(verdict(times(60, (index) => index / 4))).toBe(false)
  expect(verdict(times(60, (index) => index))).toBe(true)
})

test('the line says where the time that counts begins and ends', () => {
  const { from, to } = slopeOf({ name: 'memory', values: times(31, (index) => 100 + index), limit })
  expect([from, to].map(Math.round)).toEqual([110, 130])
})
