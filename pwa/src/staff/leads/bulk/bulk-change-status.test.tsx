// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import { bulkChangeFixture } from '../testing/bulk-change-fixture.ts'
import { BulkChangeStatus } from './bulk-change-status.tsx'
import type { BulkChange } from './bulk-changes.queries.ts'

function Status() {
  const [open, setOpen] = useState(false)
  return <BulkChangeStatus open={open} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
}

/** The line above the list, on a server that answers with these steps, one for each question. */
async function openStatus(...steps: (Partial<BulkChange> | null)[]) {
  const sent: string[] = []
  const { user } = await renderStaff(<Status />, (operation) => {
    sent.push(operation)
    const step = steps.length > 1 && operation === 'BulkChange' ? steps.shift() : steps[0]
    const change = step ? { ...bulkChangeFixture, ...step } : null
    if (operation === 'StopBulkChange') {
      steps = [{ ...change, state: 'STOPPED' }]
      return { data: { stopBulkChange: { ...change, state: 'STOPPED' } } }
    }
    if (operation === 'DismissBulkChange') return { data: { dismissBulkChange: { id: bulkChangeFixture.id } } }
    return { data: { bulkChange: change } }
  })
  const line = async () => within(await screen.findByRole('group', { name: 'Change of many leads' }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { sent, line, press }
}

test('progress is shown until the report, which is there until it is closed', async () => {
  const running = { state: 'RUNNING', total: 5_000 } as const
  const skipped = [
    { message: 'A converted lead cannot become contacted.', count: 15, leads: [{ id: '7', reference: 'KB-7' }] },
  ]
  const { sent, line, press } = await openStatus(
    { state: 'WAITING' },
    { ...running, done: 1_200 },
    { ...running, state: 'DONE', done: 5_000, changed: 4_985, skipped },
  )
  ;(await line()).getByText('Moving… Listing the leads')
  await (await line()).findByText('Moving… 1,200 of 5,000 leads')
  await (await line()).findByText('4,985 leads moved to Contacted. Others were left out.')
  await press('Report')
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  dialog.getByText('15 leads skipped')
  dialog.getByText('A converted lead cannot become contacted. (15)')
  dialog.getByText(/and 14 more/)
  await press('Close')
  await waitFor(() => expect(sent.at(-1)).toBe('DismissBulkChange'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Stop ends it, and says how far it came', async () => {
  const { press } = await openStatus({ state: 'RUNNING', total: 450, done: 200, changed: 200 })
  await press('Show')
  await press('Stop')
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Status' }))
  await dialog.findByText('Stopped after 200 of 450 leads.')
  dialog.getByText('200 leads moved to Contacted')
  expect(dialog.queryByRole('button', { name: 'Stop' })).toBeNull()
})

test('one that failed says why', async () => {
  const error = 'The person who asked for this may not do it any more.'
  const { press } = await openStatus({ state: 'FAILED', total: 450, done: 3, changed: 3, error })
  await press('Report')
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    `Ended after 3 of 450 leads: ${error}`,
  ])
})

test('without a change there is nothing to see', async () => {
  const { sent } = await openStatus(null)
  await waitFor(() => expect(sent).toEqual(['BulkChange']))
  expect(screen.queryByRole('group')).toBeNull()
})
