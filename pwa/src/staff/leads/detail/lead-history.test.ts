import { expect, test } from 'vitest'
import { journeyFacts, projectFacts } from './lead-facts.ts'
import { historyOf } from './lead-history.tsx'
import type { LeadDetail } from '../lead.queries.ts'

const none = null
const lead: LeadDetail = {
  id: '7',
  reference: 'KB-ABC234',
  fullName: 'Aoife Byrne',
  email: 'aoife@example.com',
  mobile: '+447700900123',
  postcode: 'SW1A 1AA',
  propertyType: none,
  drivewayType: none,
  drivewayMaterial: none,
  drivewaySize: none,
  currentCondition: none,
  drainageNeeded: none,
  timeframe: none,
  budget: none,
  additionalInfo: none,
  groupType: none,
  pickupLocation: none,
  dropoffLocation: none,
  dateOfTravel: none,
  pickupTime: none,
  distance: none,
  answers: [],
  status: 'NEW',
  statusHistory: [],
  activity: [],
  lostReason: none,
  priority: 'MEDIUM',
  assignedTo: none,
  page: '/',
  notice: '',
  attribution: { source: none, medium: none, campaign: none, referrer: none },
  offers: [],
  matching: [],
  deliveries: [],
  version: 1,
  createdAt: '2026-01-02T10:00:00Z',
}

test('answers are shown in the homeowner’s words, without those that stand in the head', () => {
  const answers = [
    { name: 'first_name', label: 'First name', value: 'Aoife' },
    { name: 'currentSurface', label: 'Current surface *', value: 'Grass' },
    { name: 'field_14', label: 'Gate width', value: '3 m' },
    { name: 'budget', label: 'Budget', value: '' },
  ]
  expect(projectFacts({ ...lead, answers, currentCondition: 'Grass', budget: null })).toEqual([
    { label: 'Current surface', value: 'Grass' },
    { label: 'Gate width', value: '3 m' },
  ])
})

test('a column without an answer is shown too', () => {
  expect(projectFacts({ ...lead, drivewaySize: '20–40m²' })).toEqual([{ label: 'Size', value: '20–40m²' }])
})

test('a driveway has no journey; a journey tells its distance in kilometres', () => {
  expect(journeyFacts(lead)).toEqual([])
  expect(journeyFacts({ ...lead, pickupLocation: 'Cork', distance: 12.5 })).toEqual([
    { label: 'Pickup location', value: 'Cork' },
    { label: 'Distance', value: '12.5 km' },
  ])
})

test('the history tells offers, decisions, moves and notes, latest first', () => {
  const offer = { contractorId: 'c', contractorName: 'Pave & Co', expiresAt: '2026-01-03T10:01:00Z' }
  const history = historyOf({
    ...lead,
    offers: [{ ...offer, state: 'DECLINED', offeredAt: '2026-01-02T10:01:00Z', decidedAt: '2026-01-02T12:00:00Z' }],
    statusHistory: [
      { from: 'NEW', to: 'CONTACTED', at: '2026-01-02T11:00:00Z', by: { name: 'Ada' }, note: 'Rang twice' },
    ],
    activity: [{ kind: 'NOTE', at: '2026-01-02T11:30:00Z', by: { id: 'u', name: 'Ben' }, text: 'Wants a ramp' }],
  })
  expect(history.map(({ text, by }) => [text, by])).toEqual([
    ['Pave & Co declined the job', null],
    ['Note', 'Ben'],
    ['New → Contacted', 'Ada'],
    ['Offered to Pave & Co', null],
    ['Received from the home page', null],
  ])
})
