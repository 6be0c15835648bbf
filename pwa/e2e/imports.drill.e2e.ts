import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousInBothSchemes } from './testing/axe.ts'
import { fileOf, importedLead as lead } from './testing/import-file.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { postQuote } from './testing/quote-form.ts'
import { leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

async function checkedFile(page: Page, lines: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('CSV file').setInputFiles(fileOf(lines))
  await page.getByRole('list', { name: 'Columns of the file' }).waitFor()
  expect(await seriousInBothSchemes(page, 'the columns')).toEqual([])
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('would be added').waitFor()
}

test('an admin imports a file of leads: its columns are guessed, bad rows are named, and the same file again adds nothing', async () => {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  const emails = [1, 2, 3].map((number) => `${mark}-${number}@homes.example`)
  const lines = [...emails.map((email) => lead(email)), lead('no email'), lead(`${mark}-4@homes.example`, '1 July')]
  const { page, close } = await openSignedIn(`/admin/leads?q=${mark}`)
  await checkedFile(page, lines)
  await page.getByText('3 leads would be added').waitFor()
  await page.getByText('2 rows are left out because of problems').waitFor()
  const problems = await page.getByRole('table', { name: 'Problems' }).getByRole('row').allInnerTexts()
  expect(problems.slice(1)).toEqual([
    expect.stringMatching(/^5\s+E-mail\s+Enter an email address/),
    expect.stringMatching(/^6\s+Received\s+This is no date/),
  ])
  expect(await seriousInBothSchemes(page, 'what would be added')).toEqual([])
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download all problems' }).click()
  const text = await readFile(await (await arriving).path(), 'utf8')
  expect(text).toMatch(/^\uFEFFRow,Column,Problem\r\n5,E-mail,/)
  expect(await leadsOf(mark)).toEqual([])

  await page.getByRole('button', { name: 'Import 3 leads' }).click()
  await page.getByText('3 leads added').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('3 leads match').waitFor()
  await page
    .getByRole('link', { name: /^View .*Zoë Byrne/ })
    .first()
    .click()
  await page.getByText('Received elsewhere, then imported').waitFor()
  await page.getByTitle(/^1 Jul 2025/).waitFor()
  await page.goBack()

  await checkedFile(page, lines)
  await page.getByText('0 leads would be added').waitFor()
  await page.getByText('3 rows are there already').waitFor()
  expect(await leadsOf(mark)).toHaveLength(3)
  await close()

  // A later quote's email is out: the imported leads have had their time.
  const sent = `${mark}-sent@homes.example`
  await postQuote({ email: sent })
  await emailsWhere(sentTo(sent))
  const about = await emailsWhere(
    ({ text: body, to }) => body.includes(mark) || to.some(({ address }) => address.startsWith(mark)),
  )
  expect(
    about.flatMap(({ to }) => to.map(({ address }) => address)).filter((address) => emails.includes(address)),
  ).toEqual([])
}, 300_000)
