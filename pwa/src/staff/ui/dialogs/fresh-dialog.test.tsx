// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import { DialogFrame } from './confirm-dialog.tsx'
import { usePartDialog } from './fresh-dialog.tsx'

test('a dialog whose code cannot be loaded says so, and opens once it can', async () => {
  let isOnline = false
  const load = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return DialogFrame
  }
  function Screen() {
    const { open, dialog } = usePartDialog(load, (Frame, title: string, state) => (
      <Frame {...state} title={title} actions={null} />
    ))
    return (
      <>
        <button type="button" onClick={() => open('Try it out')}>
          Try
        </button>
        {dialog}
      </>
    )
  }
  const { user } = await renderStaff(<Screen />, () => ({}))
  await user.click(screen.getByRole('button', { name: 'Try' }))
  await screen.findByText('This needs a connection')
  expect(screen.queryByRole('dialog')).toBeNull()
  isOnline = true
  await user.click(screen.getByRole('button', { name: 'Try' }))
  await screen.findByRole('dialog', { name: 'Try it out' })
})

test('of two dialogs that are asked for while they load the one that was asked for last opens', async () => {
  const arrived: (() => void)[] = []
  const load = () => new Promise<typeof DialogFrame>((resolve) => arrived.push(() => resolve(DialogFrame)))
  function Screen() {
    const first = usePartDialog(load, (Frame, _asked: void, state) => <Frame {...state} title="First" actions={null} />)
    const last = usePartDialog(load, (Frame, _asked: void, state) => <Frame {...state} title="Last" actions={null} />)
    const openBoth = () => {
      first.open()
      last.open()
    }
    return (
      <>
        <button type="button" onClick={openBoth}>
          Open both
        </button>
        {first.dialog}
        {last.dialog}
      </>
    )
  }
  const { user } = await renderStaff(<Screen />, () => ({}))
  await user.click(screen.getByRole('button', { name: 'Open both' }))
  for (const arrive of arrived.toReversed()) arrive()
  await screen.findByRole('dialog', { name: 'Last' })
  expect(screen.queryByText('First')).toBeNull()
})
