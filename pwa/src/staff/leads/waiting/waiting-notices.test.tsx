// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import type { ChangeState, WaitingChange } from './waiting-changes.ts'
import { WaitingNotice } from './waiting-notices.tsx'

const at = Date.parse('2026-11-02T09:05:00')
const aMove = (state: ChangeState): WaitingChange => ({
  id: 'c1',
  userId: 'u1',
  kind: 'status',
  value: { to: 'CONTACTED', note: null },
  leadId: '7',
  leadTitle: 'Aoife Byrne',
  version: 1,
  part: 'NEW',
  at,
  isTried: false,
  state,
})
const show = (change: WaitingChange) => renderStaff(<WaitingNotice change={change} />, () => ({}))
const conflict = { kind: 'conflict', by: 'Mia', theirs: 'Converted', version: 2, part: 'CONVERTED' } as const

test('what waits says so, with what was chosen and when', async () => {
  await show(aMove({ kind: 'waiting' }))
  expect(screen.getByRole('alert').textContent).toContain('Waiting to be sent: Contacted (2 Nov 2026, 09:05)')
})

test('a conflict names the colleague and both values', async () => {
  await show(aMove({ ...conflict, isPossible: true }))
  const text = screen.getByRole('alert').textContent
  expect(text).toContain('Changed meanwhile by MiaThe status is now Converted. You chose Contacted.')
  const choices = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(choices).toEqual(['Leave it Converted', 'Change it to Contacted'])
})

test('a move that the colleague’s does not allow any more cannot be insisted on', async () => {
  await show(aMove({ ...conflict, isPossible: false }))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave it Converted'])
})

test('a note that the server does not take is told with its reason and text, which can be copied', async () => {
  const reason = 'The homeowner has had their details erased. This lead stays as it is.'
  const note = { kind: 'note', value: 'The gate code is on the fence.' } as const
  const { user } = await show({ ...aMove({ kind: 'rejected', reason }), ...note })
  screen.getByText(reason)
  screen.getByText(/The gate code is on the fence\./)
  await user.click(screen.getByRole('button', { name: 'Copy as text' }))
  expect(await navigator.clipboard.readText()).toBe('The gate code is on the fence.')
  screen.getByRole('button', { name: 'Discard' })
})
