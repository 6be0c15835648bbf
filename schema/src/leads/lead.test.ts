import { expect, test } from 'vitest'
import { canMove, leadStatuses, movesFrom, searchTextOf, type LeadStatus } from './lead.ts'
import { freePlaces, maximumFirms, offerStates, type OfferState } from './offer.ts'

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
  expect(freePlaces(states.map((state) => ({ state })))).toBe(free)
})

test('only open offers take a place', () => {
  const taking = offerStates.filter((state) => freePlaces([{ state }]) < maximumFirms)
  expect(taking).toEqual(['offered', 'accepted'])
})

test('search looks through names, email, mobile and reference, in lower case', () => {
  const text = searchTextOf({
    fullName: 'Áine O’Neill',
    email: 'aine@example.com',
    mobile: '+353851234567',
    reference: 'KB-ABC234',
  })
  for (const part of ['áine', 'o’neill', 'aine@', '85123', 'kb-abc234']) expect(text).toContain(part)
})
