// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderStaff } from '../testing/render-staff.tsx'
import { readAuditState, writeAuditState } from './audit-filters.tsx'
import { AuditPage } from './audit-page.tsx'

const anEntry = (id: string, changes: object = {}) => ({
  id,
  at: '2026-11-20T10:05:00Z',
  by: { name: 'Mia' },
  action: 'LEAD_VIEWED',
  subject: { kind: 'LEAD', id: '7', label: 'KB-AAAAAA' },
  details: null,
  ...changes,
})

const page = (nodes: object[]) => ({
  totalCount: nodes.length,
  totalIsCapped: false,
  pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  nodes,
})

const show = (nodes: object[]) =>
  renderStaff(<AuditPage />, (operation) => ({
    data: operation === 'AuditPeople' ? { users: [] } : { auditTrail: page(nodes) },
  }))

test('an entry has time, person, action, its subject with the way to its screen, and details', async () => {
  await show([
    anEntry('a'),
    anEntry('b', { by: null, action: 'LEAD_SHARED', details: 'With North, who accepted the job' }),
    anEntry('c', { action: 'USER_CHANGED', subject: { kind: 'USER', id: 'u', label: 'Ben & Co' } }),
  ])
  await screen.findByText('3 entries, newest first')
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['KB-AAAAAA', '/admin/leads/7'],
    ['KB-AAAAAA', '/admin/leads/7'],
    ['Ben & Co', '/admin/users?q=Ben%20%26%20Co'],
  ])
  const [opened, shared] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(opened).toMatch(/^Opened a lead20 Nov 2026, \d\d:05Mia · Lead KB-AAAAAA$/)
  expect(shared).toMatch(/^Shared contact details.*A firm · Lead KB-AAAAAA/)
  expect(shared).toContain('With North, who accepted the job')
})

test('what was deleted has no way to its screen, and an action of a newer release is shown all the same', async () => {
  await show([
    anEntry('a', { action: 'LEAD_DELETED' }),
    anEntry('b', { action: 'NEW', subject: { kind: 'NEW', id: '', label: 'X' } }),
  ])
  await screen.findByText('2 entries, newest first')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Did something')).toBeDefined()
})

test('an empty trail says what will be there', async () => {
  await show([])
  expect(await screen.findByText('No entries yet')).toBeDefined()
})

const read = (text: string) => readAuditState(new URLSearchParams(text))

test.each([
  'by=65f000000000000000000001&action=lead.viewed&kind=held-quote&reference=KB-AAAAAA&from=2026-11-01&to=2026-11-20',
  'action=user.signed-in&after=abc&page=2',
  'before=abc',
])('the address has every filter and the place: %s', (address) => {
  expect(writeAuditState(read(address), address.includes('page') ? 2 : 1).toString()).toBe(address)
})

test.each(['by=Ben', 'by={"$gt":""}', 'action=lead', 'kind=leads', 'from=yesterday', 'to=2026-13-40', 'reference=+'])(
  'what cannot be filters nothing: %s',
  (address) => expect(read(address)).toEqual(read('')),
)
