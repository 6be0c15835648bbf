import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptOfStaff, nothingKept, signInOnOwnDevice } from './testing/own-device.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { expectErrors, offlineErrors, useBrowser } from './testing/site.ts'
import { changeLead, leadsOf } from './testing/staff-api.ts'

const { visit } = useBrowser({ offline: true })

/** A new lead, open on a manager's own device and kept there. */
async function openOnOwnDevice() {
  const email = uniqueEmail()
  const lead = await leadOfNewQuote(email)
  const shown = await visit()
  await signInOnOwnDevice(shown.page)
  const before = (await keptOfStaff(shown.page)).text?.length ?? 0
  await shown.page.goto(`/manager/leads/${lead?.id}`)
  await shown.page.getByRole('region', { name: 'Status' }).waitFor()
  await expect.poll(async () => (await keptOfStaff(shown.page)).text?.length).toBeGreaterThan(before + 1_000)
  return { ...shown, id: lead?.id ?? 0, email, status: shown.page.getByRole('region', { name: 'Status' }) }
}

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Notes' })
  await dialog.getByLabel('Note').fill(text)
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a status chosen without a network and a colleague’s are both shown, and the person decides', async () => {
  expectErrors(offlineErrors)
  const { page, context, close, id, email, status } = await openOnOwnDevice()
  await context.setOffline(true)
  await page.reload()
  await status.getByRole('button', { name: 'Contacted' }).click()
  await status.getByText('Waiting to be sent: Contacted').waitFor()
  await addNote(page, 'Rang from the van.')
  await page.getByText('Waiting to be sent: 2 changes').waitFor()
  await page.reload()
  await status.getByText('Waiting to be sent: Contacted').waitFor()
  await page.getByText('Waiting to be sent: 2 changes').waitFor()

  await changeLead(id, { status: 'quoted' })
  await context.setOffline(false)
  await status.getByText('Changed meanwhile by Alex Morgan').waitFor()
  await status.getByText('The status is now Quoted. You chose Contacted.').waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('“Rang from the van.”').waitFor()
  expect(await leadsOf(email)).toMatchObject([{ status: 'quoted' }])
  await page.reload()
  await status.getByRole('button', { name: 'Change it to Contacted' }).click()
  await expect.poll(() => leadsOf(email)).toMatchObject([{ status: 'contacted' }])
  await status.getByText('Changed meanwhile by Alex Morgan').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(/^Waiting to be sent/).count()).toBe(0)

  await page.goto(`/manager/leads?q=${email}&view=board`)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const moveTo = async (name: string) => {
    await page.getByRole('button', { name: /^Move KB-/ }).click()
    await page.getByRole('menuitem', { name }).click()
    await column(name).getByText('Waiting to be sent').waitFor()
  }
  await column('Contacted').getByText('Aoife Byrne').waitFor()
  await context.setOffline(true)
  await moveTo('Quoted')
  await moveTo('Converted')
  // The second is stored at once too, though the columns cannot be loaded after the first.
  await page.getByText('Waiting to be sent: 2 changes').waitFor()
  expect(await leadsOf(email)).toMatchObject([{ status: 'contacted' }])
  await context.setOffline(false)
  await column('Converted').getByText('Waiting to be sent').waitFor({ state: 'detached' })
  await column('Converted').getByText('Aoife Byrne').waitFor()
  expect(await leadsOf(email)).toMatchObject([{ status: 'converted' }])
  await page.goto(`/manager/leads/${id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Quoted → Converted').waitFor()
  for (const step of ['Contacted → Quoted', 'Quoted → Converted'])
    expect(await timeline.getByText(step, { exact: true }).count()).toBe(1)
  await close()
})

test('what waits is listed with its lead and can be discarded, and a log-out asks before it is lost', async () => {
  expectErrors(offlineErrors)
  const { page, context, close, email, status } = await openOnOwnDevice()
  await context.setOffline(true)
  await status.getByRole('button', { name: 'Contacted' }).click()
  await addNote(page, 'Wants a ramp.')
  await page.getByText('Waiting to be sent: 2 changes').waitFor()
  await page.getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  expect(await list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('listitem').first().getByRole('button', { name: 'Discard' }).click()
  await expect
    .poll(() => list.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Wants a ramp.')])
  await list.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: '1 change not sent yet' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Waiting to be sent: 1 change').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Log out and delete' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => keptOfStaff(page)).toEqual(nothingKept)
  await context.setOffline(false)
  expect(await leadsOf(email)).toMatchObject([{ status: 'new' }])
  await close()
})
