import { expect, test } from 'vitest'
import { add, isGood, lastLine, nothing, tallyOf } from './tally.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test('passed and failed tests are counted', () => {
  const testResults = [file('passed', 'passed'), file('failed', 'passed', 'failed')]
  expect(tallyOf({ numTotalTests: 3, numPassedTests: 2, testResults }, 1)).toEqual({ passed: 2, failed: 1 })
})

test('a skipped test counts as failed', () => {
  const testResults = [file('passed', 'passed', 'skipped')]
  expect(tallyOf({ numTotalTests: 2, numPassedTests: 1, testResults }, 0)).toEqual({ passed: 1, failed: 1 })
})

test('a file that cannot be loaded counts as one failure', () => {
  const testResults = [file('failed'), file('passed', 'passed')]
  expect(tallyOf({ numTotalTests: 1, numPassedTests: 1, testResults }, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a run that ends badly although its tests passed has failed', () => {
  const testResults = [file('passed', 'passed')]
  expect(tallyOf({ numTotalTests: 1, numPassedTests: 1, testResults }, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a run without a report has failed', () => {
  expect(tallyOf(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a run without any test is not good', () => {
  expect(isGood(nothing)).toBe(false)
  expect(isGood({ passed: 1, failed: 0 })).toBe(true)
  expect(isGood({ passed: 5, failed: 1 })).toBe(false)
})

test('the last line has the form that other programs read', () => {
  expect(lastLine(add({ passed: 40, failed: 1 }, { passed: 2, failed: 0 }))).toBe('42 passed, 1 failed')
})
