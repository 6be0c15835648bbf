import { expect, test } from 'vitest'
import { asText, removalMessage, queuedTitle, waitingMessage } from './queue-messages.ts'

const minute = 60_000
const day = 24 * 60 * minute

test('after a day the words ask for something to be done', () => {
  expect(waitingMessage(0, 3 * day + 5)).toBe('Waiting for 3 days — send it now or call us')
  expect(waitingMessage(0, day)).toBe('Waiting for 1 day — send it now or call us')
})

test('before that they say how long it has been', () => {
  expect(waitingMessage(0, 30_000)).toMatch(/^Saved just now\./)
  expect(waitingMessage(0, 5 * minute)).toMatch(/^Saved 5 minutes ago\./)
  expect(waitingMessage(0, 120 * minute)).toMatch(/^Waiting for 2 hours\./)
})

test('a clock that was set back does not make it negative', () => {
  expect(waitingMessage(day, 0)).toMatch(/^Saved just now\./)
})

test('what goes is told with its last day: a week after the homeowner was first told', () => {
  const told = Date.UTC(2026, 1, 27, 12)
  expect(removalMessage(told, told + 3 * day)).toBe('After 6 March it is removed from this phone.')
  expect(removalMessage(undefined, told)).toBe('After 6 March it is removed from this phone.')
})

const answers = [
  { name: 'first_name', label: 'First name', value: 'Aoife' },
  { name: 'drivewayType', label: 'Type of job', value: 'New driveway' },
  { name: 'additionalInfo', label: 'Additional information', value: '' },
]

test('the text holds every answer with its label, and nothing empty', () => {
  expect(asText({ answers })).toBe('First name: Aoife\nType of job: New driveway')
})

test('a request is named by its job, or by who asked', () => {
  expect(queuedTitle({ answers })).toBe('New driveway')
  expect(queuedTitle({ answers: answers.slice(0, 1) })).toBe('Quote request from Aoife')
  expect(queuedTitle({ answers: [] })).toBe('Quote request')
})
