// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf, renderStaff } from '../testing/render-staff.tsx'
import { OutageNotices, workerAbsenceMessage } from './outages.tsx'

const atNoon = (day: number) => new Date(2026, 4, day, 12, 0)

test('staff read since when no worker has reported', () => {
  const absence = { since: new Date(2026, 4, 4, 9, 5).toISOString() }
  expect(workerAbsenceMessage(absence, atNoon(4))).toBe('No worker has reported since 09:05: emails and offers wait.')
  expect(workerAbsenceMessage(absence, atNoon(5))).toBe(
    'No worker has reported since 4 May 2026, 09:05: emails and offers wait.',
  )
})

test('a worker that is away and a mail server that is away are both announced', async () => {
  const since = atNoon(4).toISOString()
  const mailOutage = { kind: 'UNREACHABLE', since, nextTryAt: since, waiting: 0 }
  await renderStaff(<OutageNotices />, () => answerOf({ mailOutage, workerAbsence: { since } }))
  const notices = (await screen.findAllByRole('status')).map(({ textContent }) => textContent)
  expect(notices).toEqual([
    'No worker has reported since 4 May 2026, 12:00: emails and offers wait. They go out by themselves when a worker runs again.',
    'The mail server has been unreachable since 4 May 2026, 12:00. Emails go out by themselves when the server takes them again.',
  ])
})

test('staff are told since when test leads have not got through', async () => {
  const canaryAbsence = { since: atNoon(4).toISOString() }
  await renderStaff(<OutageNotices />, () => answerOf({ mailOutage: null, workerAbsence: null, canaryAbsence }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Test leads have not got through since 4 May 2026, 12:00: new leads may wait too. Ask whoever runs the system to look at its logs.',
  )
})
