import { expect, test } from 'vitest'
import { budgetBands, defaultFormFields, timeframes } from '../quotes/default-form.ts'
import { newOption } from '../quotes/form-definition.ts'
import { canMove, leadStatuses, movesFrom, priorityOf, type LeadStatus } from './lead.ts'
import { searchFieldsOf } from './search-text.ts'
import { freePlaces, offerStates, type OfferState } from '../offers/offer.ts'

const moves: Record<LeadStatus, string> = {
  new: 'contacted quoted converted lost',
  contacted: 'quoted converted lost',
  quoted: 'contacted converted lost',
  converted: 'quoted lost',
  lost: 'contacted',
}

test.each(leadStatuses)('from %s a lead moves where the contract says, and nowhere else', (from) => {
  expect(movesFrom(from)).toEqual(moves[from].split(' '))
  expect(leadStatuses.filter((to) => canMove(from, to)).toSorted()).toEqual(moves[from].split(' ').toSorted())
})

test.each<[OfferState[], number]>([
  [[], 5],
  [['offered', 'accepted'], 3],
  [['declined', 'expired', 'withdrawn'], 5],
  [['accepted', 'accepted', 'accepted', 'accepted', 'accepted'], 0],
])('with offers %j there are %i free places', (states, free) => {
  expect(freePlaces({ maximumFirms: 5, offers: states.map((state) => ({ state })) })).toBe(free)
})

test('only open offers take a place', () => {
  const taking = offerStates.filter((state) => freePlaces({ maximumFirms: 5, offers: [{ state }] }) < 5)
  expect(taking).toEqual(['offered', 'accepted'])
})

test('search looks through names in both orders, email, mobile and reference, folded', () => {
  const { searchText: text } = searchFieldsOf({
    fullName: 'Áine O’Neill',
    email: 'aine@example.com',
    mobile: '+353851234567',
    reference: 'KB-ABC234',
  })
  for (const part of ['aine oneill', 'oneill aine', 'o neill', 'aine@', '85123', 'kb abc234', 'kbabc234'])
    expect(text).toContain(part)
})

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
