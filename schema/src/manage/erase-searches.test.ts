import { expect, test } from 'vitest'
import { createPersonFinder } from './erase-searches.model.ts'

const tells = createPersonFinder({
  firstName: 'Zoë',
  lastName: "O'Brien-Walsh",
  email: 'zoe.walsh@example.com',
  mobile: '+447700900123',
  postcode: 'SW1A 1AA',
})

test.each([
  'zoe',
  'ZOË',
  'mrs o’brien',
  'wals',
  'zoe.w',
  'zoe.walsh@example.com',
  '07700 900123',
  '+44 7700 900 123',
  '770090',
  'sw1a1aa',
  'new lead SW1A 1AA',
])('%j tells who it is', (text) => {
  expect(tells(text)).toBe(true)
})

test.each(['', 'x', 'SW1', 'SW1A', 'example.com', 'block paving', '077', 'Follow-ups', 'KB-7F3K2M'])(
  '%j tells nothing about the person',
  (text) => {
    expect(tells(text)).toBe(false)
  },
)

test('who has no name, phone or postcode is told by nothing but the email', () => {
  const sparse = createPersonFinder({
    firstName: '',
    lastName: '',
    email: 'pat@example.com',
    mobile: '',
    postcode: null,
  })
  expect(['pat@example.com', 'anything', '07700 900123', ''].map(sparse)).toEqual([true, false, false, false])
})
