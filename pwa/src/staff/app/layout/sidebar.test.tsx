// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { WithoutStyles } from '../../testing/user.tsx'
import { areas, Sidebar } from './sidebar.tsx'

afterEach(cleanup)

test.each([
  ['/admin', 'Dashboard'],
  ['/admin/leads/7', 'Lead Management'],
  ['/admin/home-editor', 'Home Page Management'],
  ['/admin/home-editor/edit/root', 'Home Page Management'],
  ['/admin/about-editor', 'Home Page Management'],
  ['/admin/about-editor/edit/about-team', 'Home Page Management'],
  ['/admin/how-it-works-editor', 'Home Page Management'],
])('at %s the entry %s is lit, and no other', (path, entry) => {
  render(
    <WithoutStyles>
      <MemoryRouter initialEntries={[path]}>
        <Sidebar area={areas.admin} sidebar={{ isPhone: false, isOpen: true, close: () => {}, toggle: () => {} }} />
      </MemoryRouter>
    </WithoutStyles>,
  )
  const lit = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(lit.map((link) => link.getAttribute('aria-label'))).toEqual([entry])
})
