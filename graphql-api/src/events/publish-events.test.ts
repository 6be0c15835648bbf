import { jobOfEvent, leadSubmitted } from '@kerbside/schema/events/event.jobs'
import type { EnqueueAll } from '@kerbside/schema/events/event.queue'
import pino from 'pino'
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/test-app.ts'
import { createEventPublisher } from './publish-events.ts'

const app = useTestApp()
const at = new Date('2026-11-20T10:00:00Z')
const submitted = (leadId: number) => leadSubmitted(leadId, at)
const ids = [1, 2, 3]

function observed() {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  return { lines, log }
}

test('events reach the queue', async () => {
  const { publishEvent, flush } = createEventPublisher({ enqueueAll: app.deps.enqueueAll, log: app.deps.log })
  for (const id of ids) publishEvent(id, submitted(id))
  await flush()
  const jobs = await app.deps.queues.leads.getJobs()
  expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(ids.map((id) => jobOfEvent(id, submitted(id)).jobId)))
})

test('while Redis is away that is said once, and once when it is back', async () => {
  const { lines, log } = observed()
  let away = true
  const enqueueAll: EnqueueAll = async () => {
    if (away) throw new Error('Redis is end')
  }
  const { publishEvent, flush } = createEventPublisher({ enqueueAll, log })
  for (const id of ids) {
    publishEvent(id, submitted(id))
    await flush()
  }
  expect(lines).toHaveLength(1)

  away = false
  publishEvent(1, submitted(1))
  await flush()
  expect(lines).toHaveLength(2)
})

test('an event that this version cannot queue keeps no other of its batch waiting', async () => {
  await app.deps.queues.leads.obliterate({ force: true })
  const { lines, log } = observed()
  const { publishEvent, flush } = createEventPublisher({ enqueueAll: app.deps.enqueueAll, log })
  for (const id of ids) publishEvent(id, { ...submitted(id), ...(id === 2 && { type: 'lead.praised' as never }) })
  await flush()
  const jobs = await app.deps.queues.leads.getJobs()
  expect(jobs.map(({ id }) => String(id)).toSorted()).toEqual(['lead-1-submitted', 'lead-3-submitted'])
  expect(lines).toEqual([expect.stringContaining('outbox events left to the relay')])
})

test('what arrives while a batch is published goes with the next ones', async () => {
  const batches: number[] = []
  const enqueueAll: EnqueueAll = async (requests) => {
    batches.push(requests.length)
    if (batches.length === 1) for (let id = 2; id < 302; id += 1) publishEvent(id, submitted(id))
  }
  const { publishEvent, flush } = createEventPublisher({ enqueueAll, log: app.deps.log })
  publishEvent(1, submitted(1))
  await flush()
  expect(batches).toEqual([1, 200, 100])
})
