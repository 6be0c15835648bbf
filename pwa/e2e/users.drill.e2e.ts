import { expect, test } from 'vitest'
import { messageShown } from './testing/page-editor.ts'
import { signInByForm, useStaffPages } from './testing/staff-screens.ts'
import { anotherAdmin } from './testing/page-records.ts'
import { answered, desktop, expectErrors, phone } from './testing/site.ts'
import { seriousFindings } from './testing/axe.ts'

const { visit } = useStaffPages()

test('an admin who gives the own role away is warned before, and goes on as a manager without signing in again', async () => {
  expectErrors(answered(401, ''))
  const account = await anotherAdmin('Olga Own')
  const { page, close } = await visit('/login', phone)
  // By the form: the session is renewed with its cookie.
  await signInByForm(page, account)
  await page.goto(`/admin/users?q=${account.email}&role=admin`)
  const own = page.getByRole('listitem').filter({ hasText: account.email })
  await own.getByText('You', { exact: true }).waitFor()
  await own.getByRole('button', { name: 'Actions for Olga Own' }).click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Manager' }).click()
  await dialog.getByText('This is your own account: you can no longer manage users.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(new URL(page.url()).searchParams.get('q')).toBe(account.email)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await messageShown(page, 'User updated successfully')
  await page.waitForURL('**/manager')
  await close()
})

test('one ends the session on another own device, which is signed out', async () => {
  expectErrors(answered(401, ''))
  const account = await anotherAdmin('Sessa Two')
  const [other, { page, close }] = [await visit('/login', phone), await visit('/login', desktop)]
  for (const own of [other.page, page]) await signInByForm(own, account)
  await page.getByRole('button', { name: 'Your sessions' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  const rows = dialog.getByRole('listitem')
  await rows.filter({ hasText: 'This device' }).getByText('Chrome on Linux').waitFor()
  expect(await rows.count()).toBe(2)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'End the session on Chrome' }).press('Enter')
  const asked = page.getByRole('dialog', { name: 'End the session on Chrome' })
  await asked.getByRole('button', { name: 'End session' }).press('Enter')
  await messageShown(page, 'Session ended')
  await expect.poll(() => rows.count()).toBe(1)
  await other.page.reload()
  await other.page.getByText('Your session has ended. Please sign in again.').waitFor()
  await other.close()
  await close()
})
