// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter } from '../testing/user.tsx'
import { answerOf, renderStaff, type Failure } from '../testing/render-staff.tsx'
import { ContractorListPage } from './contractor-list-page.tsx'
import { aFirm } from './testing/firms.ts'

const acme = aFirm({
  contacts: [{ name: 'Priya', role: 'Owner', email: 'priya@acme.example', phone: null, isMain: false }],
  workingHours: [{ day: 'MONDAY', from: '08:00', to: '17:00' }],
  verifiedUntil: '2000-01-02T12:34:56Z',
  history: { offersMade: 40, offersAccepted: 12, acceptanceRate: 30 },
  evidenceState: { expired: 1, expiring: 2 },
  version: 3,
})
const dryRun = {
  reference: null,
  trade: 'driveways',
  area: 'South West London (SW1A)',
  closed: null,
  freePlaces: 5,
  firms: [
    { contractorId: 'c1', contractorName: 'Acme', outcome: 'OFFERED', reasons: ['Does driveways', 'Works in SW1A'] },
    { contractorId: 'c2', contractorName: 'Zed', outcome: 'NOT_SUITABLE', reasons: ['The firm is paused'] },
  ],
}

/** What a colleague has saved before a conflict. */
const theirs = { areas: [{ kind: 'OUTCODE' as const, value: 'D02' }], active: false, dailyCap: 2, version: 4 }

/** The screen, signed in as an admin, on a server that stores nothing else and fails once with each of these. */
async function openContractors(...failures: Failure[]) {
  const sent: { operation: string; variables: object }[] = []
  const stored = { ...acme }
  const { user } = await renderStaff(<ContractorListPage />, (operation, variables) => {
    if (operation === 'Contractors') return answerOf({ contractors: [acme] })
    if (operation === 'Contractor') return answerOf({ contractor: stored })
    sent.push({ operation, variables })
    if (failures[0]?.code === 'CONFLICT') Object.assign(stored, theirs)
    const data = {
      createContractor: acme,
      updateContractor: acme,
      revokeContractorLinks: acme,
      deleteContractor: true,
      dryRunMatching: dryRun,
    }
    return answerOf(data, failures.shift())
  })
  return { user, sent }
}
type Opened = Awaited<ReturnType<typeof openContractors>>

const dialog = () => within(screen.getByRole('dialog'))
const field = (label: string | RegExp) => dialog().getByLabelText(label, { selector: 'input' })
const press = ({ user }: Opened, name: string) => user.click(dialog().getByRole('button', { name }))

async function openDialog({ user }: Opened, button: string) {
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog')
}

async function fillIn({ user }: Opened) {
  await enter(user, field(/^Name/), 'Bow Paving')
  await enter(user, field(/^Email/), 'jobs@bow.example')
  await enter(user, field(/^Trades/), 'drive')
  await user.keyboard('{Enter}')
}

test('a firm is added with areas as they are typed, by Enter, by a comma and by leaving the field', async () => {
  const page = await openContractors()
  await openDialog(page, 'Add Contractor')
  await fillIn(page)
  await enter(page.user, field(/^Areas/), 'sw1a')
  await page.user.keyboard('{Enter}d02,')
  await enter(page.user, field(/^Areas/), 'co. cork')
  await enter(page.user, field(/^Offers per day/), '7')
  await press(page, 'Add Contractor')
  await screen.findByText('Contractor added successfully')
  const input = {
    name: 'Bow Paving',
    email: 'jobs@bow.example',
    phone: null,
    trades: ['driveways'],
    areas: ['SW1A', 'D02', 'County Cork'],
    dailyCap: 7,
    weeklyCap: null,
    active: true,
    pausedUntil: null,
    verifiedUntil: null,
    contacts: [],
    workingHours: [],
    outsideHours: 'HOLD',
    offerEmails: 'SINGLE',
    weight: 1,
  }
  expect(page.sent).toEqual([{ operation: 'CreateContractor', variables: { input } }])
})

test('an area that is unknown stays in its field with the error, and nothing is sent until it is mended', async () => {
  const page = await openContractors()
  await openDialog(page, 'Add Contractor')
  await fillIn(page)
  await enter(page.user, field(/^Areas/), 'SW1A, XX9')
  await press(page, 'Add Contractor')
  await dialog().findByText(/We do not know the area “XX9”/)
  expect(field(/^Areas/)).toHaveProperty('value', 'XX9')
  expect(document.activeElement).toBe(field(/^Areas/))
  expect(page.sent).toEqual([])
  await page.user.clear(field(/^Areas/))
  await press(page, 'Add Contractor')
  await screen.findByText('Contractor added successfully')
  expect(page.sent[0]?.variables).toMatchObject({ input: { areas: ['SW1A'] } })
})

test('areas are picked on a map by keyboard beside those that are typed, and nothing is saved by that', async () => {
  const page = await openContractors()
  await openDialog(page, 'Edit Acme')
  await press(page, 'Pick on a map')
  const map = within(await screen.findByRole('dialog', { name: 'Pick areas' }))
  map.getByText('1 area chosen')
  const pressed = (name: string) => map.getByRole('button', { name }).getAttribute('aria-pressed')
  expect(pressed('SW, South West London, 1 district chosen')).toBe('false')
  map.getByRole('button', { name: 'County Carlow, the whole county' }).focus()
  await page.user.keyboard('{ArrowRight} ')
  map.getByText('2 areas chosen')
  expect(pressed('R21, Mhuine Bheag')).toBe('true')
  await page.user.click(map.getByRole('button', { name: 'KW, Kirkwall' }))
  await page.user.click(map.getByRole('button', { name: 'KW, Kirkwall' }))
  await page.user.click(map.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pick areas' })).toBeNull())
  expect(page.sent).toEqual([])
  await press(page, 'Save')
  await screen.findByText('Contractor updated successfully')
  expect(page.sent[0]?.variables).toEqual({ id: 'c1', input: { areas: ['SW1A', 'R21'], version: 3 } })
})

test('required fields are asked for before anything is sent', async () => {
  const page = await openContractors()
  await openDialog(page, 'Add Contractor')
  await press(page, 'Add Contractor')
  await screen.findByText('Please fill in required fields')
  expect(dialog().getAllByText('This is required')).toHaveLength(4)
  expect(document.activeElement).toBe(field(/^Name/))
  expect(page.sent).toEqual([])
})

test('editing sends only what was changed, with the version; what a colleague has saved stands beside it', async () => {
  const message = 'A colleague has just changed this firm.'
  const page = await openContractors({ message, code: 'CONFLICT' })
  await openDialog(page, 'Edit Acme')
  await page.user.type(field(/^Areas/), 'uk{Enter}')
  await press(page, 'Save')
  await screen.findByText('Failed to update contractor')
  await dialog().findByText(message)
  await dialog().findByText('A colleague has saved here meanwhile: D02')
  expect(field(/^Offers per day/)).toHaveProperty('value', '2')
  await press(page, 'Save')
  await screen.findByText('Contractor updated successfully')
  const input = { areas: ['SW1A', 'UK'], version: 4 }
  expect(page.sent[1]).toEqual({ operation: 'UpdateContractor', variables: { id: 'c1', input } })
})

test('contacts and hours are changed together; an error of one of them stands at its field', async () => {
  const wrong = 'The main contact gets the firm’s emails: enter an address'
  const page = await openContractors({
    message: wrong,
    code: 'BAD_USER_INPUT',
    fields: { 'contacts.1.email': [wrong] },
  })
  await openDialog(page, 'Edit Acme')
  await press(page, 'Add a contact')
  const second = within(dialog().getByRole('group', { name: 'Contact 2' }))
  expect(document.activeElement).toBe(second.getByLabelText(/^Contact name/))
  await page.user.keyboard('Sam')
  await page.user.click(dialog().getByRole('combobox', { name: 'Emails of the firm go to' }))
  await page.user.click(screen.getByRole('option', { name: 'Sam (no email yet)' }))
  await page.user.click(dialog().getByLabelText('Tuesday', { selector: 'input' }))
  await press(page, 'Save')
  await dialog().findByText(wrong)
  expect(document.activeElement).toBe(second.getByLabelText('Contact email'))
  await page.user.keyboard('sam@acme.example')
  await press(page, 'Remove contact 1')
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Add a contact' }))
  await press(page, 'Save')
  await screen.findByText('Contractor updated successfully')
  const input = {
    contacts: [{ name: 'Sam', role: '', email: 'sam@acme.example', phone: '', isMain: true }],
    workingHours: [
      { day: 'MONDAY', from: '08:00', to: '17:00' },
      { day: 'TUESDAY', from: '08:00', to: '17:00' },
    ],
    version: 3,
  }
  expect(page.sent[1]).toEqual({ operation: 'UpdateContractor', variables: { id: 'c1', input } })
})

test('an error of the server is shown at its field', async () => {
  const taken = 'This email address is already in use.'
  const page = await openContractors({ message: taken, code: 'BAD_USER_INPUT', fields: { email: [taken] } })
  await openDialog(page, 'Edit Acme')
  await page.user.type(field(/^Email/), 'x')
  await press(page, 'Save')
  await dialog().findByText(taken)
  expect(document.activeElement).toBe(field(/^Email/))
})

test('the list names the state, the verification and the history of a firm, and deleting names what it does', async () => {
  const page = await openContractors({ message: 'That firm could not be found.', code: 'NOT_FOUND' })
  const row = (await screen.findByText('Acme')).closest('tr, li')?.textContent
  expect(row).toContain('Unverified')
  expect(row).toContain('Verification ran out 2 Jan 2000')
  expect(row).toContain('12 of 40 accepted (30%)')
  expect(row).toContain('1 file expired')
  await openDialog(page, 'Delete Acme')
  dialog().getByText(/Delete Acme \(jobs@acme\.example\)\? Its open offers are withdrawn/)
  await press(page, 'Delete Contractor')
  await dialog().findByText('That firm could not be found.')
  await press(page, 'Delete Contractor')
  await screen.findByText('Contractor deleted successfully')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the menu of a firm revokes all links, and says before what that does', async () => {
  const page = await openContractors({ message: 'A colleague was quicker.', code: 'CONFLICT' })
  await page.user.click(await screen.findByRole('button', { name: 'More actions for Acme' }))
  await page.user.click(screen.getByRole('menuitem', { name: 'Revoke All Links' }))
  await screen.findByRole('dialog', { name: 'Revoke all links of Acme' })
  dialog().getByText(/every email to Acme so far will stop working.*sent to jobs@acme\.example/)
  await press(page, 'Revoke All Links')
  await dialog().findByText('A colleague was quicker.')
  await press(page, 'Revoke All Links')
  await screen.findByText('All links revoked')
  expect(page.sent[1]).toEqual({ operation: 'RevokeContractorLinks', variables: { id: 'c1' } })
})

test('a dry run shows each firm with its reasons; what is wrong stands at its field', async () => {
  const wrong = 'Enter a full UK postcode'
  const page = await openContractors({ message: wrong, code: 'BAD_USER_INPUT', fields: { postcode: [wrong] } })
  await openDialog(page, 'Who would get a lead?')
  await enter(page.user, field('Postcode'), 'SW1A 1A')
  await press(page, 'Check the firms')
  await dialog().findByText(wrong)
  await page.user.type(field('Postcode'), 'A')
  await press(page, 'Check the firms')
  await dialog().findByText('1 of 2 firms would get it')
  dialog().getByText('An imagined lead: Driveways, South West London (SW1A) · 5 free places')
  expect(dialog().getByText('Zed').closest('li')?.textContent).toBe('ZedThe firm is pausedNot suitable')
  expect(page.sent[1]).toEqual({
    operation: 'DryRunMatching',
    variables: { postcode: 'SW1A 1AA', trade: 'driveways' },
  })
  await enter(page.user, field('Reference of a lead'), 'KB-ABCDEF')
  await press(page, 'Check the firms')
  await waitFor(() => expect(page.sent[2]?.variables).toEqual({ lead: 'KB-ABCDEF' }))
})
