import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('a file of firms is imported after a look at what would be added, and again adds nothing', async () => {
  const id = crypto.randomUUID().slice(0, 8)
  const { page, close } = await openSignedIn(`/admin/contractors?q=${id}`)
  const dialog = page.getByRole('dialog')
  const good = `Orkney Import ${id},import-${id}@orkney.example,driveways,KW16`
  const file = {
    name: 'firms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Company,Email,Services,Postcodes\n${good}\nWrong,wrong-${id}@orkney.example,driveways,XX9\n`),
  }
  const choose = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await dialog.getByLabel('CSV file').setInputFiles(file)
  }
  await choose()
  await dialog.getByText('1 firm would be added').waitFor()
  await dialog.getByText('Row 3, Postcodes: We do not know the area “XX9”').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 firm' }).press('Enter')
  await dialog.getByText('1 firm added').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('row').filter({ hasText: 'KW16' }).waitFor()
  await choose()
  await dialog.getByText('0 firms would be added').waitFor()
  await close()
})
