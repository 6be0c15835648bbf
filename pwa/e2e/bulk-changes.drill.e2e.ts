import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousInBothSchemes } from './testing/axe.ts'
import { fileOf, importedLead } from './testing/import-file.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

const count = 210
/** As long as the server may take for so many, each in a transaction of its own. */
const atServer = { timeout: 240_000 }

/** The lead list with more leads than one call changes, all of them selected. */
async function selectAll(page: Page): Promise<void> {
  await page.getByLabel('Select all leads on this page').check()
  await page.getByRole('button', { name: `Select all ${count} that match` }).click()
  await page.getByText(`All ${count} leads that match are selected.`).waitFor()
}

test('all that match are changed by the server while the page is closed, and the report waits for the person', async () => {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  const list = `/admin/leads?q=${mark}`
  const { page, context, close } = await openSignedIn(list)
  const lines = Array.from({ length: count }, (_, index) => importedLead(`${mark}-${index}@homes.example`))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('CSV file').setInputFiles(fileOf(lines))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: `Import ${count} leads` }).click()
  await page.getByText(`${count} leads added`).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText(`${count} leads match`).waitFor()

  await selectAll(page)
  await page.getByRole('button', { name: 'Update Status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Status' })
  await dialog.getByText('They are changed even if you close this page.').waitFor()
  await dialog.getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Contacted' }).click()
  await dialog.getByRole('button', { name: `Move ${count} leads` }).click()
  await dialog.getByText(/It goes on if you close this page|moved to Contacted/).waitFor()
  await page.close()

  const later = await context.newPage()
  await later.goto(list)
  const line = later.getByRole('group', { name: 'Change of many leads' })
  await line.getByText(`${count} leads moved to Contacted.`).waitFor(atServer)
  expect(await seriousInBothSchemes(later, 'bulk change')).toEqual([])
  await later.goto(`${list}&status=contacted`)
  await later.getByText(`${count} leads match`).waitFor()
  await line.getByRole('button', { name: 'Report' }).click()
  const report = later.getByRole('dialog', { name: 'Update Status' })
  await report.getByText(`${count} leads moved to Contacted`).waitFor()
  await report.getByRole('button', { name: 'Close' }).click()
  await line.waitFor({ state: 'detached' })

  await selectAll(later)
  await later.getByRole('button', { name: `Delete Selected (${count})` }).click()
  await later.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await later.getByText(`${count} leads deleted`).first().waitFor(atServer)
  await later.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await later.getByText('No leads match').waitFor()
  await close()
}, 300_000)
