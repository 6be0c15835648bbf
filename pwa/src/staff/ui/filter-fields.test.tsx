// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { expect, test } from 'vitest'
import { renderStaff } from '../testing/render-staff.tsx'
import { SearchField } from './filter-fields.tsx'

/** A list's search beside a link to one of its entries. */
async function openSearch() {
  const searches: string[] = []
  const { user } = await renderStaff(
    <>
      <SearchField label="Search" value="" onSearch={(text) => searches.push(text)} />
      <Link to="/manager/leads/7">KB-7</Link>
      <button type="button">Filters</button>
    </>,
    () => ({}),
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'Byrne')
  const pauseIsOver = () => new Promise((resolve) => setTimeout(resolve, 500))
  return { searches, user, pauseIsOver }
}

test('a text is searched for once, after a pause in typing, whatever is pressed beside it', async () => {
  const { searches, user, pauseIsOver } = await openSearch()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  expect(searches).toEqual([])
  await pauseIsOver()
  expect(searches).toEqual(['Byrne'])
})

test('whoever opens an entry within that pause is not brought back to the list', async () => {
  const { searches, user, pauseIsOver } = await openSearch()
  await user.click(screen.getByRole('link', { name: 'KB-7' }))
  await pauseIsOver()
  expect(searches).toEqual([])
})
