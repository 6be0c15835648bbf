import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { postQuote } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { admin, leadsOf, manager } from './testing/staff-api.ts'
import { show, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone, a manager takes a lead with Assign in its row and opens it with View', async () => {
  const email = `e2e-${crypto.randomUUID().slice(0, 12)}@homes.example`
  await postQuote({ email })
  const [lead] = await leadsOf(email)
  const { page, close } = await openSignedIn('/manager/leads', manager, phone)
  await page.getByLabel('Search name, email, mobile, pickup or dropoff').fill(email)
  await page.getByText('1 lead match, newest first').waitFor()
  const title = new RegExp(`^Assign ${lead?.reference}`)
  await page.getByRole('button', { name: title }).tap()
  const dialog = page.getByRole('dialog', { name: 'Assign Leads' })
  await dialog.getByText('1 lead selected.').waitFor()
  await dialog.getByRole('combobox', { name: 'Colleague' }).tap()
  await page.getByRole('option', { name: /\(me\)$/ }).tap()
  await dialog.getByRole('button', { name: 'Assign 1 lead', exact: true }).tap()
  await page.getByText(/^1 lead assigned to /).waitFor()
  await page.getByRole('link', { name: new RegExp(`^View ${lead?.reference}`) }).tap()
  await page.waitForURL((url) => url.pathname === `/manager/leads/${lead?.id}`)
  expect(await page.getByRole('region', { name: 'Assigned to' }).innerText()).toContain('Sam Keane')
  await close()
})

test('on a phone, a message covers no button of the dialog that it is about', async () => {
  const { page, close } = await openSignedIn('/admin/users', admin, phone)
  await show(page, '/admin/users')
  await page.getByRole('button', { name: 'Add User' }).tap()
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add User' })
  await submit.tap()
  const message = page.getByText('Please fill in required fields')
  await message.waitFor()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const [toast, button] = await Promise.all([message.boundingBox(), submit.boundingBox()])
  expect(toast && button && toast.y + toast.height <= button.y).toBe(true)
  const isOnTop = await submit.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await close()
})
