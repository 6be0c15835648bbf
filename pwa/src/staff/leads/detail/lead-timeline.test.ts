import { expect, test } from 'vitest'
import { journeyFacts, originFacts, projectFacts } from './lead-facts.ts'
import { timelineOf } from './lead-timeline.tsx'
import { leadFixture } from '../testing/lead-fixture.ts'

const none = null
const lead = leadFixture

const details = { attemptLog: [], bounce: null, messageId: null, template: null }

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

test('the timeline tells offers, decisions, moves and notes, latest first', () => {
  const offer = {
    contractorId: 'c',
    contractorName: 'Pave & Co',
    expiresAt: '2026-01-03T10:01:00Z',
    sendAt: null,
    digestDay: null,
    declinedBecause: null,
    outcomes: [],
    rating: null,
  }
  const timeline = timelineOf({
    ...lead,
    offers: [{ ...offer, state: 'DECLINED', offeredAt: '2026-01-02T10:01:00Z', decidedAt: '2026-01-02T12:00:00Z' }],
    statusHistory: [
      { from: 'NEW', to: 'CONTACTED', at: '2026-01-02T11:00:00Z', by: { name: 'Ada' }, note: 'Rang twice' },
    ],
    activity: [
      {
        kind: 'NOTE',
        at: '2026-01-02T11:30:00Z',
        by: { id: 'u', name: 'Ben' },
        text: 'Wants a ramp',
        outcome: null,
        mentions: [],
        assignedTo: none,
        followUpAt: none,
        quote: none,
      },
    ],
  })
  expect(timeline.map(({ text, by }) => [text, by])).toEqual([
    ['Pave & Co declined the job', null],
    ['Note', 'Ben'],
    ['New → Contacted', 'Ada'],
    ['Offered to Pave & Co', null],
    ['Received from the home page', null],
  ])
})

test('the timeline tells assignments, follow-ups, calls, and emails sent or failed', () => {
  const entry = {
    by: { id: 'u', name: 'Ben' },
    text: none,
    outcome: null,
    mentions: [],
    assignedTo: none,
    followUpAt: none,
    quote: none,
  }
  const email = { contractorId: none, attempts: 1, ...details, lastError: none, refused: false, nextTryAt: none }
  const timeline = timelineOf({
    ...lead,
    activity: [
      { ...entry, kind: 'ASSIGNED', at: '2026-01-02T10:10:00Z', assignedTo: { name: 'Ada' } },
      { ...entry, kind: 'FOLLOW_UP', at: '2026-01-02T10:11:00Z', followUpAt: '2026-01-09T09:00:00Z' },
      { ...entry, kind: 'FOLLOW_UP', at: '2026-01-02T10:12:00Z' },
      { ...entry, kind: 'CALLED', at: '2026-01-02T10:13:00Z' },
      { ...entry, kind: 'EMAILED', at: '2026-01-02T10:14:00Z' },
      { ...entry, kind: 'ASSIGNED', at: '2026-01-02T10:12:00Z' },
    ],
    deliveries: [
      { ...email, id: 'a', kind: 'CONFIRMATION', state: 'SENT', sentAt: lead.createdAt, updatedAt: lead.createdAt },
      {
        ...email,
        id: 'b',
        kind: 'CONTACT_DETAILS',
        state: 'FAILED',
        sentAt: none,
        updatedAt: '2026-01-02T10:05:00Z',
        lastError: '550 no such mailbox',
      },
      { ...email, id: 'c', kind: 'OFFER', state: 'QUEUED', sentAt: none, updatedAt: '2026-01-02T10:06:00Z' },
    ],
  })
  expect(timeline.map(({ text, by, note }) => [text, by, note])).toEqual([
    ['Emailed', 'Ben', none],
    ['Called', 'Ben', none],
    ['Follow-up cleared', 'Ben', none],
    ['Assigned to nobody', 'Ben', none],
    ['Follow-up set for 9 Jan 2026', 'Ben', none],
    ['Assigned to Ada', 'Ben', none],
    ['Email failed: Contact details to a firm', none, '550 no such mailbox'],
    ['Email sent: Confirmation to the homeowner', none, none],
    ['Received from the home page', none, none],
  ])
})

test('the timeline tells what the homeowner wished; stopping includes having enough', () => {
  const at = '2026-01-02T11:00:00Z'
  const latest = (wishes: Partial<typeof lead>) => timelineOf({ ...lead, ...wishes })[0]?.text
  expect(latest({ enoughQuotesAt: at })).toMatch(/^The homeowner has enough quotes/)
  expect(latest({ enoughQuotesAt: at, sharingStoppedAt: at })).toMatch(/^The homeowner stopped sharing/)
  expect(latest({ enoughQuotesAt: at, sharingStoppedAt: at, erasedAt: at })).toMatch(/details erased$/)
})

test('a quote is told with its amount, by whom and its message, and so is its email', () => {
  const file = { id: 'f1', name: 'offer.pdf', size: 120_000 }
  const id = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
  const quote = { id, amount: 245_000, currency: 'GBP' as const, firmName: 'Stone & Sons', file }
  const at = '2026-01-02T11:00:00Z'
  const entry = { kind: 'QUOTE_SENT' as const, at, by: { id: 'u', name: 'Ben' }, text: 'With drains.', quote }
  const email = {
    contractorId: none,
    attempts: 1,
    ...details,
    lastError: none,
    refused: false,
    nextTryAt: none,
    updatedAt: at,
  }
  const timeline = timelineOf({
    ...lead,
    activity: [{ ...entry, outcome: null, mentions: [], assignedTo: none, followUpAt: none }],
    deliveries: [
      { ...email, id: `lead-7-quote-${quote.id}`, kind: 'QUOTE', state: 'SENT', sentAt: '2026-01-02T11:00:05Z' },
    ],
  })
  expect(timeline.slice(0, 2)).toEqual([
    { at: '2026-01-02T11:00:05Z', text: 'Email sent: Quote of £2,450.00 to the homeowner', by: none, note: none },
    { at, text: 'Sent a quote of £2,450.00 from Stone & Sons', by: 'Ben', note: 'With drains.', file },
  ])
})

test('the timeline tells what a firm reported of its job', () => {
  const outcomes = [{ kind: 'QUOTED' as const, text: 'Quoted £2,450.00', at: '2026-01-03T09:00:00Z' }]
  const times = {
    offeredAt: '2026-01-02T10:01:00Z',
    expiresAt: '2026-01-03T10:01:00Z',
    decidedAt: '2026-01-02T12:00:00Z',
    sendAt: null,
    digestDay: null,
    declinedBecause: null,
  }
  const offer = {
    contractorId: 'c',
    contractorName: 'Pave & Co',
    state: 'ACCEPTED' as const,
    ...times,
    outcomes,
    rating: null,
  }
  expect(timelineOf({ ...lead, offers: [offer] })[0]).toMatchObject({ text: 'Pave & Co reported: Quoted £2,450.00' })
})

test('of an imported lead no page is named that it would have been sent from', () => {
  const imported = { ...lead, isImported: true }
  expect(timelineOf(imported).at(-1)?.text).toBe('Received elsewhere, then imported')
  expect(originFacts(imported).map(({ label }) => label)).not.toContain('Page')
  expect(originFacts(lead).map(({ label }) => label)).toContain('Page')
})

test('photos that a colleague added within a minute are one event, a later one another', () => {
  const photo = {
    kind: 'PHOTO_ADDED' as const,
    text: none,
    outcome: null,
    mentions: [],
    assignedTo: none,
    followUpAt: none,
    quote: none,
  }
  const [ada, ben] = [
    { id: 'a', name: 'Ada' },
    { id: 'b', name: 'Ben' },
  ]
  const activity = [
    { ...photo, at: '2026-01-02T11:30:01Z', by: ada },
    { ...photo, at: '2026-01-02T11:30:05Z', by: ben },
    { ...photo, at: '2026-01-02T11:30:40Z', by: ada },
    { ...photo, at: '2026-01-02T12:00:00Z', by: ada },
  ]
  expect(
    timelineOf({ ...lead, activity })
      .slice(0, 3)
      .map(({ at, text, by }) => [at.slice(11, 19), text, by]),
  ).toEqual([
    ['12:00:00', 'Added a photo', 'Ada'],
    ['11:30:40', 'Added 2 photos', 'Ada'],
    ['11:30:05', 'Added a photo', 'Ben'],
  ])
})

const price = {
  id: 'e1',
  contractorId: 'f1',
  contractorName: 'Stone & Sons',
  number: 1,
  variationOf: none,
  extraWork: none,
  kind: 'FIXED' as const,
  currency: 'GBP' as const,
  isVatRegistered: false,
  lines: [],
  totals: { net: 245_000, vat: 0, total: 245_000, provisional: 0, rates: [] },
  deposit: 0,
  stages: [],
  checklist: [],
  startDay: none,
  durationDays: none,
  validUntilDay: '2026-02-01',
  guaranteeYears: none,
  insurer: none,
  files: [],
  message: none,
  sentAt: '2026-01-03T10:00:00Z',
  enteredBy: none,
  changes: [],
  state: 'REPLACED' as const,
  decidedAt: '2026-01-05T10:00:00Z',
  seenAt: '2026-01-04T10:00:00Z',
  declinedBecause: none,
  withdrawnBecause: none,
  chosenBy: none,
  agreedStartDay: none,
}

test('the timeline tells each price once: who sent or entered it, what changed, when it was seen, and what became of it', () => {
  const second = {
    ...price,
    id: 'e2',
    number: 2,
    enteredBy: { name: 'Mia' },
    changes: ['Deposit: £300.00 → £0.00'],
    sentAt: '2026-01-05T10:00:00Z',
    seenAt: none,
    state: 'DECLINED' as const,
    decidedAt: '2026-01-06T10:00:00Z',
    declinedBecause: 'TOO_DEAR' as const,
  }
  const outcomes = [price, second].map(({ sentAt }) => ({ kind: 'QUOTED' as const, text: 'Quoted', at: sentAt }))
  const at = '2026-01-02T10:00:00Z'
  const offer = { contractorId: 'f1', contractorName: 'Stone & Sons', state: 'ACCEPTED' as const, offeredAt: at }
  const rest = { expiresAt: at, decidedAt: at, sendAt: none, digestDay: none, declinedBecause: none, rating: none }
  const events = timelineOf({ ...lead, estimates: [price, second], offers: [{ ...offer, ...rest, outcomes }] })
  expect(events.slice(0, 4).map(({ text, by, note }) => [text, by, note])).toEqual([
    ['The price of £2,450.00 from Stone & Sons was declined', none, 'The prices are too high'],
    ['Entered another price of £2,450.00 for Stone & Sons', 'Mia', 'Deposit: £300.00 → £0.00'],
    ['The homeowner saw the price from Stone & Sons', none, none],
    ['Stone & Sons sent a price of £2,450.00', none, none],
  ])
  expect(events.some(({ text }) => text.includes('reported'))).toBe(false)
})
