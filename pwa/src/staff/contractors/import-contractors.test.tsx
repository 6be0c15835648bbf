// @vitest-environment jsdom
import type { ContractorImport } from '@kerbside/schema/imports/contractor-fields'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { answerOf, renderStaff } from '../testing/render-staff.tsx'
import { ImportContractors } from './import-contractors.tsx'

const report: ContractorImport = {
  rows: 4,
  added: 2,
  existing: 1,
  skipped: 1,
  problems: [{ row: 3, column: 'Areas', message: 'We do not know the area “XX9”.' }],
}

async function openImport(answers: (ContractorImport | Error)[]) {
  const sent: string[] = []
  const send = async ({ file, isDryRun }: { file: File; isDryRun: boolean }) => {
    sent.push(`${file.name}${isDryRun ? ', dry run' : ''}`)
    const answer = answers.shift() ?? report
    if (answer instanceof Error) throw answer
    return answer
  }
  const { user } = await renderStaff(<ImportContractors send={send} />, () => answerOf({ contractors: [] }))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (name: string) =>
    user.upload(dialog.getByLabelText('CSV file'), new File(['Name'], name, { type: 'text/csv' }))
  return { user, sent, dialog, choose }
}

test('a file is checked first, with each problem by row and column; then what is good is imported', async () => {
  const { user, sent, dialog, choose } = await openImport([])
  expect(dialog.getByRole('link', { name: 'Download a sample file' }).getAttribute('href')).toMatch(/^data:text\/csv/)
  await choose('firms.csv')
  await dialog.findByText('2 firms would be added')
  dialog.getByText('1 row of firms that are there already')
  expect(dialog.getByRole('listitem').textContent).toBe('Row 3, Areas: We do not know the area “XX9”.')
  expect(sent).toEqual(['firms.csv, dry run'])
  await user.click(dialog.getByRole('button', { name: 'Import 2 firms' }))
  await dialog.findByText('2 firms added')
  expect(sent).toEqual(['firms.csv, dry run', 'firms.csv'])
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('a file that cannot be read says why, and another one can be chosen; without a new firm nothing can be imported', async () => {
  const { dialog, choose } = await openImport([
    new ApiError('INVALID', 'The file has no column for Areas.'),
    { ...report, added: 0 },
  ])
  await choose('wrong.csv')
  await dialog.findByText('The file has no column for Areas.')
  await choose('again.csv')
  await dialog.findByText('0 firms would be added')
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
})
