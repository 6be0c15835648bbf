import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { mobileOf, postQuote } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

/** Presses the button and returns the lines of the file that downloads by itself. */
async function exported(page: Page): Promise<string[]> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^kerbside-leads-\d{4}-\d\d-\d\d\.csv$/)
  return (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1)
}

test('an admin exports what the filter leaves, and a name that looks like a formula is text', async () => {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  await postQuote({ email: `${mark}-1@homes.example` })
  await postQuote({ email: `${mark}-2@homes.example`, first_name: '=HYPERLINK' })
  const { page, close } = await openSignedIn(`/admin/leads?q=${mark}`)
  await page.getByText('2 leads match').waitFor()
  const lines = await exported(page)
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\uFEFFReference,Id,Received,First name/)
  expect([lines[1], lines[2]]).toEqual([
    expect.stringContaining(`,'=HYPERLINK,Byrne,${mark}-2@homes.example,${mobileOf(`${mark}-2@homes.example`)},`),
    expect.stringContaining(`,Aoife,Byrne,${mark}-1@homes.example,${mobileOf(`${mark}-1@homes.example`)},`),
  ])
  await page.getByText('2 leads exported').waitFor()
  await page.getByRole('button', { name: 'Export CSV', exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()
})

test('a manager’s file on a phone has the one lead that the list has', async () => {
  const mark = `e2e-${crypto.randomUUID().slice(0, 12)}`
  await postQuote({ email: `${mark}@homes.example` })
  const { page, close } = await openSignedIn(`/manager/leads?q=${mark}`, manager, phone)
  await page.getByText('1 lead match').waitFor()
  expect(await exported(page)).toHaveLength(2)
  await close()
})
