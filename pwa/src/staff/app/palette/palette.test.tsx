// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { enter } from '../../testing/user.tsx'
import { leadFixture } from '../../leads/testing/lead-fixture.ts'
import { matching } from '../../leads/lead-search.ts'
import { PaletteButton } from './palette-button.tsx'
import { beginsWords, type AreaName } from './palette-entries.ts'

function Place() {
  const { pathname, search, state } = useLocation()
  return <output>{pathname + search + (state ? JSON.stringify(state) : '')}</output>
}

async function openStaff(name: AreaName, answer = answerOf({ leads: { totalCount: 1, nodes: [leadFixture] } })) {
  const searched: string[] = []
  const { user } = await renderStaff(
    <>
      <PaletteButton name={name} />
      <main>
        <input type="search" aria-label="Search list" />
      </main>
      <Place />
    </>,
    (_operation, variables) => {
      searched.push(variables.filter.search)
      return answer
    },
    name === 'admin' ? 1 : 2,
  )
  const openPalette = async () => {
    await user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('combobox', { name: 'Go to' })
  }
  return { user, searched, openPalette }
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('a manager is offered what managers may open and do, an admin more', async () => {
  const { openPalette } = await openStaff('manager')
  await openPalette()
  expect(offered()).toEqual([
    'Dashboard',
    'My Leads',
    'Lead board',
    'Report',
    'Add photos to a lead',
    'Export CSV',
    'Keys',
  ])
})

test('the report is found by its name', async () => {
  const { user, openPalette } = await openStaff('admin')
  await enter(user, await openPalette(), 'report')
  await user.keyboard('{Enter}')
  expect(document.querySelector('output')?.textContent).toBe('/admin/report')
})

test('an admin’s action leads to its screen, which is asked to do it', async () => {
  const { user, openPalette } = await openStaff('admin')
  const field = await openPalette()
  await enter(user, field, 'add u')
  expect(offered()).toEqual(['Add user'])
  await user.keyboard('{Enter}')
  expect(document.querySelector('output')?.textContent).toBe('/admin/users{"asked":"add-user"}')
})

test('a lead is searched for once, after a pause in typing, and opened by Enter', async () => {
  const { user, searched, openPalette } = await openStaff('manager')
  const field = await openPalette()
  await user.type(field, 'aoife')
  const group = within(await screen.findByRole('group', { name: 'Leads' }))
  expect(group.getByRole('option').textContent).toContain('Aoife Byrne')
  expect(searched).toEqual(['aoife'])
  await user.keyboard('{Enter}')
  expect(document.querySelector('output')?.textContent).toBe(`/manager/leads/${leadFixture.id}`)
})

/** Whatever is about to open has opened. */
const settled = () => act(() => vi.dynamicImportSettled())

test('keys open the search and their list, and do nothing while somebody types or in a dialog', async () => {
  const { user } = await openStaff('admin')
  await user.keyboard('/')
  const search = screen.getByLabelText('Search list')
  expect(document.activeElement).toBe(search)
  fireEvent.keyDown(search, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(search, { key: '?' })
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  search.blur()
  await user.keyboard('?')
  within(await screen.findByRole('dialog', { name: 'Keys' })).getByText('Search the list')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await settled()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('the keys that act alone can be switched off and, from the palette, on again', async () => {
  const { user, openPalette } = await openStaff('manager')
  await user.keyboard('?')
  const single = await screen.findByRole('switch', { name: 'Single keys (/ and ?) on this device' })
  await user.click(single)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitForElementToBeRemoved(screen.queryByRole('dialog'))
  await user.keyboard('?/')
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).not.toBe(screen.getByLabelText('Search list'))

  await enter(user, await openPalette(), 'keys')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('switch'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  expect((await screen.findByRole<HTMLInputElement>('switch')).checked).toBe(true)
})

test('without a connection leads are found among those of the device, a phone number however it is written', () => {
  const lead = { ...leadFixture, mobile: '+447700900123' }
  const other = {
    ...leadFixture,
    id: '8',
    reference: 'KB-ZZZ999',
    fullName: 'Ben Hall',
    mobile: '+353861234567',
    email: '',
  }
  for (const text of ['0 7700 900123', 'kb-abc', 'AOIFE']) expect(matching([lead, lead, other], text)).toEqual([lead])
})

test('each word that is typed begins a word of the label', () => {
  expect(beginsWords('Add photos to a lead', 'photo add')).toBe(true)
  expect(beginsWords('Add photos to a lead', 'dd')).toBe(false)
  expect(beginsWords('Settings', '')).toBe(true)
})
