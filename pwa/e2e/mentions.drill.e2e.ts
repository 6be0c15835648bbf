import { expect, test } from 'vitest'
import { seriousFindings } from './testing/axe.ts'
import { emailsWhere, sentTo } from './testing/inbox.ts'
import { leadOfNewQuote, uniqueEmail } from './testing/quote-form.ts'
import { phone } from './testing/site.ts'
import { admin, manager } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn } = useStaffPages()

test('on a phone, a manager mentions an admin in a note; the email arrives once, and its button opens the lead', async () => {
  const lead = await leadOfNewQuote(uniqueEmail())
  const { page, close } = await openSignedIn(`/manager/leads/${lead.id}`, manager, phone)
  await page.getByRole('button', { name: 'Add Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Notes' })
  const note = dialog.getByLabel('Note')
  await note.fill('The gate is locked. ')
  await note.pressSequentially('@alex')
  await page.getByRole('option', { name: 'Alex Morgan' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await note.press('Escape')
  await page.getByRole('option').waitFor({ state: 'detached' })
  await dialog.waitFor()
  await note.fill('The gate is locked. ')
  await note.pressSequentially('@alex')
  await page.getByRole('option', { name: 'Alex Morgan' }).click()
  await note.pressSequentially('has the code?')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.waitFor({ state: 'detached' })

  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('“The gate is locked. @Alex Morgan has the code?”').waitFor()
  await timeline.locator('strong', { hasText: /^@Alex Morgan$/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await close()

  const subject = `mentioned you – ${lead.reference}`
  const emails = await emailsWhere((email) => sentTo(admin.email)(email) && email.subject.endsWith(subject))
  expect(emails).toHaveLength(1)
  expect(emails[0]?.text).toContain('The gate is locked. @Alex Morgan has the code?')
  const link = new URL(/^Open the lead:\n(\S+)$/m.exec(emails[0]?.text ?? '')?.[1] ?? '')

  const colleague = await openSignedIn(link.pathname, admin, phone)
  await colleague.page.getByRole('region', { name: 'Timeline' }).getByText('@Alex Morgan').waitFor()
  expect(new URL(colleague.page.url()).pathname).toBe(`/admin/leads/${lead.id}`)
  await colleague.close()
})
