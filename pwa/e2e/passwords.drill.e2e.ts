import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { answered, expectErrors } from './testing/site.ts'
import { signInByForm, useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages()

const linkIn = (text = '') => new URL(/https?:\S+\/login\/password\/\S+/.exec(text)?.[0] ?? '').pathname

/** Sets the password that the link on screen is for, and signs in with it. */
async function choosePassword(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('New password').fill(account.password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL('**/login')
  await signInByForm(page, account)
  await page.waitForURL('**/manager')
}

test('an admin invites a colleague, who chooses a password, forgets it, and chooses another one', async () => {
  expectErrors(answered(401, '/api/auth/login'))
  const email = `e2e-${crypto.randomUUID().slice(0, 12)}@kerbside.example`
  const admin = await openSignedIn('/admin/users')
  await admin.page.getByRole('button', { name: 'Add User' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Noor Haddad')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('checkbox', { name: /^Send an invitation/ }).check()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await admin.page.getByRole('option', { name: 'Manager' }).click()
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await admin.page.getByText('Invitation sent').waitFor()
  await admin.page.getByRole('row').filter({ hasText: email }).getByText('Pending').waitFor()

  const [invitation] = await emailsWhere(sentTo(email))
  const { page, close } = await visit(linkIn(invitation?.text))
  await page.getByText(`For ${email}`).waitFor()
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByText('A password has at least 10 characters').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await choosePassword(page, { email, password: 'the first of my passwords' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')

  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your inbox' }).waitFor()
  const [reset] = await emailsWhere((message) => sentTo(email)(message) && message.subject === 'Choose a new password')
  await page.goto(linkIn(reset?.text))
  await choosePassword(page, { email, password: 'the second of my passwords' })
  await emailsWhere((message) => sentTo(email)(message) && message.subject === 'Your password was changed')

  await page.goto(linkIn(reset?.text))
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await close()
  await admin.close()
})
