// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { theme } from '../../ui/theme.ts'
import { leadFixture } from '../testing/lead-fixture.ts'
import { LeadListBar } from './lead-list-bar.tsx'
import { LeadListPage } from './lead-list-page.tsx'
import type { Selection } from './use-selection.ts'

const journey = {
  ...leadFixture,
  pickupLocation: 'Galway',
  dropoffLocation: 'Cork',
  dateOfTravel: '2026-12-03',
  pickupTime: '09:30',
  groupType: 'School trip',
  distance: 204,
  additionalInfo: 'Two wheelchairs',
}

const stats = { total: 1, new: 1, contacted: 0, quoted: 0, converted: 0, lost: 0, conversionRate: 0, thisWeek: 1 }

/** Without layout, as jsdom is, rows are cards. */
async function openList(
  path: '/admin/leads' | '/manager/leads',
  { failing = false, changes = {}, hasNextPage = false, total = Promise.resolve(1) } = {},
) {
  const { user } = await renderStaff(
    <ThemeProvider theme={theme}>
      <LeadListPage path={path} title="Leads" />
    </ThemeProvider>,
    async (operation) => {
      if (operation === 'LeadTotal' && hasNextPage)
        return answerOf({ leads: { totalCount: await total, totalIsCapped: false } })
      if (operation === 'LeadStats') return { data: { leadStats: stats } }
      if (operation === 'LeadList' && failing)
        return { data: null, errors: [{ message: 'Please wait a moment.', extensions: { code: 'INTERNAL' } }] }
      if (operation !== 'LeadList') return { data: null, errors: [{ message: 'Not here', extensions: {} }] }
      const pageInfo = { hasNextPage, startCursor: null, endCursor: null }
      return answerOf({ leads: { pageInfo, nodes: [{ ...journey, ...changes }] } })
    },
    path === '/manager/leads' ? 2 : 1,
  )
  return user
}

const row = async () => within((await screen.findByText('Aoife Byrne')).closest('li') ?? document.body)

test('a manager’s row on a phone shows job and postcode and has View and Assign, which asks whom', async () => {
  const user = await openList('/manager/leads')
  const lead = await row()
  lead.getByText(/Galway → Cork · SW1A 1AA/)
  expect(lead.getByRole('link', { name: 'View KB-ABC234, Aoife Byrne' }).textContent).toBe('View')
  await user.click(lead.getByRole('button', { name: 'Assign KB-ABC234, Aoife Byrne' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Leads' }))
  dialog.getByText('1 lead selected.')
  screen.getByLabelText('Search name, email, mobile, pickup or dropoff')
})

test('an admin’s row has View and Delete', async () => {
  await openList('/admin/leads')
  const lead = await row()
  expect(lead.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete KB-ABC234, Aoife Byrne',
  ])
  lead.getByRole('link', { name: 'View KB-ABC234, Aoife Byrne' })
})

test('the row of a homeowner who stopped says so, and has no link that calls at once', async () => {
  await openList('/manager/leads', { changes: { sharingStoppedAt: '2026-01-02T10:30:00Z' } })
  const lead = await row()
  lead.getByText('Do not contact')
  lead.getByRole('button', { name: 'Call Aoife Byrne: do not contact' })
  expect(lead.getAllByRole('link').map((link) => link.getAttribute('href')?.startsWith('tel:'))).toEqual([false, false])
})

test('a list is shown while its leads are still counted', async () => {
  let tell: (count: number) => void = () => {}
  const total = new Promise<number>((resolve) => (tell = resolve))
  await openList('/manager/leads', { hasNextPage: true, total })
  onTestFinished(() => tell(60)) // so that no answer is waited for where an expectation fails
  await row()
  const texts = () => screen.getAllByText(/newest first|^Page /).map(({ textContent }) => textContent)
  expect(texts()).toEqual(['Leads, newest first', 'Page 1'])
  tell(60)
  await waitFor(() => expect(texts()).toEqual(['60 leads, newest first', 'Page 1 of 3']))
})

test('of more selected leads than are counted the bar says so, also at the button that deletes them', async () => {
  const ofPage: Selection['ofPage'] = { size: 'small', checked: true, indeterminate: false, onChange: () => {} }
  const selection = { count: 2_000, isCapped: true, isEverything: true, rows: [], ofPage } as unknown as Selection
  await renderStaff(
    <ThemeProvider theme={theme}>
      <LeadListBar summary="" selection={selection} onAct={() => {}} view={null} onView={() => {}} />
    </ThemeProvider>,
    () => ({ data: null }),
  )
  expect(screen.getByRole('status').textContent).toBe('2,000+ leads selected')
  screen.getByRole('button', { name: 'Delete Selected (2,000+)' })
})

test('a list that is all on its first page counts itself', async () => {
  await openList('/manager/leads')
  await row()
  expect(screen.getByText(/newest first/).textContent).toBe('1 lead, newest first')
})

test('a list that cannot be loaded says so above the server’s sentence', async () => {
  await openList('/manager/leads', { failing: true })
  const title = await screen.findByText('Failed to fetch quotes')
  expect(title.closest('[role=alert]')?.textContent).toMatch(/^Failed to fetch quotesPlease wait a moment\./)
})
