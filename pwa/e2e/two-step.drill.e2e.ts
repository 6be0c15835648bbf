import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { anotherAdmin } from './testing/page-records.ts'
import { messageShown } from './testing/page-editor.ts'
import { sendSignIn, useStaffPages } from './testing/staff-screens.ts'
import { answered, expectErrors, phone } from './testing/site.ts'

const { openSignedIn } = useStaffPages()

/** The code of the next half minute is good already, and differs from one that was just used. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password' })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

/** The card among one's own sessions. */
async function openCard(page: Page) {
  await page.getByRole('button', { name: 'Your sessions' }).click()
  return page.getByRole('region', { name: 'Two-step sign-in' })
}

test('two-step sign-in: set up, signed in with a code and with a recovery code, reset by another admin', async () => {
  expectErrors(answered(422, '/api/auth/login'), answered(401, ''))
  const account = await anotherAdmin('Tess Twostep')
  const { page, close } = await openSignedIn('/admin', account, phone)
  const card = await openCard(page)
  await card.getByText('Off', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  expect(await seriousFindings(page)).toEqual([])
  await passwordField(page).fill(account.password)
  await codeField(page).fill('12345')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText(/^This code is wrong/).waitFor()
  await codeField(page).fill(codeOf(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recoveryCode = '', ...others] = await codes.allInnerTexts()
  expect(others).toHaveLength(9)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('kerbside-recovery-codes.txt')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await card.getByText('10 recovery codes left.').waitFor()
  await emailsWhere((email) => sentTo(account.email)(email) && email.subject === 'Two-step sign-in was turned on')
  await page.getByRole('button', { name: 'Close' }).click()

  await signOut(page)
  await sendSignIn(page, account)
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await codeField(page).fill(codeOf(key, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')

  await signOut(page)
  await sendSignIn(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin')
  await (await openCard(page)).getByText('9 recovery codes left.').waitFor()

  const admin = await openSignedIn(`/admin/users?q=${account.email}`)
  const row = admin.page.getByRole('row').filter({ hasText: account.email })
  await row.getByText('Two-step').waitFor()
  await row.getByRole('button', { name: 'Actions for Tess Twostep' }).click()
  await admin.page.getByRole('menuitem', { name: 'Reset Two-Step Sign-In' }).click()
  await admin.page.getByRole('button', { name: 'Reset', exact: true }).click()
  await messageShown(admin.page, 'Two-step sign-in of Tess Twostep reset')
  await row.getByText('Two-step').waitFor({ state: 'detached' })
  await admin.close()

  await page.reload()
  await page.getByText('Your session has ended. Please sign in again.').waitFor()
  await sendSignIn(page, account)
  await page.waitForURL('**/admin')
  await close()
})

test('admins who need it and lack it find nothing but the way to set it up', async () => {
  const account = await anotherAdmin('Sam Settings')
  const { page, close } = await openSignedIn('/admin/settings', account)
  const needed = page.getByRole('checkbox', { name: 'Admins need two-step sign-in' })
  const save = () => page.getByRole('button', { name: 'Save Settings' }).click()
  await needed.check()
  await save()
  await page.getByText(/^Set up two-step sign-in for yourself first/).waitFor()
  await needed.uncheck()
  const card = await openCard(page)
  await card.getByRole('button', { name: 'Set up' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  await codeField(page).fill(codeOf(key))
  await passwordField(page).fill(account.password)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await card.getByText('10 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  const without = await anotherAdmin('Lacks It')
  const other = await openSignedIn('/admin', without, phone)
  try {
    await needed.check()
    await save()
    await messageShown(page, 'Settings saved')
    await other.page.goto('/admin/users')
    await other.page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor()
    expect(await seriousFindings(other.page)).toEqual([])
    await other.page.getByRole('button', { name: 'Set up' }).click()
    const otherKey = await other.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
    await codeField(other.page).fill(codeOf(otherKey))
    await passwordField(other.page).fill(without.password)
    await other.page.getByRole('button', { name: 'Turn on' }).click()
    await other.page.getByRole('button', { name: 'I have stored them' }).click()
    await other.page.getByRole('heading', { name: 'User Management' }).waitFor()
  } finally {
    await needed.uncheck()
    await save()
    await page.getByText('Admins need two-step sign-in: on → off').waitFor()
  }
  await other.close()
  await close()
})
