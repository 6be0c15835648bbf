import { jobOfEvent, leadSubmitted } from '@kerbside/schema/events/event.jobs'
import pino from 'pino'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { createEventPublisher } from './publish-events.ts'

const app = useTestApp()
const at = new Date('2026-11-20T10:00:00Z')
const submitted = (leadId: number) => leadSubmitted(leadId, at)
const ids = [1, 2, 3]

test('events reach the queue', async () => {
  const { publishEvent, flush } = createEventPublisher({ enqueueAll: app.deps.enqueueAll, log: app.deps.log })
  for (const id of ids) publishEvent(id, submitted(id))
  await flush()
  const jobs = await app.deps.queues.leads.getJobs()
  expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(ids.map((id) => jobOfEvent(id, submitted(id)).jobId)))
})

test('an event that Redis does not take is left to the relay, and said so; the others are published', async () => {
  await app.deps.queues.leads.obliterate({ force: true })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { publishEvent, flush } = createEventPublisher({ enqueueAll: app.deps.enqueueAll, log })
  for (const id of ids) publishEvent(id, { ...submitted(id), ...(id === 2 && { type: 'lead.praised' as never }) })
  await flush()
  const jobs = await app.deps.queues.leads.getJobs()
  expect(jobs.map(({ id }) => String(id)).toSorted()).toEqual(['lead-1-submitted', 'lead-3-submitted'])
  expect(lines).toEqual([expect.stringMatching(/lead-2-submitted.+event left to the relay/)])
})
