// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { answerOf, renderStaff, type Failure } from '../../testing/render-staff.tsx'
import { ImportLeads } from './import-leads.tsx'
import type { LeadImport } from './imports.queries.ts'

const sent: LeadImport = {
  id: 'i1',
  fileName: 'spring.csv',
  state: 'MAPPING',
  rows: 1_300,
  columns: [
    { name: 'Forename', sample: 'Aoife', field: 'first_name' },
    { name: 'Contact', sample: 'aoife@example.com', field: null },
    { name: 'Shoe size', sample: '', field: null },
  ],
  fields: [
    { name: 'first_name', label: 'First name', isRequired: true },
    { name: 'email', label: 'Email', isRequired: true },
    { name: 'postcode', label: 'Postcode', isRequired: false },
  ],
  processed: 0,
  added: 0,
  existing: 0,
  skipped: 0,
  problems: [],
  problemsUrl: null,
}
const checked: LeadImport = {
  ...sent,
  state: 'CHECKED',
  processed: 1_300,
  added: 1_288,
  existing: 10,
  skipped: 2,
  problems: [
    { row: 4, column: 'Contact', message: 'Enter an email address' },
    { row: 9, column: '', message: 'The row has more cells than the header' },
  ],
  problemsUrl: '/api/imports/t',
}

type Step = LeadImport | Failure

/** The dialog on a server that answers with these steps: what a press starts, then what is asked for. */
async function openImport(steps: Step[], { role = 1, upload = async () => 'i1' } = {}) {
  const asked: { operation: string; variables: object }[] = []
  const { user } = await renderStaff(
    <ImportLeads upload={upload} />,
    (operation, variables) => {
      asked.push({ operation, variables })
      const step = (steps.length > 1 ? steps.shift() : steps[0]) as Step
      const name = { CheckImport: 'checkImport', ImportLeads: 'importLeads', ImportProgress: 'leadImport' }[operation]
      return 'code' in step ? answerOf({}, step) : answerOf({ [String(name)]: step })
    },
    role,
  )
  return { user, asked }
}

const press = async (user: Awaited<ReturnType<typeof openImport>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

async function chooseFile(user: Awaited<ReturnType<typeof openImport>>['user']) {
  await press(user, 'Import')
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'spring.csv', { type: 'text/csv' }))
}

async function mapContact(user: Awaited<ReturnType<typeof openImport>>['user'], option: string) {
  await user.click(await screen.findByRole('combobox', { name: /^What is Contact\?/ }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test('a file is mapped, checked, imported and reported', async () => {
  const { user, asked } = await openImport([
    sent,
    { ...sent, state: 'CHECKING' },
    { ...sent, state: 'CHECKING', processed: 500 },
    checked,
    { ...sent, state: 'IMPORTING' },
    { ...sent, state: 'IMPORTING', processed: 700 },
    { ...checked, state: 'IMPORTED' },
  ])
  await chooseFile(user)
  await screen.findByText('No column yet for Email.')
  const columns = within(screen.getByRole('list', { name: 'Columns of the file' })).getAllByRole('listitem')
  expect(columns.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ForenameAoife.*First name \*/),
    expect.stringMatching(/^Contactaoife@example.com/),
    expect.stringMatching(/^Shoe sizeEmpty in the first rows/),
  ])
  expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', true)
  await mapContact(user, 'Email *')
  await press(user, 'Check')
  await screen.findByText('Checking… 500 of 1,300 rows')

  await screen.findByText('1,288 leads would be added')
  screen.getByText('10 rows are there already')
  screen.getByText('2 rows are left out because of problems')
  const problems = within(screen.getByRole('table', { name: 'Problems' })).getAllByRole('row')
  expect(problems.slice(1).map(({ textContent }) => textContent)).toEqual([
    '4ContactEnter an email address',
    '9The row has more cells than the header',
  ])
  expect(screen.getByRole('link', { name: 'Download all problems' }).getAttribute('href')).toBe('/api/imports/t')

  await press(user, 'Import 1,288 leads')
  await screen.findByText('Importing… 700 of 1,300 rows')
  await screen.findByText('1,288 leads added')
  screen.getByText('2 rows were left out because of problems')
  expect(asked.filter(({ operation }) => operation !== 'ImportProgress')).toEqual([
    { operation: 'CheckImport', variables: { id: 'i1', fields: ['first_name', 'email', null] } },
    { operation: 'ImportLeads', variables: { id: 'i1' } },
  ])
  await press(user, 'Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a field that is chosen again leaves the column that it had', async () => {
  const { user } = await openImport([sent])
  await chooseFile(user)
  await mapContact(user, 'First name *')
  expect(screen.getByRole('combobox', { name: /^What is Forename\?/ }).textContent).toBe('Not imported')
  screen.getByText('No column yet for Email.')
})

test('from the dry run one goes back to the columns, and a file with nothing new has nothing to import', async () => {
  const nothing = { ...checked, added: 0, existing: 1_298 }
  const { user } = await openImport([nothing])
  await chooseFile(user)
  await screen.findByText('0 leads would be added')
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await press(user, 'Change the columns')
  await screen.findByRole('list', { name: 'Columns of the file' })
})

test('a file that is rejected says why, and another can be chosen', async () => {
  let tries = 0
  const upload = async () => {
    tries += 1
    if (tries === 1) throw new ApiError('INVALID', 'The file is not text in UTF-8.')
    return 'i1'
  }
  const { user } = await openImport([sent], { upload })
  await chooseFile(user)
  await screen.findByText('The file is not text in UTF-8.')
  await user.upload(await screen.findByLabelText('CSV file'), new File(['x'], 'b.csv'))
  await screen.findByRole('list', { name: 'Columns of the file' })
  expect(screen.queryByText('The file is not text in UTF-8.')).toBeNull()
})

test.each<[string, Step[], string]>([
  ['failed', [{ ...sent, state: 'FAILED' }], 'The import failed. Check the file again'],
  ['gone', [{ message: 'There is no such import.', code: 'NOT_FOUND' }], 'There is no such import.'],
])('an import that is %s says so', async (_what, steps, text) => {
  const { user } = await openImport(steps)
  await chooseFile(user)
  expect((await screen.findByText(new RegExp(text))).closest('[role=dialog]')).not.toBeNull()
})

test('who may not import sees no button', async () => {
  await openImport([sent], { role: 2 })
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})
