// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../../testing/user.tsx'
import { renderStaff } from '../../testing/render-staff.tsx'
import { noFilter } from '../lead-filter.ts'
import { bulkChangeFixture } from '../testing/bulk-change-fixture.ts'
import { leadFixture } from '../testing/lead-fixture.ts'
import { bulkDialogs } from './bulk-questions.tsx'

const outage = { message: 'Please try again in a moment.', extensions: { code: 'UNAVAILABLE' } }

type Sent = { operation: string; variables: { id: string; filter: object } }

const deletion = { ...bulkChangeFixture, kind: 'DELETE', status: null } as const
const gone = { message: 'The requested lead could not be found.', count: 1, leads: [{ id: '2', reference: 'KB-2' }] }
const deleted = { ...deletion, state: 'DONE', total: 3, done: 3, changed: 2, skipped: [gone] } as const

/** The dialog that deletes all leads that match, on a server that fails with each of these before it takes it. */
async function openDeletion(counted: { count: number; isCapped: boolean }, ...failures: object[]) {
  const sent: Sent[] = []
  const answer = (operation: string, variables: Sent['variables']) => {
    sent.push({ operation, variables })
    const failure = failures.shift()
    if (failure) return { data: null, ...failure }
    if (operation === 'StartBulkChange') return { data: { startBulkChange: deletion } }
    if (operation === 'DismissBulkChange') return { data: { dismissBulkChange: { id: deletion.id } } }
    return { data: { bulkChange: deleted } }
  }
  const target = {
    kind: 'delete',
    ...counted,
    leads: null,
    filter: { ...noFilter, search: 'Byrne' },
  } as const
  const finished: string[] = []
  const on = (what: string) => () => void finished.push(what)
  const Dialog = bulkDialogs.delete
  const { user } = await renderStaff(
    <Dialog target={target} open onClose={on('closed')} onDone={on('done')} onStarted={on('started')} />,
    answer,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete selected leads' }))
  return { sent, dialog, finished, press: (name: string) => user.click(dialog.getByRole('button', { name })) }
}

test('of up to 200 leads the dialog waits for the end; those that were left out are named with their reason', async () => {
  const { sent, dialog, finished, press } = await openDeletion({ count: 3, isCapped: false })
  dialog.getByText('Delete 3 selected lead(s)? This cannot be undone.')
  await press('Delete')
  await dialog.findByText('2 leads deleted')
  dialog.getByText('1 lead skipped')
  dialog.getByText('The requested lead could not be found. (1)')
  expect(dialog.getByRole('link', { name: 'KB-2' }).getAttribute('href')).toBe('/2')
  await expect
    .poll(() => sent.map(({ operation }) => operation))
    .toEqual(['StartBulkChange', 'BulkChange', 'DismissBulkChange'])
  expect(finished).toEqual(['done'])
  await press('Close')
  expect(finished).toEqual(['done', 'closed'])
})

test('with more it goes on without the dialog, under one id however often it is tried', async () => {
  const { sent, dialog, finished, press } = await openDeletion({ count: 450, isCapped: false }, { errors: [outage] })
  dialog.getByText('Delete 450 selected lead(s)? This cannot be undone.')
  await press('Delete')
  await dialog.findByText('Please try again in a moment.')
  expect(finished).toEqual([])
  await press('Try again')
  await expect.poll(() => finished).toEqual(['done', 'closed', 'started'])
  expect(sent.map(({ operation }) => operation)).toEqual(['StartBulkChange', 'StartBulkChange'])
  expect(sent[0]?.variables).toMatchObject({ kind: 'DELETE', filter: { search: 'Byrne' } })
  expect(new Set(sent.map(({ variables }) => variables.id)).size).toBe(1)
})

test('where nobody has counted how many match, it says that all of them will be deleted', async () => {
  const { sent, dialog, press } = await openDeletion({ count: 2_000, isCapped: true })
  dialog.getByText('Delete 2,000+ selected lead(s)? This cannot be undone. All that match will be deleted.')
  await press('Delete')
  await expect.poll(() => sent).toMatchObject([{ variables: { filter: { search: 'Byrne' } } }])
})

/** The dialog that emails two selected leads, on a server that fails with each of these before it takes it. */
async function openFollowUp(...failures: object[]) {
  const sent: { id: string; message: string; leads: { id: string; version: number }[] }[] = []
  const done = { ...bulkChangeFixture, kind: 'MESSAGE', state: 'DONE', total: 2, done: 2, changed: 2 } as const
  const answer = (operation: string, variables: (typeof sent)[number]) => {
    if (operation === 'DismissBulkChange') return { data: { dismissBulkChange: { id: variables.id } } }
    sent.push(variables)
    const failure = failures.shift()
    return failure ? { data: null, ...failure } : { data: { startBulkChange: done } }
  }
  const leads = ['1', '2'].map((id) => ({ ...leadFixture, id, reference: `KB-${id}` }))
  const target = { kind: 'message', count: 2, isCapped: false, leads, filter: noFilter } as const
  const Dialog = bulkDialogs.message
  const on = { onClose: () => {}, onDone: () => {}, onStarted: () => {} }
  const { user } = await renderStaff(<Dialog target={target} open {...on} />, answer)
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Follow-up' }))
  const message = dialog.getByRole('textbox', { name: 'Message' })
  return {
    sent,
    user,
    dialog,
    message,
    press: () => user.click(dialog.getByRole('button', { name: /^Email 2 leads|^Try/ })),
  }
}

test('a follow-up that met an outage is sent again under the same id, with the text as it was typed', async () => {
  const { sent, user, dialog, message, press } = await openFollowUp({ errors: [outage] })
  await enter(user, message, 'May we call?')
  await press()
  await dialog.findByText('Please try again in a moment.')
  await press()
  await screen.findByText('Follow-up on its way for 2 leads')
  const { version } = leadFixture
  const leads = ['1', '2'].map((id) => ({ id, version }))
  expect(sent.map((each) => [each.message, each.leads])).toEqual(Array(2).fill(['May we call?', leads]))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})

test('a follow-up without a text is not sent', async () => {
  const { sent, user, dialog, message, press } = await openFollowUp()
  await user.clear(message)
  await press()
  await dialog.findByText('Write a message')
  expect(sent).toEqual([])
})
