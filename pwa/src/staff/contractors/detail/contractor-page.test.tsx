// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { answerOf, renderStaff } from '../../testing/render-staff.tsx'
import { aFirm } from '../testing/firms.ts'
import { ContractorPage } from './contractor-page.tsx'
import type { AddEvidence } from './contractor.queries.ts'
import type { ListedContractor } from '../contractors.queries.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const acme = aFirm({
  phone: '+447700900123',
  contacts: [{ name: 'Priya', role: 'Owner', email: 'priya@acme.example', phone: null, isMain: true }],
  workingHours: [{ day: 'MONDAY', from: '08:00', to: '17:00' }],
  weeklyCap: 20,
  history: { offersMade: 4, offersAccepted: 1, acceptanceRate: 25 },
})
const offer = {
  leadId: '7',
  reference: 'KB-ABCDEF',
  area: 'South West London (SW1A)',
  trade: 'driveways',
  expiresAt: inDays(1),
}
const offers = [
  { ...offer, state: 'OFFERED', offeredAt: inDays(0), decidedAt: null },
  { ...offer, leadId: '6', reference: 'KB-ABCDEG', state: 'DECLINED', offeredAt: inDays(-2), decidedAt: inDays(-1) },
  {
    ...offer,
    leadId: '5',
    reference: 'KB-ABCDEH',
    state: 'ACCEPTED',
    offeredAt: inDays(-3),
    decidedAt: inDays(-2),
    outcome: { kind: 'QUOTED', text: 'Quoted £2,450.00', at: inDays(-1) },
  },
  { ...offer, leadId: '4', reference: 'KB-ABCDEJ', state: 'ACCEPTED', offeredAt: inDays(-4), decidedAt: inDays(-3) },
]
const file = { kind: 'LIABILITY_INSURANCE', size: 9, uploadedBy: 'Ada', createdAt: inDays(-90) }
const evidence = [
  { ...file, id: 'e1', fileName: 'old.pdf', expiresAt: inDays(-1) },
  { ...file, id: 'e2', fileName: 'soon.pdf', expiresAt: inDays(20) },
  { ...file, id: 'e3', fileName: 'fine.pdf', kind: 'ACCREDITATION', expiresAt: null },
]

async function openPage({
  contractor = acme as ListedContractor | null,
  upload = (async () => {}) as AddEvidence,
} = {}) {
  const sent: string[] = []
  const { user } = await renderStaff(<ContractorPage upload={upload} />, (operation, variables) => {
    sent.push(`${operation} ${variables.id}${variables.accept === undefined ? '' : ` ${variables.accept}`}`)
    const data = {
      contractor,
      contractorOffers: offers,
      contractorEvidence: evidence,
      evidenceUrl: '/api/evidence/t',
      contractorWebhook: null,
      deleteEvidence: true,
      answerAreaRequest: { id: 'c1' },
    }
    return answerOf(data)
  })
  return { user, sent }
}
const dialog = () => within(screen.getByRole('dialog'))
const rowOf = async (text: string) =>
  within((await screen.findByText(text, { exact: false })).closest('li, tr') as HTMLElement)

test('a firm’s page has its facts, its contacts, and its offers with their leads', async () => {
  await openPage()
  await screen.findByRole('heading', { name: 'Acme' })
  screen.getByText('Mon 08:00–17:00 (Europe/London)')
  screen.getByText('5 a day, 20 a week')
  ;(await rowOf('Priya, Owner')).getByText('Gets the emails')
  await screen.findByText(/1 of 4 accepted \(25%\)/)
  expect((await screen.findByRole('link', { name: 'KB-ABCDEG' })).getAttribute('href')).toBe('/admin/leads/6')
  ;(await rowOf('KB-ABCDEG')).getByText('Declined')
  ;(await rowOf('KB-ABCDEF')).getByText('Waiting for answer')
})

test('evidence is shown as expired or expiring, and is deleted after a question', async () => {
  const { user, sent } = await openPage()
  ;(await rowOf('old.pdf')).getByText('Expired')
  ;(await rowOf('soon.pdf')).getByText('Expires soon')
  expect((await rowOf('fine.pdf')).queryByText(/^Expire/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete old.pdf' }))
  await screen.findByText(/Delete old\.pdf \(Public liability insurance\)\?/)
  await user.click(dialog().getByRole('button', { name: 'Delete file' }))
  await screen.findByText('Evidence deleted')
  expect(sent).toContain('DeleteEvidence e1')
})

test('a file is asked for, sent with kind and expiry, and an error stands at its field', async () => {
  const wrong = 'Choose a PDF, JPEG or PNG file: this is none of them, whatever its name is.'
  const upload = vi
    .fn<AddEvidence>()
    .mockRejectedValueOnce(new ApiError('INVALID', wrong, { fields: { file: [wrong] } }))
    .mockResolvedValue(undefined)
  const { user } = await openPage({ upload })
  await user.click(await screen.findByRole('button', { name: 'Add evidence' }))
  await screen.findByRole('dialog')
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  dialog().getByText('Choose a file')
  expect(upload).not.toHaveBeenCalled()
  await user.upload(dialog().getByLabelText('File'), new File(['x'], 'scan.png', { type: 'image/png' }))
  dialog().getByText('scan.png')
  await user.click(dialog().getByRole('combobox', { name: 'Kind' }))
  await user.click(screen.getByRole('option', { name: 'Identity' }))
  await user.type(dialog().getByLabelText('Expires'), '2099-12-31')
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  await dialog().findByText(wrong)
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  await screen.findByText('Evidence added')
  const [firmId, sent] = upload.mock.calls[1] ?? []
  expect([firmId, sent?.file.name, sent?.kind, sent?.expiresAt?.slice(0, 4)]).toEqual([
    'c1',
    'scan.png',
    'identity',
    '2099',
  ])
})

test('what a firm reported of its jobs stands beside each and is counted', async () => {
  await openPage()
  ;(await rowOf('KB-ABCDEH')).getByText('Quoted £2,450.00')
  const counts = screen.getByText(/^What it reported of accepted jobs/).textContent
  expect(counts).toBe('What it reported of accepted jobs: 1 quoted · 1 without a report')
})

test.each([
  ['Accept', 'Areas changed', 'true'],
  ['Reject', 'Request rejected', 'false'],
])('areas that a firm asks for are shown as a difference: %s', async (button, toast, accept) => {
  const areas = [{ kind: 'OUTCODE' as const, value: 'W8' }]
  const { user, sent } = await openPage({ contractor: { ...acme, areaRequest: { areas, at: inDays(-1) } } })
  await screen.findByText('To add: W8')
  screen.getByText('To drop: SW1A')
  await user.click(screen.getByRole('button', { name: button }))
  await screen.findByText(toast)
  expect(sent).toContain(`AnswerAreaRequest c1 ${accept}`)
})

test('a firm that is not there leads back to the list', async () => {
  await openPage({ contractor: null })
  await screen.findByText('Contractor Not Found')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Back to Contractors' }).getAttribute('href')).toBe('/admin/contractors'),
  )
})
