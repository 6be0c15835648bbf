import { expect, test } from 'vitest'
import { seriousFindings, seriousInBothSchemes } from './testing/axe.ts'
import { acceptedJob, linkIn } from './testing/accepted-job.ts'
import { uniqueEmail } from './testing/quote-form.ts'
import { answered, expectErrors } from './testing/site.ts'
import { leadsOf } from './testing/staff-api.ts'
import { useStaffPages } from './testing/staff-screens.ts'

const { openSignedIn, visit } = useStaffPages()

test('a firm reports what became of its job, and asks for areas on its own page; staff see both and answer', async () => {
  expectErrors(answered(422, '/firm/'))
  const email = uniqueEmail()
  const details = await acceptedJob(visit, email)
  const { page } = await visit(linkIn(details, '/leads/\\S+'))
  await page.getByText('Tell us already how it went').click()
  await page.getByText('Not genuine', { exact: true }).first().click()
  expect(await seriousFindings(page, 'the job')).toEqual([])
  await page.getByRole('button', { name: 'Cannot reach the homeowner' }).click()
  await page.getByText('You told us: Cannot reach the homeowner').waitFor()

  await page.goto(linkIn(details, '/firm/\\S+'))
  expect(await page.getByText('Cannot reach the homeowner').count()).toBe(1)
  // A pause is confirmed in its own card, which the page opens at, without a script.
  await page.getByLabel('Take no new jobs until').fill(`${new Date().getFullYear() + 1}-01-02`)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.locator('#pause').getByText('Saved: you get new jobs again').waitFor()
  await expect
    .poll(() => page.locator('#pause').evaluate((card) => Math.abs(card.getBoundingClientRect().top) < innerHeight))
    .toBe(true)
  await page.getByRole('button', { name: 'Take jobs again' }).click()
  await page.getByText('Saved: you take jobs again.').waitFor()
  await page.getByText('Ask for other areas').click()
  expect(await seriousFindings(page, 'the firm’s page')).toEqual([])
  const areas = page.getByLabel('All areas that you want')
  const own = await areas.inputValue()
  await areas.fill(`${own}, Narnia`)
  await page.getByRole('button', { name: 'Ask for these areas' }).click()
  await page.getByText('We do not know the area “Narnia”').waitFor()
  await areas.fill(`${own}, County Mayo`)
  await page.getByRole('button', { name: 'Ask for these areas' }).click()
  await page.getByText('You asked for:').waitFor()
  const firmName = await page.locator('.tag').first().innerText()

  const [lead] = await leadsOf(email)
  const admin = await openSignedIn(`/admin/leads/${lead?.id}`)
  await admin.page.getByText(`${firmName} reported on`).waitFor()
  expect(await seriousInBothSchemes(admin.page, 'the lead')).toEqual([])
  await admin.page.goto('/admin/contractors')
  await admin.page.getByRole('link', { name: firmName }).click()
  await admin.page.getByText('To add: County Mayo').waitFor()
  expect(await seriousInBothSchemes(admin.page, 'the firm')).toEqual([])
  await admin.page.getByRole('button', { name: 'Accept', exact: true }).click()
  await admin.page.getByText('Areas changed').waitFor()
  await page.reload()
  expect(
    await page
      .getByText(/County Mayo/)
      .first()
      .innerText(),
  ).toBe(`${own}, County Mayo`)
})
