// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderStaff } from '../testing/render-staff.tsx'
import { RecentActivity } from './recent-activity.tsx'

const at = new Date(Date.now() - 5 * 60_000).toISOString()
const anEntry = (id: string, changes: object) => ({
  id,
  at,
  by: { name: 'Mia' },
  action: 'LEAD_CHANGED',
  subject: { kind: 'LEAD', id: '7', label: 'KB-AAAAAA' },
  details: null,
  ...changes,
})

test('each change tells who did what to what and when, with the way to its screen', async () => {
  const entries = [
    anEntry('a', { details: 'Status new → contacted' }),
    anEntry('b', { action: 'SETTINGS_CHANGED', subject: { kind: 'SETTINGS', id: 'settings', label: 'Firms' } }),
    anEntry('c', { by: null, action: 'LEAD_SHARED' }),
    anEntry('d', { action: 'LEAD_DELETED' }),
  ]
  await renderStaff(<RecentActivity />, () => ({ data: { recentChanges: entries } }))
  await screen.findByText(/^Mia changed a lead/)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Mia changed a lead: KB-AAAAAAStatus new → contacted · 5 minutes ago',
    'Mia changed the settings: Firms5 minutes ago',
    'A firm got contact details: KB-AAAAAA5 minutes ago',
    'Mia deleted a lead: KB-AAAAAA5 minutes ago',
  ])
  const links = screen.getAllByRole('link', { name: 'KB-AAAAAA' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/leads/7', '/admin/leads/7'])
  expect(screen.getAllByText('5 minutes ago')[0]?.title).toMatch(/\d{4}, \d\d:\d\d$/)
})

test('before anything was changed it says what will be there', async () => {
  await renderStaff(<RecentActivity />, () => ({ data: { recentChanges: [] } }))
  await screen.findByText('Nothing yet')
  expect(screen.getByRole('link', { name: 'Audit trail' }).getAttribute('href')).toBe('/admin/audit')
})
