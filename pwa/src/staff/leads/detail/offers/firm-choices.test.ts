import { expect, test } from 'vitest'
import { firmChoices, whyNotOfferable } from './firm-choices.ts'
import type { Firm } from './offers.queries.ts'
import type { LeadDetail } from '../../lead.queries.ts'

const now = new Date('2026-05-04T12:00:00Z')
const earlier = '2026-05-03T12:00:00.000Z'
type Offer = LeadDetail['offers'][number]

const firm = (id: string, changes: Partial<Firm> = {}): Firm => ({
  id,
  name: `Firm ${id}`,
  active: true,
  pausedUntil: null,
  verifiedUntil: '2026-06-01T12:00:00.000Z',
  ...changes,
})
const offer = (contractorId: string, state: Offer['state']): Offer => ({
  contractorId,
  contractorName: `Firm ${contractorId}`,
  state,
  offeredAt: earlier,
  expiresAt: '2026-05-04T13:00:00.000Z',
  decidedAt: null,
  outcomes: [],
  rating: null,
  sendAt: null,
  digestDay: null,
  declinedBecause: null,
})
const lead = (changes: Partial<Parameters<typeof whyNotOfferable>[0]> = {}) => ({
  status: 'NEW' as const,
  enoughQuotesAt: null,
  sharingStoppedAt: null,
  offers: [],
  maximumFirms: 5,
  matching: [],
  ...changes,
})

test('firms that may not be asked come last and say why', () => {
  const firms = [
    firm('off', { active: false }),
    firm('lapsed', { verifiedUntil: earlier }),
    firm('never', { verifiedUntil: null }),
    firm('open'),
    firm('accepted'),
    firm('free'),
  ]
  const choices = firmChoices(firms, lead({ offers: [offer('open', 'OFFERED'), offer('accepted', 'ACCEPTED')] }), now)
  expect(choices.map(({ id, blocked }) => [id, blocked])).toEqual([
    ['free', null],
    ['off', 'The firm is not active'],
    ['lapsed', expect.stringMatching(/^Verification ran out /)],
    ['never', 'Never verified'],
    ['open', 'Has an open offer for this job'],
    ['accepted', 'Has accepted this job already'],
  ])
})

test('a firm that declined, was withdrawn or is outside the area can be chosen, with what is known about it', () => {
  const matching = [
    { contractorId: 'far', contractorName: 'Firm far', matched: false, reasons: ['Does not work in M1'] },
    {
      contractorId: 'fit',
      contractorName: 'Firm fit',
      matched: true,
      reasons: ['Does driveways', 'Next in line: all 5 places are taken'],
    },
  ]
  const offers = [offer('said-no', 'OFFERED'), offer('said-no', 'DECLINED'), offer('back', 'WITHDRAWN')]
  const firms = [firm('said-no'), firm('back'), firm('far'), firm('fit')]
  expect(
    firmChoices(firms, lead({ matching, offers }), now).map(({ id, blocked, notes }) => [id, blocked, notes]),
  ).toEqual([
    ['fit', null, ['Does driveways']],
    ['said-no', null, ['Asked before: declined', 'Not known when the firms were matched']],
    ['back', null, ['Asked before: withdrawn', 'Not known when the firms were matched']],
    ['far', null, ['Does not work in M1']],
  ])
})

test('a lead that may not be offered says why and what to do', () => {
  const five = (states: Offer['state'][]) => lead({ offers: states.map((state, index) => offer(`${index}`, state)) })
  expect(whyNotOfferable(lead())).toBeNull()
  expect(whyNotOfferable(lead({ status: 'LOST' }))).toMatch('A lost lead is offered to no firm')
  expect(whyNotOfferable(lead({ status: 'CONVERTED' }))).toMatch('A converted lead is offered to no firm')
  expect(whyNotOfferable(lead({ enoughQuotesAt: earlier }))).toMatch('no more firms')
  expect(whyNotOfferable(lead({ sharingStoppedAt: earlier }))).toMatch('no more firms')
  expect(whyNotOfferable(five(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'OFFERED']))).toMatch('Withdraw an open')
  expect(whyNotOfferable(five(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED']))).toMatch('have accepted')
  expect(whyNotOfferable(five(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'WITHDRAWN']))).toBeNull()
})
