import { expect, test } from 'vitest'
import { budgetBands, defaultFormFields, timeframes } from './default-form.ts'
import { newOption } from './form-definition.ts'
import { priorityOf } from './priority.ts'

const [soonest, , middle] = timeframes
const latest = timeframes.at(-1)
const [lowest] = budgetBands
const [second, highest] = budgetBands.slice(-2)

test.each([
  ['the first timeframe', soonest, lowest, 'high'],
  ['the highest budget', middle, highest, 'high'],
  ['the second highest budget', middle, second, 'high'],
  ['a high budget with all the time in the world', latest, highest, 'high'],
  ['the last timeframe', latest, lowest, 'low'],
  ['anything between', middle, lowest, 'medium'],
  ['no answers', null, null, 'medium'],
  ['only a low budget', null, lowest, 'medium'],
  ['answers that the form does not offer', 'whenever', 'plenty', 'medium'],
] as const)('%s', (_case, timeframe, budget, priority) => {
  expect(priorityOf(defaultFormFields, { timeframe: timeframe ?? null, budget: budget ?? null })).toBe(priority)
})

test('an edited form counts by its own options', () => {
  const fields = defaultFormFields.map((field) =>
    field.name === 'timeframe' ? { ...field, options: ['Today', 'Some day'].map(newOption) } : field,
  )
  expect(priorityOf(fields, { timeframe: 'Today', budget: null })).toBe('high')
  expect(priorityOf(fields, { timeframe: 'Some day', budget: null })).toBe('low')
  expect(priorityOf(fields, { timeframe: 'ASAP', budget: null })).toBe('medium')
})

test('a form that asks for neither makes every lead medium', () => {
  expect(priorityOf([], { timeframe: 'ASAP', budget: '£20,000+' })).toBe('medium')
})
