import { expect, test } from 'vitest'
import { deliveryId, messageId } from '../deliveries/delivery.ts'
import { exportJob } from '../exports/export.ts'
import { importJob } from '../imports/import.ts'
import {
  canaryJob,
  jobOfEvent,
  jobs,
  leadReopened,
  leadSubmitted,
  offerDecided,
  offersChanged,
  quoteSent,
  readEvent,
  sendJob,
  type JobRequest,
} from './event.jobs.ts'

const at = new Date(0)
const requests: JobRequest[] = [
  jobOfEvent(42, leadSubmitted(42, at)),
  jobOfEvent(42, offerDecided('offer.accepted', 42, 'abc', at)),
  jobOfEvent(42, offerDecided('offer.declined', 42, 'abc', at)),
  jobOfEvent(42, leadReopened(42, at)),
  jobOfEvent(42, offersChanged('offer.made', 42, at)),
  jobOfEvent(42, offersChanged('offer.withdrawn', 42, at)),
  jobOfEvent(42, quoteSent(42, at)),
  sendJob({ id: deliveryId(42, 'offer', 'abc'), round: 0 }),
  sendJob({ id: deliveryId(42, 'offer', 'abc'), round: 1 }),
  exportJob('65f000000000000000000042'),
  importJob('65f000000000000000000042', 1),
  canaryJob(7),
]

test('job ids are deterministic, different for different work, and such as the queue takes', () => {
  expect(requests.map(({ jobId }) => jobId)).toEqual([
    'lead-42-submitted',
    'lead-42-offer-accepted-abc-0',
    'lead-42-offer-declined-abc-0',
    'lead-42-reopened-0',
    'lead-42-offer-made-0',
    'lead-42-offer-withdrawn-0',
    'lead-42-quote-sent-0',
    'lead-42-offer-abc-send-0',
    'lead-42-offer-abc-send-1',
    'export-65f000000000000000000042',
    'import-65f000000000000000000042-1',
    'canary-7',
  ])
  for (const { jobId } of requests) expect(jobId).not.toMatch(/:|^\d+$/)
})

test('every payload is understood by its own schema and holds ids only', () => {
  for (const { name, data } of requests) {
    expect(jobs[name].data.parse(data)).toEqual(data)
    expect(Object.keys(data).every((key) => key.endsWith('Id'))).toBe(true)
  }
})

test.each([
  ['lead.submitted', { leadId: '42' }],
  ['lead.submitted', { leadId: 0 }],
  ['offer.accepted', { leadId: 42 }],
  ['delivery.send', { deliveryId: '' }],
  ['leads.export', { exportId: 'all' }],
] as const)('%s does not take %j', (name, data) => {
  expect(jobs[name].data.safeParse(data).success).toBe(false)
})

test.each([
  [{ ...leadSubmitted(42, at), type: 'lead.praised' }],
  [{ ...leadSubmitted(42, at), type: 'toString' }],
  [{ ...leadSubmitted(42, at), id: 'lead:42' }],
  [{ ...leadSubmitted(42, at), id: '42' }],
  [{ ...leadSubmitted(42, at), id: '' }],
  [{ ...offerDecided('offer.accepted', 42, 'abc', at), contractorId: null }],
])('the event %j is not understood', (event) => {
  expect(readEvent(42, event)).toBeNull()
})

test('an event as it is stored becomes its job', () => {
  const event = offerDecided('offer.accepted', 42, 'abc', at)
  expect(readEvent(42, event)).toEqual(jobOfEvent(42, event))
})

test('each purpose of a lead has one delivery and one Message-ID', () => {
  expect(deliveryId(42, 'confirmation')).toBe('lead-42-confirmation')
  expect(deliveryId(42, 'contact-details', 'abc')).toBe('lead-42-contact-details-abc')
  expect(deliveryId(42, 'offer', 'abc', 0)).toBe('lead-42-offer-abc')
  expect(deliveryId(42, 'offer', 'abc', 1)).toBe('lead-42-offer-abc-2')
  expect(deliveryId(42, 'quote', '0f7a3c1e')).toBe('lead-42-quote-0f7a3c1e')
  expect(messageId({ id: 'lead-42-confirmation' }, 'kerbside.example')).toBe('<lead-42-confirmation@kerbside.example>')
})
