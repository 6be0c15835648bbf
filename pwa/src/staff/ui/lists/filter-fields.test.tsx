// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { renderStaff } from '../../testing/render-staff.tsx'
import { SearchField } from './filter-fields.tsx'

afterEach(() => void vi.useRealTimers())

/** A list's search, typed into this moment, beside a link to one of its entries. */
async function openSearch() {
  const searches: string[] = []
  await renderStaff(
    <>
      <SearchField label="Search" value="" onSearch={(text) => searches.push(text)} />
      <Link to="/manager/leads/7">KB-7</Link>
      <button type="button">Filters</button>
    </>,
    () => ({}),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const value of ['B', 'By', 'Byrne']) {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value } })
  }
  const afterPause = () => act(() => void vi.advanceTimersByTime(500))
  return { searches, afterPause }
}

test('a text is searched for once, after a pause in typing, whatever is pressed beside it', async () => {
  const { searches, afterPause } = await openSearch()
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(searches).toEqual([])
  afterPause()
  expect(searches).toEqual(['Byrne'])
})

test('whoever opens an entry within that pause is not brought back to the list', async () => {
  const { searches, afterPause } = await openSearch()
  fireEvent.click(screen.getByRole('link', { name: 'KB-7' }))
  afterPause()
  expect(searches).toEqual([])
})
