// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { noFilter } from '../lead-filter.ts'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { ExportLeads } from './export-leads.tsx'
import type { LeadExport } from './exports.queries.ts'

const waiting: LeadExport = { id: 'e1', state: 'WAITING', written: 0, total: null, downloadUrl: null }

/** The button on a server that answers with these steps, one for each question. */
async function openExport(...steps: (LeadExport | null)[]) {
  const sent: { operation: string; variables: object }[] = []
  const { user } = await renderStaff(
    <ExportLeads filter={{ ...noFilter, search: 'Byrne' }} />,
    (operation, variables) => {
      sent.push({ operation, variables })
      if (operation === 'ExportLeads') return answerOf({ exportLeads: waiting })
      const step = steps.length > 1 ? steps.shift() : steps[0]
      const gone = { message: 'There is no such export.', code: 'NOT_FOUND' }
      return answerOf({ leadExport: step }, step ? undefined : gone)
    },
  )
  const downloaded: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.getAttribute('href') ?? '')
  })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  return { user, sent, downloaded, click }
}

test('the button shows how far the file is, and downloads it once when it is ready', async () => {
  const { sent, downloaded, click } = await openExport(
    waiting,
    { ...waiting, state: 'WRITING', written: 500, total: null },
    { ...waiting, state: 'WRITING', written: 1_500, total: 2_000 },
    { ...waiting, state: 'READY', written: 2_000, total: 2_000, downloadUrl: '/api/exports/t' },
  )
  await screen.findByText('Exporting 500…')
  await screen.findByText('Exporting 1,500 of 2,000…')
  await screen.findByText('2,000 leads exported')
  await screen.findByRole('button', { name: 'Export CSV' })
  expect(downloaded).toEqual(['/api/exports/t'])
  expect(sent[0]).toEqual({ operation: 'ExportLeads', variables: { filter: { search: 'Byrne' } } })
  click.mockRestore()
})

test.each([
  ['failed', { ...waiting, state: 'FAILED' as const }, 'The export failed. Please try again.'],
  ['gone', null, 'There is no such export.'],
])('an export that is %s says so, and can be started again', async (_what, step, text) => {
  const { user, sent, downloaded, click } = await openExport(step)
  await screen.findByText(text)
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(sent.filter(({ operation }) => operation === 'ExportLeads')).toHaveLength(2))
  expect(downloaded).toEqual([])
  click.mockRestore()
})
