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
